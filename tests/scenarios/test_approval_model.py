"""The approval model with a controlled clock, and the program stopped and started again between every two steps."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from adapters.memory.directory import MemoryDirectory
from core.domain.approval import ApprovalState, Pause, Ruling, Verdict
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import Person, SurfaceName
from core.errors import SurfaceError
from tests.scenarios.office import BOSS, DANA, GUS, KIM, LEE, SAM, TRAVEL, Office

RULES: dict[str, Any] = {
    "hours": {"zone": "UTC", "days": ["mon", "tue", "wed", "thu", "fri"], "from": "08:00", "to": "18:00"},
    "handoff": {"to": "slack:TRAVELDESK", "name": "the travel desk"},
    "answers": [
        {
            "name": "travel",
            "approvers": [{"account": "slack:SAM"}, {"account": "slack:LEE"}, {"email": "kim@acme.test"}],
            "quorum": 2,
            "expires_after": "72h",
            "cards": ["slack:REVIEW"],
            "reminders": ["4h", "20h"],
            "escalation": [{"after": "30h", "approvers": [{"account": "slack:BOSS"}]}],
        }
    ],
}


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """Two of three must approve; reminders, then the boss, then the end after three days. It is Monday, 9:00."""
    office = Office(tmp_path, rules=RULES)
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    yield office
    await office.workflows.close()


async def kinds(office: Office) -> Counter[str]:
    return Counter(kind for kind, _ in await office.audited())


async def test_a_quorum_of_two_of_three_needs_two_people(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.later(1)
    assert (await office.decide(approval, SAM)).ruling is Ruling.COUNTED
    await office.later(1)
    assert (await office.decide(approval, SAM)).ruling is Ruling.ALREADY_VOTED
    assert office.slack.verdicts == {}
    await office.later(1)
    assert (await office.decide(approval, KIM)).ruling is Ruling.DECIDED
    await office.later()
    told = await office.verdict(approval)
    assert (told.reason, told.reviewed_by) == (Reason.REVIEWER_APPROVED, "Kim")
    assert await kinds(office) == {"exchange": 1, "vote": 2, "decision": 1, "effect": 1}


async def test_one_denial_ends_it_whatever_was_voted(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.decide(approval, SAM)
    await office.later(1)
    assert (await office.decide(approval, LEE, Verdict.DENY, "Out of date")).ruling is Ruling.DECIDED
    await office.later()
    assert (await office.verdict(approval)).outcome is OutcomeKind.DENIED
    assert (await office.decide(approval, KIM)).ruling is Ruling.ALREADY_DECIDED


WORDS = "At most $210 before tax, and $250 in Zurich. [1]"


async def test_an_edit_is_delivered_as_the_reviewers_own_words(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.decide(approval, KIM)  # for the draft that is about to change
    await office.later(1)
    edited = await office.decide(approval, SAM, Verdict.EDIT, words=WORDS)
    assert edited.ruling is Ruling.COUNTED
    now = await office.approval(approval.id)
    assert (now.draft.text, now.edited_by, now.digest != approval.digest) == (WORDS, SAM, True)
    await office.later(1)
    card = office.card(approval.id)
    assert card is not None
    assert card.digest == now.digest
    assert (await office.decide(approval, LEE)).ruling is Ruling.STALE_DIGEST
    assert (await office.decide(now, SAM)).ruling is Ruling.ALREADY_VOTED
    await office.later(1)
    assert (await office.decide(now, KIM)).ruling is Ruling.DECIDED
    await office.later()
    told = await office.verdict(approval)
    assert (told.outcome, told.reason) == (OutcomeKind.ANSWERED, Reason.REVIEWER_EDITED)
    assert told.text.startswith(f"In the words of Sam, who reviewed my draft:\n\n{WORDS}")
    assert "not by me" in told.text
    assert [citation.n for citation in told.citations] == [1]
    assert all(citation.quote in TRAVEL for citation in told.citations)
    assert [vote.void for vote in await office.store.approvals.votes(approval.id)] == [True, False, False]
    assert await kinds(office) == {"exchange": 1, "vote": 3, "edit": 1, "decision": 1, "effect": 1}


async def test_an_edit_is_shown_on_every_card_though_the_program_died_before_it_could(office: Office) -> None:
    approval = await office.ask_for_review()

    async def crash(_: object) -> None:
        raise KeyboardInterrupt

    office.workflows._changed = crash  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyboardInterrupt):
        await office.decide(approval, SAM, Verdict.EDIT, words=WORDS)
    await office.later()
    await office.later()
    card = office.card(approval.id)
    assert card is not None
    assert card.draft.text == WORDS


async def test_only_quotes_that_verify_stay_citations(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.later()
    await office.decide(approval, SAM, Verdict.EDIT, words="Ask the travel desk.")
    assert (await office.approval(approval.id)).draft.citations == ()
    assert (await office.decide(approval, SAM, Verdict.EDIT, words=" ")).ruling is Ruling.STALE_DIGEST
    now = await office.approval(approval.id)
    assert (await office.decide(now, SAM, Verdict.EDIT, words=" ")).ruling is Ruling.WORDS_REQUIRED
    assert (await office.decide(now, DANA, Verdict.EDIT, words="Yes")).ruling is Ruling.NOT_AN_APPROVER


async def test_reminders_come_once_each_and_within_working_hours(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.later(3.9)
    assert office.slack.reminders == {}
    await office.later(0.1)  # 13:00
    await office.later()
    (first,) = office.slack.reminders
    assert (first[0].channel, first[1]) == ("REVIEW", 1)
    await office.later(16)  # 5:00 at night: the second is due and waits for 8:00
    await office.later()
    assert len(office.slack.reminders) == 1
    await office.later(3)
    for _ in range(3):
        await office.later()
    assert sorted(number for _, number in office.slack.reminders) == [1, 2]
    assert await kinds(office) == {"exchange": 1, "reminder": 2}
    assert (await office.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_reminder_on_record_is_given_though_the_program_died_before_it_could(office: Office) -> None:
    await office.ask_for_review()
    office.clock.advance(5 * 3600)

    async def crash(_: object) -> None:
        raise KeyboardInterrupt

    office.workflows._tell = crash  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyboardInterrupt):
        await office.workflows.sweep()
    assert (await kinds(office))["reminder"] == 1
    await office.later()
    await office.later()
    assert [number for _, number in office.slack.reminders] == [1]


async def test_nobody_is_reminded_of_what_was_decided_meanwhile(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.decide(approval, LEE, Verdict.DENY, "No")
    await office.later(5)
    await office.later()
    assert office.slack.reminders == {}


async def test_the_next_level_is_asked_too_once_the_first_has_had_its_time(office: Office) -> None:
    approval = await office.ask_for_review()
    assert (await office.decide(approval, BOSS)).ruling is Ruling.NOT_AN_APPROVER
    await office.later(30)
    await office.later()
    assert {card.channel for card in office.slack.cards} == {"REVIEW", "BOSS"}
    assert (await office.decide(approval, BOSS)).ruling is Ruling.COUNTED
    await office.later(1)
    assert (await office.decide(approval, SAM)).ruling is Ruling.DECIDED  # the first level still decides
    await office.later()
    assert {card.state for card in office.slack.cards.values()} == {ApprovalState.APPROVED}
    assert (await kinds(office))["escalation"] == 1


async def test_what_nobody_decided_expires_after_all_of_it(office: Office) -> None:
    approval = await office.ask_for_review()
    for hours in (5, 20, 10, 36.9):
        await office.later(hours)
    assert (await office.approval(approval.id)).state is ApprovalState.PENDING
    await office.later(0.1)
    told = await office.verdict(approval)
    assert (told.outcome, told.reason) == (OutcomeKind.EXPIRED, Reason.REVIEW_EXPIRED)
    await office.later()
    assert (await office.decide(approval, SAM)).ruling is Ruling.EXPIRED
    assert await kinds(office) == {"exchange": 1, "reminder": 2, "escalation": 1, "expiry": 1, "effect": 1}


async def test_the_asker_withdraws(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.later(1)
    assert (await office.workflows.withdraw(approval.id, SAM)).ruling is Ruling.NOT_THE_ASKER
    assert [a.id for a in await office.workflows.pending(DANA)] == [approval.id]
    assert (await office.workflows.withdraw(approval.id, Person(id="slack:DANA", name="?"))).ruling is Ruling.DECIDED
    await office.later(1)
    told = await office.verdict(approval)
    assert (told.outcome, told.reason, told.citations) == (OutcomeKind.WITHDRAWN, Reason.ASKER_WITHDREW, ())
    assert (await office.workflows.withdraw(approval.id, DANA)).ruling is Ruling.WITHDRAWN
    assert (await office.decide(approval, SAM)).ruling is Ruling.WITHDRAWN
    assert list(await office.workflows.pending(DANA)) == []
    card = office.card(approval.id)
    assert card is not None
    assert card.state is ApprovalState.WITHDRAWN
    assert await kinds(office) == {"exchange": 1, "withdrawal": 1, "effect": 1}


async def test_a_question_that_was_edited_or_deleted_is_taken_back(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.later()
    assert (await office.workflows.take_back(approval.request.id, SAM)).ruling is Ruling.NOT_THE_ASKER
    assert (await office.workflows.take_back("slack:T:C:none", DANA)).ruling is Ruling.UNKNOWN_APPROVAL
    assert (await office.workflows.take_back(approval.request.id, DANA)).ruling is Ruling.DECIDED


async def test_a_question_is_handed_to_somebody_who_goes_on_with_it(office: Office) -> None:
    approval = await office.ask_for_review()
    assert (await office.workflows.hand_over(approval.id, BOSS)).ruling is Ruling.NOT_AN_APPROVER
    await office.later(1)
    assert (await office.workflows.hand_over(approval.id, LEE, "Not for us")).ruling is Ruling.DECIDED
    await office.later()
    told = await office.verdict(approval)
    assert (told.outcome, told.reason) == (OutcomeKind.HANDED_OVER, Reason.HANDED_TO_PERSON)
    assert "the travel desk" in told.text
    assert list(office.slack.handed_over) == [approval.id]
    assert (await office.decide(approval, SAM)).ruling is Ruling.HANDED_OVER
    assert await kinds(office) == {"exchange": 1, "handoff": 1, "effect": 1}


FOR_TWO_DAYS = (date(2026, 1, 5), date(2026, 1, 6))


async def test_somebody_stands_in_for_who_is_away(office: Office) -> None:
    approval = await office.ask_for_review()
    set_by_sam = await office.workflows.delegate("slack:SAM", "boss@acme.test", FOR_TWO_DAYS, SAM)
    assert set_by_sam is not None
    assert set_by_sam.set_by == SAM
    assert await office.workflows.delegate("slack:SAM", "slack:DANA", FOR_TWO_DAYS, DANA) is None
    await office.later(1)
    assert [a.id for a in await office.workflows.inbox(BOSS)] == [approval.id]
    assert (await office.decide(approval, BOSS)).ruling is Ruling.COUNTED
    assert list(await office.workflows.inbox(BOSS)) == []
    await office.later(1)
    assert (await office.decide(approval, SAM)).ruling is Ruling.ALREADY_VOTED  # one seat, one vote
    assert (await office.decide(approval, LEE)).ruling is Ruling.DECIDED
    await office.verdict(approval)
    (first, _) = await office.store.approvals.votes(approval.id)
    assert (first.voter, first.on_behalf_of) == (BOSS, SAM)
    assert await kinds(office) == {"exchange": 1, "delegation": 1, "vote": 2, "decision": 1, "effect": 1}


async def test_a_delegate_gets_a_card_and_loses_the_right_when_it_is_over(office: Office) -> None:
    await office.workflows.delegate("slack:SAM", "slack:BOSS", FOR_TWO_DAYS, SAM)
    approval = await office.ask_for_review()
    await office.later()
    assert {card.channel for card in office.slack.cards} == {"REVIEW", "BOSS"}
    await office.later(24)
    assert [a.id for a in await office.workflows.inbox(BOSS)] == [approval.id]
    office.clock.advance(5.9 * 3600)  # before the escalation
    (delegation,) = await office.workflows.delegations()
    assert await office.workflows.call_off(delegation.id, KIM) is None
    assert await office.workflows.call_off(delegation.id, SAM) is not None
    await office.later()
    assert (await office.decide(approval, BOSS)).ruling is Ruling.NOT_AN_APPROVER
    assert list(await office.workflows.delegations()) == []


async def test_a_delegate_gets_a_card_of_what_waits_already(office: Office) -> None:
    await office.ask_for_review()
    await office.workflows.delegate("slack:SAM", "slack:BOSS", FOR_TWO_DAYS, SAM)
    await office.later(1)
    await office.later()
    assert {card.channel for card in office.slack.cards} == {"REVIEW", "BOSS"}


async def test_a_chat_product_that_does_not_know_who_is_away_holds_nothing_up(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.workflows.delegate("slack:SAM", "slack:BOSS", FOR_TWO_DAYS, SAM)
    await office.workflows.close()
    office.clock.advance(5 * 3600)
    office.app = office._application()

    class Away(MemoryDirectory):
        async def identify(self, person: Person) -> Person:
            raise SurfaceError("Slack does not answer.", code="timeout", permanent=False)

    office.app.directory.attach(SurfaceName.SLACK, Away())
    office.workflows = office._workflows()
    await office.workflows.launch()
    await office.until(lambda: bool(office.slack.reminders))
    assert (await office.approval(approval.id)).reminded == 1


@pytest.mark.parametrize("delegate", [DANA, GUS], ids=["the asker", "a guest"])
async def test_who_may_not_decide_does_not_by_delegation_either(office: Office, delegate: Person) -> None:
    approval = await office.ask_for_review()
    await office.workflows.delegate("slack:SAM", delegate.id, FOR_TWO_DAYS, SAM)
    await office.later()
    refused = Ruling.OWN_REQUEST if delegate is DANA else Ruling.NOT_AN_APPROVER
    assert (await office.decide(approval, delegate)).ruling is refused
    assert list(await office.workflows.inbox(delegate)) == []


async def test_delegation_goes_one_step(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.workflows.delegate("slack:SAM", "slack:BOSS", FOR_TWO_DAYS, SAM)
    await office.workflows.delegate("slack:BOSS", "slack:OTHER", FOR_TWO_DAYS, BOSS)
    await office.later()
    assert (await office.decide(approval, Person(id="slack:OTHER", name="?"))).ruling is Ruling.NOT_AN_APPROVER


async def test_the_file_may_say_who_stands_in(tmp_path: Path) -> None:
    away = {"person": "slack:SAM", "delegate": "slack:BOSS", "from": FOR_TWO_DAYS[0], "to": FOR_TWO_DAYS[1]}
    office = Office(tmp_path, rules={**RULES, "away": [away]})
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    approval = await office.ask_for_review()
    assert (await office.decide(approval, BOSS)).ruling is Ruling.COUNTED
    await office.later(48)
    assert [d.id for d in await office.workflows.delegations()] == []
    await office.workflows.close()


async def test_while_paused_nothing_is_answered_or_decided_and_no_time_passes(office: Office) -> None:
    approval = await office.ask_for_review()
    pause = Pause(id="p", reason="A wrong policy is out.", paused_at=office.clock.now(), paused_by="kim")
    await office.store.pauses.begin(pause)
    await office.later(1)
    told = office.shown(await office.ask())
    assert (told.outcome, told.reason) == (OutcomeKind.REFUSED, Reason.PAUSED)
    assert "A wrong policy is out." in told.text
    assert (await office.decide(approval, SAM)).ruling is Ruling.PAUSED
    assert (await office.workflows.hand_over(approval.id, SAM)).ruling is Ruling.PAUSED
    await office.later(99)
    assert (await office.approval(approval.id)).state is ApprovalState.PENDING
    assert office.slack.reminders == {}
    await office.store.pauses.end("kim", office.clock.now())
    await office.later(1)
    now = await office.approval(approval.id)
    assert (now.held, (now.expires_at - approval.expires_at).total_seconds()) == (100 * 3600, 100 * 3600)
    assert (await office.decide(approval, SAM)).ruling is Ruling.COUNTED
    await office.later(71)
    assert (await office.verdict(approval)).reason is Reason.REVIEW_EXPIRED


async def test_a_withdrawal_during_a_pause_is_told_after_it(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.store.pauses.begin(Pause(id="p", reason="", paused_at=office.clock.now(), paused_by="kim"))
    assert (await office.workflows.withdraw(approval.id, DANA)).ruling is Ruling.DECIDED
    await office.later(1)
    assert office.slack.verdicts == {}
    await office.store.pauses.end("kim", office.clock.now())
    await office.later()
    assert (await office.verdict(approval)).outcome is OutcomeKind.WITHDRAWN


async def test_a_verdict_that_a_pause_overtook_is_told_after_it(office: Office) -> None:
    approval = await office.ask_for_review()
    now = office.clock.now()
    start = office.workflows._runtime.start

    async def paused_meanwhile(*arguments: Any) -> None:
        await office.store.pauses.begin(Pause(id="p", reason="", paused_at=now, paused_by="kim"))
        await start(*arguments)

    office.workflows._runtime.start = paused_meanwhile  # type: ignore[method-assign]
    await office.decide(approval, LEE, Verdict.DENY, "No")
    office.workflows._runtime.start = start  # type: ignore[method-assign]
    await office.until(lambda: bool(office.workflows._steps.held_back))
    await office.store.pauses.end("kim", now)
    async with asyncio.timeout(20):
        while (await office.approval(approval.id)).effect_at is None:
            await office.workflows.sweep()  # the first may come while the workflow still updates the cards
            await asyncio.sleep(0.05)
    assert (await office.verdict(approval)).outcome is OutcomeKind.DENIED
    assert office.workflows._steps.held_back == set()


async def test_the_asker_is_told_how_long_it_may_take(office: Office) -> None:
    approval = await office.ask_for_review()
    told = office.slack.outcomes[approval.request.id].text
    assert told.endswith("If nobody decides by 2026-01-08 09:00 UTC, I will tell you so.")
    for _ in range(3):
        waiting = await office.ask_for_review()
        office.clock.advance(20 * 60)
        await office.decide(waiting, LEE, Verdict.DENY, "No")
    last = await office.ask_for_review()
    assert "usually takes about 20 minutes" in office.slack.outcomes[last.request.id].text


async def test_an_inbox_has_what_one_may_decide_and_has_not_voted_on(office: Office) -> None:
    approval = await office.ask_for_review()
    assert [a.id for a in await office.workflows.inbox(SAM)] == [approval.id]
    assert list(await office.workflows.inbox(DANA)) == list(await office.workflows.inbox(GUS)) == []
    await office.decide(approval, SAM)
    assert list(await office.workflows.inbox(SAM)) == []
    assert [a.id for a in await office.workflows.inbox(LEE)] == [approval.id]


async def test_each_vote_shows_on_every_card_though_the_program_died_before_it_could(office: Office) -> None:
    approval = await office.ask_for_review()

    async def crash(_: object) -> None:
        raise KeyboardInterrupt

    office.workflows._changed = crash  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyboardInterrupt):
        await office.decide(approval, SAM)
    await office.later()
    await office.until(lambda: [len(votes) for votes in office.slack.votes.values()] == [1])


async def test_a_reviewer_asks_back_and_the_answer_stands_beside_the_card(office: Office) -> None:
    approval = await office.ask_for_review()
    asked = await office.workflows.ask_back(approval.id, SAM, " For which city? ", "slack:T:R:1")
    assert asked.ruling is Ruling.PASSED_ON
    await office.until(lambda: "slack:T:R:1" in office.slack.asked_back)
    assert office.slack.asked_back["slack:T:R:1"].text == "For which city?"
    await office.later(1)
    assert [a.id for a in await office.workflows.asked_back(DANA)] == [approval.id]
    answered = await office.workflows.answer_back(approval.id, DANA, "Zurich", "slack:T:C:2")
    assert answered.ruling is Ruling.PASSED_ON
    assert (await office.workflows.answer_back(approval.id, DANA, "Zurich", "slack:T:C:2")).ruling is Ruling.PASSED_ON
    again = await office.workflows.answer_back(approval.id, DANA, "Or Bern", "slack:T:C:3")
    assert again.ruling is Ruling.NOT_ASKED_BACK
    await office.later()
    await office.until(lambda: len(office.slack.remarks) == 2)
    assert [(r.author, r.text) for r in office.slack.remarks.values()] == [(SAM, "For which city?"), (DANA, "Zurich")]
    assert (await kinds(office))["remark"] == 2


@pytest.mark.parametrize(
    ("person", "text", "ruling"),
    [
        (DANA, "Why?", Ruling.OWN_REQUEST),
        (BOSS, "Why?", Ruling.NOT_AN_APPROVER),
        (GUS, "Why?", Ruling.NOT_AN_APPROVER),
        (SAM, "  ", Ruling.WORDS_REQUIRED),
        (SAM, "x" * 3001, Ruling.WORDS_REQUIRED),
    ],
)
async def test_only_reviewers_ask_back_and_in_words(office: Office, person: Person, text: str, ruling: Ruling) -> None:
    approval = await office.ask_for_review()
    assert (await office.workflows.ask_back(approval.id, person, text, "slack:1")).ruling is ruling
    assert (await office.workflows.ask_back("ap_unknown", SAM, "Why?", "slack:1")).ruling is Ruling.UNKNOWN_APPROVAL
    assert (await kinds(office))["remark"] == 0


async def test_nobody_is_asked_back_once_it_is_over_or_while_the_program_is_paused(office: Office) -> None:
    approval = await office.ask_for_review()
    now = office.clock.now()
    await office.store.pauses.begin(Pause(id="p", reason="", paused_at=now, paused_by="kim"))
    assert (await office.workflows.ask_back(approval.id, SAM, "Why?", "slack:1")).ruling is Ruling.PAUSED
    await office.store.pauses.end("kim", now)
    await office.workflows.ask_back(approval.id, SAM, "Why?", "slack:1")
    await office.workflows.withdraw(approval.id, DANA)
    assert (await office.workflows.ask_back(approval.id, SAM, "Why?", "slack:2")).ruling is Ruling.WITHDRAWN
    assert (await office.workflows.answer_back(approval.id, DANA, "So", "slack:3")).ruling is Ruling.WITHDRAWN
    assert (await office.workflows.answer_back(approval.id, LEE, "So", "slack:3")).ruling is Ruling.NOT_THE_ASKER
    assert list(await office.workflows.asked_back(DANA)) == []


async def test_a_question_taken_back_while_its_journey_runs_is_withdrawn_as_soon_as_it_is_under_review(
    office: Office,
) -> None:
    office.certain.value = 0.6
    request = office.request()
    office.slack.failure = SurfaceError("Slack is slow.", code="timeout", permanent=False)
    save = office.store.exchanges.save
    gone_on = asyncio.Event()

    async def later(*arguments: Any) -> Any:
        await gone_on.wait()
        return await save(*arguments)

    office.store.exchanges.save = later  # type: ignore[method-assign]
    await office.workflows.submit(request)
    assert (await office.workflows.take_back(request.id, DANA)).ruling is Ruling.UNKNOWN_APPROVAL
    office.slack.failure = None
    gone_on.set()
    await office.until(lambda: bool(office.slack.verdicts))
    [(approval, told)] = office.slack.verdicts.values()
    assert (approval.request.id, told.outcome) == (request.id, OutcomeKind.WITHDRAWN)
    assert (await office.workflows.take_back("slack:never:asked", DANA)).ruling is Ruling.UNKNOWN_APPROVAL
