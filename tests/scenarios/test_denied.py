from __future__ import annotations

from core.domain.approval import ApprovalState, Ruling, Verdict
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.office import SAM, Office


async def test_the_asker_is_told_the_reason_and_not_the_draft(office: Office) -> None:
    approval = await office.ask_for_review()
    decision = await office.decide(approval, SAM, Verdict.DENY, "Hotels are under revision.")
    assert decision.ruling is Ruling.DECIDED
    told = await office.verdict(approval)
    assert (told.outcome, told.reason) == (OutcomeKind.DENIED, Reason.REVIEWER_DENIED)
    assert "Sam" in told.text
    assert "Hotels are under revision." in told.text
    assert "210" not in told.text
    assert told.citations == ()


async def test_a_denial_needs_a_reason(office: Office) -> None:
    approval = await office.ask_for_review()
    assert (await office.decide(approval, SAM, Verdict.DENY, "  ")).ruling is Ruling.REASON_REQUIRED
    assert (await office.approval(approval.id)).state is ApprovalState.PENDING
