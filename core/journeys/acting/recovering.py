"""What is done where something failed: ``failure_recovery`` decides, and what ends a case is ended here."""

from __future__ import annotations

from core.actions.recovering import CLARIFY, ENDS, HANDOFF, REJECT, Failure, RecoveryAction
from core.actions.replies import Scenario
from core.domain.action import Sufficiency, ToolRisk
from core.domain.approval import Handoff
from core.domain.case import CaseState
from core.domain.outcome import OutcomeKind, Reason
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules import failure_recovery


async def recover(
    work: Work,
    bench: Bench,
    failure: Failure,
    *,
    attempts: int | None = None,
    risk: ToolRisk | None = None,
    sufficiency: Sufficiency | None = None,
    confidence: float = 1.0,
    findable: bool = True,
    why: str = "",
) -> tuple[Work, RecoveryAction]:
    """The failure counted and on record, and the way on. ``attempts`` overrides how often it has failed in this case."""
    case = work.case
    count = attempts or case.tries.get(failure, 0) + 1
    given = failure_recovery.Input(
        failure=failure,
        attempts=count,
        tool_risk=risk,
        idempotency_key=case.idempotency_key or None,
        state_can_be_queried=findable,
        evidence_sufficiency=sufficiency,
        confidence=confidence,
        risk_tags=case.risk_tags,
    )
    found = await work.hearing.judge(failure_recovery, given)
    work = work.having(tries={**case.tries, failure.value: count})
    action = found.recovery_action
    work = noted(
        work,
        bench,
        "failure_recovery",
        action,
        found.reason_summary,
        "elevated",
        failure=failure,
        attempts=count,
        why=why,
    )
    return work, action


def ended_by(work: Work, bench: Bench, action: RecoveryAction) -> Work:
    """The end that a way on stands for; of what does not end a case, the safe reply."""
    if action is HANDOFF:
        return handed_over(work, bench)
    if action is REJECT:
        return work.ended(CaseState.REFUSED, OutcomeKind.REFUSED, Reason.NOT_ALLOWED, scenario=Scenario.REJECTION)
    if action is CLARIFY:
        return work.ended(
            CaseState.COLLECTING,
            OutcomeKind.NEEDS_CLARIFICATION,
            Reason.MISSING_DETAILS,
            scenario=Scenario.NEED_CLARIFICATION,
        )
    return work.ended(CaseState.REFUSED, OutcomeKind.REFUSED, Reason.NO_EVIDENCE, scenario=Scenario.GENERAL_INFO)


def handed_over(work: Work, bench: Bench, reason: Reason = Reason.HANDED_TO_PERSON) -> Work:
    """A human goes on. Where is said by the approvals file; None there: the operators' own place."""
    place: Handoff | None = bench.rules.handoff.handoff() if bench.rules.handoff else None
    return work.having(handoff=place).ended(
        CaseState.HANDED_OVER, OutcomeKind.HANDED_OVER, reason, scenario=Scenario.HUMAN_HANDOFF
    )


async def without_model(work: Work, bench: Bench) -> Work:
    """Where the model gave no judgement the rules have judged; whether that will do for this case is decided as any failure."""
    failed = next((run.how for run in work.hearing.runs if run.how.startswith("fallback:")), None)
    if failed is None:
        return work
    work, action = await recover(work, bench, Failure.MODEL_UNAVAILABLE, attempts=1, why=failed)
    return ended_by(work, bench, action) if action in ENDS else work
