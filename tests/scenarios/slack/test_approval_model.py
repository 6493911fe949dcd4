"""The approval model as people in Slack meet it: a controlled clock, and a new process between every two steps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.slack import reviewing
from core.domain.approval import ApprovalState, Ruling
from core.domain.request import Person
from core.wording import reviewing as wording
from tests.doubles.slack import Refused, acts
from tests.scenarios.slack.house import RULES, House, house

WORDS = "At most $210 before tax, and $250 in Zurich. [1]"


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def test_a_quorum_shows_its_progress_on_the_card_and_the_last_vote_answers(place: House) -> None:
    asked, approval, card = await place.under_review()
    assert "0 of 2 approvals" in card.words
    assert "If nobody decides by 2026-01-08 09:00 UTC" in place.answers(asked)[0]
    await place.later(1)

    await place.people.click("U01SAM", card, "approve")
    assert await place.told("U01SAM") == wording.RULINGS[Ruling.COUNTED]
    await place.space.until(lambda: "1 of 2 approvals: @U01SAM" in card.words)
    await place.later(1)
    await place.people.click("U01SAM", card, "approve")
    assert await place.told("U01SAM", 2) == wording.RULINGS[Ruling.ALREADY_VOTED]
    await place.later(1)
    await place.people.click("U01KIM", card, "approve")

    await place.space.until(lambda: "Approved by @U01KIM" in card.words)
    assert "2 of 2 approvals: @U01SAM, @U01KIM" in card.words
    assert card.buttons == {}
    await place.ended(approval)
    assert "Reviewed by kim." in place.answers(asked)[-1]


async def test_an_edit_goes_out_as_the_reviewers_own_words(place: House) -> None:
    asked, approval, card = await place.under_review()
    await place.people.click("U01KIM", card, "approve")
    await place.space.until(lambda: "1 of 2 approvals: @U01KIM" in card.words)
    old = card.buttons["approve"]
    await place.later(1)

    await place.people.click("U01SAM", card, "edit")
    field = place.space.views["U01SAM"]["blocks"][0]["element"]
    assert field["initial_value"] == approval.draft.text
    await place.people.submit("U01SAM", {"words": approval.draft.text})
    assert place.space.views["U01SAM"]["errors"] == {"words": wording.RULINGS[Ruling.WORDS_REQUIRED]}
    await place.people.submit("U01SAM", {"words": WORDS})

    assert await place.told("U01SAM") == wording.EDITING[Ruling.COUNTED]
    await place.space.until(lambda: WORDS in card.words)
    assert "In the words of @U01SAM. One earlier approval is void." in card.words
    assert "1 of 2 approvals: @U01SAM" in card.words
    await place.later(1)
    await place.people.click("U01LEE", card, "approve", remembered=old)
    assert await place.told("U01LEE") == wording.RULINGS[Ruling.STALE_DIGEST]
    await place.later(1)
    await place.people.click("U01KIM", card, "approve")
    await place.ended(approval)

    verdict = place.answers(asked)[-1]
    assert f"In the words of sam, who reviewed my draft:\n\n{WORDS}" in verdict
    assert "Travel policy (https://policies.example/travel)" in verdict
    assert "Approved by @U01KIM" in card.words


async def test_words_for_a_draft_that_changed_meanwhile_stay_with_who_wrote_them(place: House) -> None:
    _, _, card = await place.under_review()
    await place.people.click("U01LEE", card, "edit")
    await place.people.click("U01SAM", card, "edit")
    old = card.buttons["edit"]
    await place.people.submit("U01SAM", {"words": WORDS})
    await place.space.until(lambda: WORDS in card.words)

    await place.people.submit("U01LEE", {"words": "Mine. [1]"})
    assert place.space.views["U01LEE"]["errors"] == {"words": wording.EDIT_STALE}
    await place.people.click("U01KIM", card, "edit", remembered=old)

    assert await place.told("U01KIM") == wording.EDIT_STALE
    assert "U01KIM" not in place.space.views


async def test_reminders_come_in_working_hours_then_the_boss_is_asked_then_it_expires(place: House) -> None:
    asked, approval, card = await place.under_review()
    await place.later(4)
    thread = lambda: place.space.thread(card.channel, card.ts)  # noqa: E731
    await place.space.until(lambda: len(thread()) == 1)
    assert "This still waits for a decision" in thread()[0].words
    await place.later(16)  # Tuesday, 5:00
    await place.later(4)
    await place.space.until(lambda: len(thread()) == 2)

    await place.later(6)  # Tuesday, 15:00
    boss = place.space.direct("U01BOSS").id
    await place.space.until(lambda: place.cards(boss))
    await place.space.until(lambda: wording.ESCALATED in card.words)
    (copy,) = place.cards(boss)
    assert wording.ESCALATED in copy.words
    await place.people.click("U01BOSS", copy, "approve")
    await place.space.until(lambda: "1 of 2 approvals: @U01BOSS" in card.words)
    await place.space.until(lambda: "1 of 2 approvals: @U01BOSS" in copy.words)

    old = card.buttons["approve"]
    await place.later(43)
    await place.ended(approval)
    assert "This is not a no." in place.answers(asked)[-1]
    for shown in (card, copy):
        await place.space.until(lambda shown=shown: "Expired" in shown.words and not shown.buttons)
    await place.people.click("U01KIM", card, "approve", remembered=old)
    assert await place.told("U01KIM") == wording.RULINGS[Ruling.EXPIRED]
    assert len(thread()) == 2


async def test_the_asker_withdraws_by_the_button_that_only_they_see(place: House) -> None:
    asked, approval, card = await place.under_review()
    await place.space.until(lambda: place.space.whispers("U01DANA"))
    (offer,) = place.space.whispers("U01DANA")
    assert offer.thread_ts == asked.message.ts
    with pytest.raises(Refused):
        await place.people.click("U01SAM", offer, "withdraw")
    old = card.buttons["approve"]
    await place.later()

    await place.people.click("U01DANA", offer, "withdraw")

    assert await place.told("U01DANA") == wording.withdrawing(Ruling.DECIDED)
    assert not [w for w in place.space.whispers("U01DANA") if w.buttons]
    await place.ended(approval)
    assert "You withdrew your question" in place.answers(asked)[-1]
    await place.space.until(lambda: "Withdrawn by @U01DANA" in card.words and not card.buttons)
    await place.people.click("U01SAM", card, "approve", remembered=old)
    assert await place.told("U01SAM") == wording.RULINGS[Ruling.WITHDRAWN]


async def test_in_a_direct_message_the_notice_itself_has_the_button_until_it_is_used(place: House) -> None:
    asked = await place.people.direct("U01DANA", "What may a hotel room cost a night?")
    channel = asked.message.channel
    await place.space.until(lambda: place.cards())
    (notice,) = [m for m in place.space.top_level(channel) if "withdraw" in m.buttons]
    assert "A reviewer has my draft" in notice.words

    await place.people.click("U01DANA", notice, "withdraw")

    assert await place.told("U01DANA") == wording.withdrawing(Ruling.DECIDED)
    await place.space.until(lambda: not notice.buttons)
    await place.space.until(lambda: "You withdrew your question" in place.space.top_level(channel)[-1].words)
    assert "A reviewer has my draft" in notice.words


async def test_a_question_is_handed_over_with_a_note(place: House) -> None:
    asked, approval, card = await place.under_review()
    await place.people.click("U01SAM", card, "hand_over")
    assert "the travel desk" in str(place.space.views["U01SAM"])
    await place.people.submit("U01SAM", {"note": "A special case <b>"})

    assert await place.told("U01SAM") == wording.HANDING_OVER[Ruling.DECIDED]
    await place.ended(approval)
    assert "I handed your question to the travel desk." in place.answers(asked)[-1]
    await place.space.until(lambda: "Handed over by @U01SAM" in card.words and not card.buttons)
    handed = place.space.top_level("C01GENERAL")[-1]
    assert "A special case <b>" in handed.words
    assert "What may a hotel room cost a night?" in handed.words


async def test_others_cannot_hand_it_over(place: House) -> None:
    _, approval, card = await place.under_review()
    place.space.channels[card.channel].members.add("U01BOSS")
    await place.people.click("U01BOSS", card, "hand_over")
    await place.people.submit("U01BOSS", {})
    assert await place.told("U01BOSS") == wording.RULINGS[Ruling.NOT_AN_APPROVER]
    assert (await place.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_deleted_question_is_withdrawn(place: House) -> None:
    asked, approval, card = await place.under_review()
    await acts.delete(place.people, asked.message, repeats=2)
    ended = await place.ended(approval)
    assert ended.state is ApprovalState.WITHDRAWN
    await place.space.until(lambda: "Withdrawn by @U01DANA" in card.words)
    assert "You withdrew your question" in place.answers(asked)[-1]


async def test_the_asker_hears_of_the_ending_directly_where_the_place_is_gone(place: House) -> None:
    _, approval, card = await place.under_review()
    place.space.channels["C01GENERAL"].archived = True
    await place.people.click("U01LEE", card, "deny")
    await place.people.submit("U01LEE", {"reason": "Out of date"})
    await place.ended(approval)
    direct = place.space.direct("U01DANA").id
    (told,) = place.space.top_level(direct)
    assert "You asked:\n>What may a hotel room cost a night?" in told.words
    assert "Out of date" in told.words


async def test_an_edited_question_is_withdrawn_and_answered_anew_once(place: House) -> None:
    asked, approval, card = await place.under_review()
    await place.later()
    await acts.edit(place.people, asked.message, "Which class are flights booked in?", repeats=3)
    assert (await place.ended(approval)).state is ApprovalState.WITHDRAWN
    await place.space.until(lambda: len(place.cards()) == 2)
    await place.space.until(lambda: "Withdrawn" in card.words)
    anew = place.cards()[-1]
    assert "Which class are flights booked in?" in anew.words
    assert len(place.answers(asked)) == 3  # under review; withdrawn; under review anew

    await place.later()
    await acts.unfurl(place.people, asked.message)
    await acts.edit(place.people, asked.message, "Which class are flights booked in?")  # nothing changed
    assert len(place.cards()) == 2
    await acts.edit(place.people, asked.message, "And trains?")
    await place.space.until(lambda: "Withdrawn" in anew.words)


async def test_an_answered_question_that_is_edited_is_answered_anew(place: House) -> None:
    place.certain.value = 0.95
    asked = await place.people.mention("U01DANA", "C01GENERAL", "What may a hotel room cost a night?")
    await place.space.until(lambda: any("$210" in words for words in place.answers(asked)))
    await acts.edit(place.people, asked.message, "Which class are flights booked in?", repeats=2)
    await place.space.until(lambda: any("economy" in words for words in place.answers(asked)))
    await acts.edit(place.people, asked.message, "never mind")
    asked.message.text = "never mind"  # the mention is gone too
    await place.later()
    assert sum("economy" in words for words in place.answers(asked)) == 1


async def test_who_stands_in_gets_a_card_and_votes_in_the_place_of_who_is_away(place: House) -> None:
    _, _, card = await place.under_review()
    today = place.clock.now().date()
    kim = Person(id="slack:U01KIM", name="kim")
    assert await place.workflows.delegate("slack:U01KIM", "slack:U01BOSS", (today, today), kim)
    await place.later()
    boss = place.space.direct("U01BOSS").id
    await place.space.until(lambda: place.cards(boss))
    (copy,) = place.cards(boss)
    await place.people.click("U01BOSS", copy, "approve")
    for shown in (card, copy):
        await place.space.until(lambda shown=shown: "1 of 2 approvals: @U01BOSS for @U01KIM" in shown.words)
    await place.people.click("U01KIM", card, "approve")
    assert await place.told("U01KIM") == wording.RULINGS[Ruling.ALREADY_VOTED]


@pytest.mark.parametrize("button", ["deny", "edit", "ask_back", "hand_over"])
async def test_a_form_that_could_not_be_opened_in_time_is_told(place: House, button: str) -> None:
    _, approval, card = await place.under_review()
    place.double.fail("views.open", "expired_trigger_id")
    delivery = await place.people.click("U01SAM", card, button)
    assert not delivery.acknowledged
    assert await place.told("U01SAM") == wording.NOT_RECORDED
    await place.people.click("U01SAM", card, button)
    assert "U01SAM" in place.space.views
    assert (await place.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_slow_database_does_not_cost_the_trigger_its_life(
    place: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, card = await place.under_review()

    async def slow(approval_id: str) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(reviewing, "READ_SECONDS", 0.05)
    monkeypatch.setattr(place.workflows, "approval", slow)
    assert not (await place.people.click("U01SAM", card, "edit")).acknowledged
    assert await place.told("U01SAM") == wording.NOT_RECORDED


async def test_an_edit_for_a_quorum_of_one_goes_out_at_once(tmp_path: Path) -> None:
    answers = [{**RULES["answers"][0], "quorum": 1}]
    async with house(tmp_path, {"answers": answers}) as place:
        asked, approval, card = await place.under_review()
        await place.people.click("U01SAM", card, "edit")
        await place.people.submit("U01SAM", {"words": WORDS})
        assert await place.told("U01SAM") == wording.RULINGS[Ruling.DECIDED]
        await place.ended(approval)
        assert f"In the words of sam, who reviewed my draft:\n\n{WORDS}" in place.answers(asked)[-1]
        assert "Approved by @U01SAM" in card.words
        assert "In the words of @U01SAM." in card.words
        assert WORDS in card.words
