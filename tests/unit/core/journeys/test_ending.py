from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.approval import Approval, ApprovalState
from core.domain.exchange import Exchange
from core.domain.outcome import OutcomeKind, Reason
from core.journeys.ending import failed, verdict_outcome
from core.journeys.question import ask
from core.journeys.state import exchange_id
from tests.scenarios.office import SAM, TRAVEL, Office


@pytest.fixture
async def pending(tmp_path: Path) -> tuple[Exchange, Approval]:
    office = Office(tmp_path)
    await office.ingest("travel.md", TRAVEL)
    office.certain.value = 0.6
    exchange, approval = await ask(office.request(), office.app.bench)
    assert approval is not None
    return exchange, approval


@pytest.mark.parametrize(
    ("state", "outcome", "reason", "cited", "words"),
    [
        (ApprovalState.APPROVED, OutcomeKind.ANSWERED, Reason.REVIEWER_APPROVED, True, "Reviewed by Sam."),
        (ApprovalState.DENIED, OutcomeKind.DENIED, Reason.REVIEWER_DENIED, False, "Out of date"),
        (ApprovalState.EXPIRED, OutcomeKind.EXPIRED, Reason.REVIEW_EXPIRED, False, "not a no"),
    ],
)
def test_the_asker_learns_how_the_review_ended(
    pending: tuple[Exchange, Approval],
    state: ApprovalState,
    outcome: OutcomeKind,
    reason: Reason,
    cited: bool,
    words: str,
) -> None:
    exchange, approval = pending
    update = {"state": state, "decided_by": SAM, "note": "Out of date", "decided_at": approval.opened_at}
    shown = verdict_outcome(exchange, approval.model_copy(update=update), "Ask Compliance.")
    assert (shown.outcome, shown.reason, bool(shown.citations)) == (outcome, reason, cited)
    assert words in shown.text
    assert ("210" in shown.text) is cited


def test_a_pending_approval_has_no_verdict(pending: tuple[Exchange, Approval]) -> None:
    with pytest.raises(ValueError, match="no verdict"):
        verdict_outcome(*pending, "")


def test_a_failure_tells_no_internals() -> None:
    shown = failed("slack:T:C:1", Reason.INTERNAL_ERROR)
    assert (shown.outcome, shown.exchange_id) == (OutcomeKind.FAILED, exchange_id("slack:T:C:1"))
    assert shown.citations == ()
