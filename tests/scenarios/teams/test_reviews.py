"""Reviews in Teams: the card, who may press what, and that a press decides once and a refresh never."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.domain.approval import Approval, ApprovalState, Ruling
from core.wording import reviewing as wording
from tests.doubles.teams import GENERAL, REVIEW, Message, Refused, cards
from tests.scenarios.office import HOTEL
from tests.scenarios.surfaces.table import ANSWER
from tests.scenarios.teams.conftest import TeamsHouse

WORDS = "At most $210, and $250 in *Zurich*. [1]"


async def decisions(at: TeamsHouse) -> int:
    return [kind for kind, _ in await at.house.audited()].count("decision")


def action(approval: Approval, verb: str, **data: str) -> dict[str, Any]:
    ticket = {"approval": approval.id, "digest": approval.digest}
    return {"type": "Action.Execute", "verb": verb, "data": {**ticket, **data}}


async def invoke(at: TeamsHouse, user: str, card: Message, value: Any) -> int | None:
    return (await at.people.invoke(user, card, "adaptiveCard/action", value)).status


async def test_the_card_shows_everything_that_is_signed_and_only_the_ticket_in_its_buttons(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    words = card.words
    for part in (HOTEL, "Dana", ANSWER, "Travel policy", "60%", "less than the 80% needed", "A hotel room may cost"):
        assert part in words, part
    found = {button.verb: button for button in at.people.buttons("sam", card)}
    assert {"approve", "edit", "deny", "ask_back"} <= set(found)
    for button in found.values():
        assert button.action.get("data", {}).items() <= {"approval": approval.id, "digest": approval.digest}.items()
    assert card.card
    assert cards.faults(card.card) == []


async def test_approving_replaces_the_card_for_everybody_and_answers_the_asker(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    answer = await at.people.press("sam", card, "approve")
    assert (answer.status, answer.content["type"]) == (200, "application/vnd.microsoft.card.adaptive")
    assert at.people.buttons("sam", card) == []
    await at.told("Reviewed by Sam.")
    await at.space.until(lambda: "Approved" in card.words and card.versions)
    for reader in ("lee", "kim"):
        assert at.people.buttons(reader, card) == []
        assert "Sam" in at.people.reads(reader, card)
    assert (await at.house.approval(approval.id)).state is ApprovalState.APPROVED


async def test_a_denial_needs_a_reason_which_the_asker_reads(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    with pytest.raises(Refused):
        await at.people.press("sam", card, "deny")
    blank = await invoke(at, "sam", card, {"action": action(approval, "deny", reason="  "), "trigger": "manual"})
    assert blank == 200
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING
    await at.people.press("sam", card, "deny", {"reason": "Under <revision>."})
    await at.told("Their reason: Under <revision>.")
    await at.space.until(lambda: "Denied" in card.words and "Under <revision>." in card.words)


async def test_an_edit_goes_out_as_the_reviewers_own_words(at: TeamsHouse) -> None:
    _, _, card = await at.under_review()
    (button,) = [button for button in at.people.buttons("sam", card) if button.verb == "edit"]
    assert [one.get("value") for one in button.inputs if one["id"] == "words"] == [ANSWER]
    await at.people.press("sam", card, "edit", {"words": WORDS})
    told = await at.told("In the words of Sam")
    assert WORDS in told.words
    assert not told.labelled  # a person wrote it


@pytest.mark.parametrize("verb", ["approve", "edit", "deny"])
async def test_who_may_not_decide_is_told_so_privately_and_changes_nothing(at: TeamsHouse, verb: str) -> None:
    _, approval, card = await at.under_review()
    inputs = {"approve": {}, "edit": {"words": WORDS}, "deny": {"reason": "no"}}[verb]
    answer = await at.people.press("kim", card, verb, inputs)
    assert answer.said == wording.RULINGS[Ruling.NOT_AN_APPROVER]
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING
    assert await at.house.store.approvals.votes(approval.id) == ()


async def test_the_same_press_fifty_times_under_new_ids_and_old_decides_once(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    value = {"action": action(approval, "approve"), "trigger": "manual"}
    place = at.space.conversations[REVIEW]
    same = at.people.frame("sam", place, card.id, type="invoke", name="adaptiveCard/action", value=value)
    again = [
        at.people.frame("sam", place, card.id, type="invoke", name="adaptiveCard/action", value=value)
        for _ in range(25)
    ]
    brought = [{**activity, "replyToId": card.id} for activity in [*[same] * 25, *again]]
    deliveries = await asyncio.gather(*(at.people.transport.deliver(activity) for activity in brought))
    assert {delivery.status for delivery in deliveries} == {200}
    assert {delivery.content["type"] for delivery in deliveries} == {"application/vnd.microsoft.card.adaptive"}
    await at.told("Reviewed by Sam.")
    await at.house.told(approval)
    await at.house.restart()
    assert (await at.people.transport.deliver(brought[0])).status == 200
    assert await decisions(at) == 1
    assert len(await at.house.store.approvals.votes(approval.id)) == 1
    assert sum("Reviewed by Sam." in message.words for message in at.answers()) == 1


@pytest.mark.parametrize("trigger", ["automatic", "Manual", "", None, 1])
async def test_what_nobody_pressed_decides_nothing(at: TeamsHouse, trigger: Any) -> None:
    _, approval, card = await at.under_review()
    for verb in ("refresh", "approve", "edit", "deny", "hand_over", "ask_back"):
        filled = action(approval, verb, reason="no", words=WORDS, note="x", question="x")
        value = {"action": filled, "trigger": trigger}
        assert await invoke(at, "sam", card, value) in (200, 400), verb
        assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING, verb
    assert await at.house.store.approvals.votes(approval.id) == ()


async def test_a_press_without_a_trigger_is_somebodys_and_a_refresh_without_one_still_decides_nothing(
    at: TeamsHouse,
) -> None:
    _, approval, card = await at.under_review()
    assert await invoke(at, "sam", card, {"action": action(approval, "refresh")}) == 200
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING
    assert await invoke(at, "sam", card, {"action": action(approval, "approve")}) == 200
    assert (await at.house.approval(approval.id)).state is ApprovalState.APPROVED


async def test_a_card_refreshes_for_readers_and_shows_each_what_they_may_do(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    for reader in ("sam", "lee", "kim"):
        await at.people.look(reader, card, manual=True)
    assert [bool(at.people.buttons(reader, card)) for reader in ("sam", "lee", "kim")] == [True, True, False]
    assert ANSWER in at.people.reads("kim", card)
    await at.people.press("sam", card, "approve")
    await at.house.told(approval)
    await at.space.until(lambda: "Approved" in card.words)
    await at.people.look("lee", card, manual=True)
    assert at.people.buttons("lee", card) == []


async def test_a_press_on_a_card_of_before_is_told_that_it_is_not_the_latest(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    old = at.people.button("sam", card, "approve")
    stale = {**old.action, "data": {**old.action["data"], "digest": "9c" * 32}}
    answer = await at.people.invoke("sam", card, "adaptiveCard/action", {"action": stale, "trigger": "manual"})
    assert answer.said == wording.RULINGS[Ruling.STALE_DIGEST]
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING


MALFORMED: list[Any] = [
    None,
    "approve",
    [],
    {},
    {"action": None, "trigger": "manual"},
    {"action": "approve", "trigger": "manual"},
    {"action": {"type": "Action.Execute"}, "trigger": "manual"},
    {"action": {"type": "Action.Execute", "verb": 7}, "trigger": "manual"},
    {"action": {"type": "Action.Execute", "verb": "approve"}, "trigger": "manual"},
    {"action": {"type": "Action.Execute", "verb": "approve", "data": []}, "trigger": "manual"},
    {"action": {"type": "Action.Execute", "verb": "approve", "data": {"approval": 1}}, "trigger": "manual"},
    {"action": {"type": "Action.Execute", "verb": "explode", "data": {}}, "trigger": "manual"},
]


async def test_a_malformed_press_is_the_callers_fault(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    for value in MALFORMED:
        assert await invoke(at, "sam", card, value) == 400, value
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_button_of_a_review_that_nobody_knows_says_so(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    pressed = {"type": "Action.Execute", "verb": "approve", "data": {"approval": "ap_0", "digest": approval.digest}}
    answer = await at.people.invoke("sam", card, "adaptiveCard/action", {"action": pressed, "trigger": "manual"})
    assert answer.said == wording.RULINGS[Ruling.UNKNOWN_APPROVAL]
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_reviewer_asks_back_and_the_answer_comes_under_the_card(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    await at.people.press("sam", card, "ask_back", {"question": "In which *city*?"})
    asked = await at.told("In which *city*?")
    await at.people.press("dana", asked, "answer_back", {"reply": "In Zurich & Basel."})
    await at.space.until(lambda: any("In Zurich & Basel." in m.words for m in at.space.said(REVIEW, card.id)))
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_reviewer_hands_over_to_whom_the_rule_names(at: TeamsHouse) -> None:
    _, _, card = await at.under_review()
    await at.people.press("sam", card, "hand_over", {"note": "For <you>."})
    await at.told("I handed your question to us.")
    await at.space.until(lambda: any("For <you>." in message.words for message in at.space.said(GENERAL)))


async def test_whoever_names_a_review_where_its_card_does_not_stand_sees_nothing_of_it(at: TeamsHouse) -> None:
    _, approval, _ = await at.under_review()
    await at.space.until(lambda: at.answers("kim"))
    other = at.answers("kim")[-1]
    for verb in ("refresh", "approve", "deny", "edit", "ask_back", "hand_over", "withdraw", "answer_back"):
        filled = action(approval, verb, reason="no", words=WORDS, note="x", question="x", reply="x")
        answer = await at.people.invoke("kim", other, "adaptiveCard/action", {"action": filled, "trigger": "manual"})
        assert answer.said, verb
        assert "210" not in answer.body, verb
    assert (await at.house.approval(approval.id)).state is ApprovalState.PENDING
