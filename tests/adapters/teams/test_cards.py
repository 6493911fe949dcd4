"""The card that an approver decides on."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.teams import cards
from adapters.teams.text import JOINER
from adapters.teams.tickets import INPUTS, Ticket, Verb, typed, verb_of
from core.domain.approval import ApprovalState, Handoff
from core.domain.request import PlaceKind, SurfaceName
from tests.adapters.teams.specimens import (
    LEE,
    NASTY,
    QUOTE,
    SAM,
    approval,
    citation,
    draft,
    long_approval,
    request,
)
from tests.doubles.teams.cards import faults
from tests.doubles.teams.seen import Button, buttons, texts
from tests.teams_gallery import votes

TEXTS = st.text(alphabet=st.sampled_from("ab1 \n\\`*_{}[]()<>#-é、\u2028"), max_size=300)


def only(messages: list) -> dict:
    (message,) = messages
    return message.card


def shown(card: dict) -> str:
    return "\n".join(texts(card)).replace(JOINER, "")


def by_verb(card: dict) -> dict[str, Button]:
    return {button.verb: button for button in buttons(card)}


def test_a_card_shows_all_that_is_signed_and_why() -> None:
    card = only(cards.render(approval(rule={"matched": "a cited document is of policy type finance"})))
    for words in (
        "What is the approval workflow for journal entries over $100K?",
        "Asked by Dana",
        "Where in a channel",
        "Confidence 62%",
        "Rule finance: a cited document is of policy type finance",
        "The draft may be right (62% confidence)",
        f"{QUOTE} [1]",
        "[1] Journal Entry Policy (https://policies.acme.test/finance/journal-entries#1)"
        " · 3 Approval > 3.2 Thresholds · page 4",
    ):
        assert words in shown(card)
    assert shown(card).count(QUOTE) == 2


def test_its_buttons_carry_the_digest_and_only_their_own_input() -> None:
    waiting = approval(rule={"handoff": Handoff(to="teams:19:desk", name="the desk")})
    found = by_verb(only(cards.render(waiting)))
    assert set(found) == {"approve", "edit", "deny", "ask_back", "hand_over"}
    for verb, button in found.items():
        assert Ticket.load(button.action["data"]) == Ticket(waiting.id, waiting.digest)
        wanted = INPUTS.get(Verb(verb))
        assert [one["id"] for one in button.inputs] == ([wanted] if wanted else [])
    required = {verb: found[verb].inputs[0].get("isRequired", False) for verb in found if found[verb].inputs}
    assert required == {"edit": True, "deny": True, "ask_back": True, "hand_over": False}
    assert found["edit"].inputs[0]["value"] == waiting.draft.text


def test_nobody_is_asked_back_in_a_terminal_and_nothing_handed_over_where_nobody_takes_it() -> None:
    place = request().place.model_copy(update={"surface": SurfaceName.TERMINAL, "kind": PlaceKind.SESSION})
    asked = request().model_copy(update={"place": place})
    assert set(by_verb(only(cards.render(approval(request=asked))))) == {"approve", "edit", "deny"}


def test_a_draft_longer_than_the_field_is_written_anew() -> None:
    last = cards.render(long_approval())[-1].card
    assert "value" not in by_verb(last)["edit"].inputs[0]


@pytest.mark.parametrize("state", [state for state in ApprovalState if state is not ApprovalState.PENDING])
def test_a_decided_card_has_no_buttons_and_does_not_refresh(state: ApprovalState) -> None:
    card = only(cards.render(approval(state), readers=["29:1-dana"]))
    assert (buttons(card), card.get("refresh")) == ([], None)


def test_it_says_who_decided_and_why() -> None:
    words = shown(only(cards.render(approval(ApprovalState.DENIED, note="Ask Treasury."))))
    assert "Denied by Sam, " in words
    assert "Ask Treasury." in words


def test_others_read_it_without_its_buttons() -> None:
    card = only(cards.render(approval(), decides=False))
    assert buttons(card) == []
    assert shown(card) == shown(only(cards.render(approval())))


def test_it_is_asked_for_anew_by_the_clients_of_sixty_readers_at_most() -> None:
    card = only(cards.render(approval(), readers=[f"29:{n}" for n in range(80)]))
    assert card["refresh"]["userIds"] == [f"29:{n}" for n in range(60)]
    assert verb_of(card["refresh"]["action"]) is Verb.REFRESH
    assert "userIds" not in only(cards.render(approval()))["refresh"]


def test_votes_edits_and_levels_are_told() -> None:
    quorum = {"quorum": 3}
    assert "2 of 3 approvals: Sam, Lee" in shown(only(cards.render(approval(rule=quorum), votes(SAM, LEE))))
    edited = approval(rule=quorum, edited_by=LEE, level=1)
    words = shown(only(cards.render(edited, votes(SAM, LEE, void=1))))
    assert "In the words of Lee. One earlier approval is void." in words
    assert "1 of 3 approvals: Lee" in words
    assert "Nobody decided for a while, so more people are asked." in words


def test_its_parts_stay_the_same_when_it_is_decided_or_voted_on() -> None:
    before = cards.render(long_approval())
    after = cards.render(long_approval(ApprovalState.DENIED, note="No. " * 250, decided_by=SAM), votes(*[SAM] * 40))
    assert len(before) == len(after) == 4
    for at in range(4):
        assert cards.part(long_approval(), n=at) == before[at].card
    assert "not used any more" in shown(cards.part(approval(), n=1))


def test_what_people_and_documents_wrote_is_shown_word_for_word() -> None:
    cited = citation(document=NASTY, section=NASTY, quote=NASTY)
    nasty = approval(why=NASTY, request=request(question=NASTY), draft=draft(text=NASTY, citations=(cited,)))
    card = only(cards.render(nasty))
    assert shown(card).count("<at>everyone</at> **Q&A**: [1] approve _every_ return") == 6
    assert "{{DATE(2026-01-05T09:00:00Z)}}" not in "\n".join(texts(card))  # clients fill such dates in


@given(TEXTS, TEXTS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_teams_takes_any_words(text: str, other: str) -> None:
    named = approval(
        why=text,
        note=other,
        request=request(question=other or "x"),
        draft=draft(text=text * 30, citations=(citation(document=other, section=text, quote=(other or "x")[:400]),)),
    )
    for message in cards.render(named):
        assert faults(message.card) == []


@pytest.mark.parametrize(
    "data",
    [None, [], "x", 1, {}, {"approval": 1}, {"approval": ""}, {"approval": "a" * 201}, {"approval": "a", "digest": 1}],
)
def test_a_ticket_that_is_not_ours_is_none(data: object) -> None:
    assert Ticket.load(data) is None


def test_what_comes_back_is_read_with_care() -> None:
    assert verb_of({"verb": "approve"}) is Verb.APPROVE
    assert [verb_of(action) for action in (None, {}, {"verb": 1}, {"verb": "Approve"}, {"verb": ["approve"]})] == [
        None
    ] * 5
    assert typed({"reason": "  No. \n"}, INPUTS[Verb.DENY]) == "No."
    assert [typed(data, INPUTS[Verb.DENY]) for data in (None, {}, {"reason": " "}, {"reason": 1})] == [None] * 4
