"""Answers and cards: what they show, and that Slack takes every one of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.slack import answers, cards
from adapters.slack.blocks import BLOCKS, ROOM, Message, size
from adapters.slack.feedback import HELPFUL, SHARE, UNHELPFUL, Answer
from adapters.slack.feedback import Form as CommentForm
from adapters.slack.modals import MAX_NOTE, Form, Ticket
from adapters.slack.shortcut import About
from core.domain.approval import Approval, ApprovalState, Ruling
from core.domain.language import Language
from core.domain.outcome import Draft
from core.domain.request import MAX_QUESTION, Person, PlaceKind
from core.wording import reviewing as wording
from tests import gallery
from tests.adapters.slack.specimens import (
    SAM,
    approval,
    citation,
    long_approval,
    long_outcome,
    outcome,
    pending,
    refusal,
    request,
)
from tests.doubles.slack.limits import (
    MAX_FALLBACK,
    MAX_TEXT_OF_MESSAGE,
    check_blocks,
    check_home,
    check_view,
)
from tests.doubles.slack.words import marked_up, text_size, texts
from tests.doubles.slack.words import unescaped as faults_of

TEXTS = st.text(alphabet=st.sampled_from("ab &<>|*\n.[1]é、"), max_size=400)


def faults(message: Message) -> list[str]:
    """Why Slack would not take a message, or should not be sent it."""
    found = check_blocks(message.blocks)
    found += ["msg_blocks_too_long"] if text_size(message.blocks) > MAX_TEXT_OF_MESSAGE else []
    found += ["msg_too_long"] if len(message.text) > MAX_FALLBACK else []
    return found + [fault for text in [message.text, *marked_up(message.blocks)] for fault in faults_of(text)]


@pytest.mark.parametrize(
    ("name", "message"), list(gallery.messages()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_slack_takes_every_kind_of_message(name: str, message: Message) -> None:
    assert faults(message) == []


@pytest.mark.parametrize(
    ("name", "view"), list(gallery.views()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_slack_takes_every_modal(name: str, view: dict) -> None:
    assert check_view(view) == []


@pytest.mark.parametrize(
    ("name", "view"), list(gallery.homes()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_slack_takes_every_home_tab(name: str, view: dict) -> None:
    assert check_home(view) == []
    assert [fault for text in marked_up(view) for fault in faults_of(text)] == []


def test_there_are_words_for_every_ruling_and_state() -> None:
    assert set(wording.RULINGS) == set(Ruling)
    assert set(wording.STATES) == set(ApprovalState)


MARKED = "*bold* _it_ ~no~ `code` ```more``` > <!channel> <https://a.test|b> :tada:"


def test_marks_of_documents_and_people_are_read_as_characters() -> None:
    """Wherever they may stand, they are a text element of their own, and no text that Slack reads markup in has them."""
    cited = (citation(document=MARKED, section=MARKED, quote=MARKED), citation(2, document=MARKED, url=None))
    ann = Person(id="terminal:ann", name=MARKED)
    asked = request(question=MARKED, asker=ann)
    shown = approval(request=asked, why=MARKED, draft=Draft(text=MARKED, citations=cited))
    ended = shown.model_copy(
        update={"state": ApprovalState.DENIED, "note": MARKED, "decided_by": ann, "decided_at": shown.expires_at}
    )
    private = request(PlaceKind.PRIVATE_REPLY, question=MARKED)
    answer = outcome(text=MARKED, citations=cited, nearest=(MARKED,))
    messages = [
        *answers.render(answer, answers.reviewed(private)),
        *answers.render(answer, answers.reviewed(asked)),
        *cards.render(shown),
        *cards.render(ended),
    ]
    for message in messages:
        assert not any(mark in text for text in marked_up(message.blocks) for mark in ("bold", "_it_", "code"))
        assert not any("bold" in str(block) for block in message.blocks if block["type"] != "rich_text")
        exact = [e["text"] for b in message.blocks if b["type"] == "rich_text" for e in elements(b) if "text" in e]
        assert sum(MARKED in text for text in exact) == str(message.blocks).count("*bold*")
        assert sum(MARKED in text for text in exact) >= 4


def elements(block: dict) -> list[dict]:
    return [element for part in block["elements"] for element in part["elements"]]


def test_sources_stand_under_the_first_part_however_long_the_answer() -> None:
    first, *more = answers.render(long_outcome())

    shown = list(
        texts([block for block in first.blocks if block["type"] == "rich_text" and len(block["elements"]) == 2])
    )
    assert [text[:3] for text in shown[::2]] == [f"[{n}]" for n in range(1, 6)]
    assert len(more) >= 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(TEXTS, TEXTS, st.integers(1, 40), st.integers(0, 40))
def test_slack_takes_any_answer(text: str, title: str, length: int, count: int) -> None:
    cited = tuple(
        citation(n, quote=(text or "x")[:400], document=title, section=title, url=f"https://a.test/{'&' * n * 20}")
        for n in range(1, count + 1)
    )
    messages = answers.render(outcome(text=text * length, citations=cited, nearest=(title,) * 10))

    assert [fault for message in messages for fault in faults(message)] == []
    quotes = [part for m in messages for b in m.blocks for part in b["elements"] if part["type"] == "rich_text_quote"]
    assert len(quotes) == count


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(TEXTS, TEXTS, st.integers(1, 40), st.sampled_from(ApprovalState))
def test_slack_takes_any_card_and_it_has_the_same_parts_before_and_after(
    text: str, note: str, length: int, state: ApprovalState
) -> None:
    question = (text * length)[:MAX_QUESTION]
    draft = Draft(text=text * length or "x", citations=(citation(1, quote=(text or "x")[:400]),))
    asked = approval(request=request(question=question), why=text, draft=draft)
    ended = asked.model_copy(
        update={"state": state, "note": note * 20, "decided_by": SAM, "decided_at": asked.expires_at}
    )

    before, after = cards.render(asked, gallery.READ_ALL), cards.render(ended, gallery.READ_ALL)

    assert [fault for message in [*before, *after] for fault in faults(message)] == []
    assert len(before) == len(after)


def buttons(message: Message) -> list[str]:
    return [
        element["action_id"] for block in message.blocks if block["type"] == "actions" for element in block["elements"]
    ]


def test_a_long_card_offers_its_buttons_under_the_last_part_only() -> None:
    parts = cards.render(long_approval(), "https://acme.slack.com/archives/x")

    assert [buttons(part) for part in parts] == [
        ["read_all"],
        *[[]] * (len(parts) - 2),
        ["approve", "edit", "deny", "ask_back"],
    ]
    assert all(size(part.blocks) <= ROOM and len(part.blocks) <= BLOCKS + 5 for part in parts)


@pytest.mark.parametrize("state", [state for state in ApprovalState if state is not ApprovalState.PENDING])
@pytest.mark.parametrize("shown", [approval, long_approval])
def test_a_decided_card_has_no_buttons_and_says_how_it_ended(shown, state: ApprovalState) -> None:
    parts = cards.render(shown(state), gallery.READ_ALL)

    assert [buttons(part) for part in parts] == [[]] * len(parts)
    for part in (parts[0], parts[-1]):
        assert wording.STATES[state][0] in str(part.blocks)


def test_a_reason_too_long_for_a_card_is_cut_and_marked() -> None:
    denied: Approval = approval(ApprovalState.DENIED, note="because " * 1000)

    *_, text = texts(cards.render(denied)[0].blocks[1])
    assert len(text) < MAX_NOTE + 200
    assert text.endswith(" …")


@pytest.mark.parametrize("value", ["", "null", "7", "[]", "[1,2]", '["a"]', '{"a":1}', "not json"])
def test_a_ticket_of_another_version_is_none(value: str) -> None:
    assert Ticket.load(value) is None
    assert Form.load(value) is None


def test_tickets_and_forms_come_back_as_they_were() -> None:
    form = Form(Ticket("ap_1", "9c" * 32), "G01REVIEW", None)

    assert Ticket.load(form.ticket.dump()) == form.ticket
    assert Form.load(form.dump()) == form
    assert len(form.ticket.dump()) < 200


def test_answers_of_buttons_and_forms_of_modals_come_back_as_they_were() -> None:
    for language in (None, Language.CHINESE):
        form = CommentForm(Answer("ex_1", language), "C01GENERAL", "1.2")
        assert Answer.load(form.answer.dump()) == form.answer
        assert CommentForm.load(form.dump()) == form
    about = About("T", "C", "1.2", "1.3", "https://hooks.slack.test/x")
    assert About.load(about.dump()) == about


@pytest.mark.parametrize("value", ["", "null", "7", "[]", "[1,2]", '["a"]', '{"a":1}', "not json", None, 7, "[" * 9999])
def test_a_form_of_another_version_is_none(value: object) -> None:
    assert Form.load(value) is None
    assert CommentForm.load(value) is None
    assert About.load(value) is None


@pytest.mark.parametrize("share", [True, False])
def test_the_buttons_stay_under_the_first_part_however_long_the_answer(share: bool) -> None:
    first, *more = answers.render(long_outcome(), share=share)
    assert buttons(first) == [HELPFUL, UNHELPFUL, *([SHARE] if share else [])]
    assert [buttons(part) for part in more] == [[]] * len(more)


def test_only_an_answer_can_be_rated() -> None:
    assert [buttons(part) for part in answers.render(refusal(), share=True)] == [[]]
    assert [buttons(part) for part in answers.render(pending(), share=True)] == [[]]


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.integers(1, 120), st.integers(1, 40))
def test_no_citation_is_cut_where_an_answer_goes_on(sentences: int, gap: int) -> None:
    text = " ".join(f"{'word ' * gap}holds [{n}][{n + 1}]." for n in range(1, sentences + 1))
    parts = [
        e["text"]
        for m in answers.render(outcome(text=text, citations=()))
        for b in m.blocks
        if b["type"] == "rich_text"
        for e in elements(b)
        if "text" in e
    ]
    marks = [mark for part in parts for mark in re.findall(r"\[\d+\]", part)]
    assert [mark for n in range(1, sentences + 1) for mark in (f"[{n}]", f"[{n + 1}]")] == marks
