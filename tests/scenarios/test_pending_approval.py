from __future__ import annotations

import asyncio

import pytest

from core.domain.approval import ApprovalState, Ruling, Verdict
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import Person
from tests.scenarios.office import DANA, GUS, KIM, LEE, SAM, Office


async def test_an_uncertain_draft_goes_to_a_reviewer_and_the_asker_is_told(office: Office) -> None:
    office.certain.value = 0.6
    request = await office.ask()
    shown = office.shown(request)
    assert (shown.outcome, shown.reason) == (OutcomeKind.PENDING_APPROVAL, Reason.REVIEW_BAND)
    assert "not certain" in shown.text
    assert shown.citations == ()
    assert shown.draft is not None
    approval = await office.approval(shown.approval_id or "")
    assert approval.state is ApprovalState.PENDING
    assert (approval.request.asker, approval.draft, approval.rule.name) == (DANA, shown.draft, "travel")
    assert "60%" in approval.why
    await office.until(lambda: office.card(approval.id) == approval)


async def test_a_call_may_ask_for_more_confidence(office: Office) -> None:
    shown = office.shown(await office.ask(min_confidence=0.99))
    assert (shown.outcome, shown.reason) == (OutcomeKind.PENDING_APPROVAL, Reason.MINIMUM_RAISED)


@pytest.mark.parametrize(
    ("voter", "ruling"),
    [(KIM, Ruling.NOT_AN_APPROVER), (GUS, Ruling.NOT_AN_APPROVER), (DANA, Ruling.NOT_AN_APPROVER)],
)
async def test_only_declared_approvers_decide(office: Office, voter: Person, ruling: Ruling) -> None:
    approval = await office.ask_for_review()
    assert (await office.decide(approval, voter)).ruling is ruling
    assert (await office.approval(approval.id)).state is ApprovalState.PENDING
    assert office.slack.verdicts == {}


async def test_nobody_decides_on_their_own_question(office: Office) -> None:
    office.certain.value = 0.6
    request = await office.ask(asker=SAM)
    approval = await office.approval(office.shown(request).approval_id or "")
    assert (await office.decide(approval, SAM)).ruling is Ruling.OWN_REQUEST


async def test_of_simultaneous_decisions_the_first_counts(office: Office) -> None:
    approval = await office.ask_for_review()
    decisions = await asyncio.gather(
        *(
            office.decide(approval, voter, verdict, "No.")
            for voter in (SAM, LEE)
            for verdict in (Verdict.APPROVE, Verdict.DENY)
        )
    )
    assert sorted(decision.ruling for decision in decisions) == ["already_decided"] * 3 + ["decided"]
    await office.verdict(approval)
    kinds = [kind for kind, _ in await office.audited()]
    assert kinds == ["exchange", "vote", "decision", "effect"]


async def test_a_vote_for_another_draft_decides_nothing(office: Office) -> None:
    approval = await office.ask_for_review()
    decision = await office.decide(approval.model_copy(update={"digest": "0" * 64}), SAM)
    assert decision.ruling is Ruling.STALE_DIGEST


async def test_a_card_decided_before_it_was_on_record_is_updated(office: Office) -> None:
    office.certain.value = 0.6
    post = office.slack.post_cards

    async def decided_at_once(approval: object, *_: object) -> object:
        cards = await post(approval)  # type: ignore[arg-type]
        await office.decide(approval, SAM)  # type: ignore[arg-type]
        await office.verdict(approval)  # type: ignore[arg-type]  # delivered, and no card known yet
        return cards

    office.slack.post_cards = decided_at_once  # type: ignore[method-assign, assignment]
    shown = office.shown(await office.ask())
    await office.until(
        lambda: (card := office.card(shown.approval_id or "")) is not None and card.state is ApprovalState.APPROVED
    )
