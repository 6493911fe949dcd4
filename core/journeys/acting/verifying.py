"""The stages after the call: a second look, and what follows from what it shows (seed 003, state_verification_v1)."""

from __future__ import annotations

from dataclasses import replace

from core.actions.recovering import HANDOFF, REJECT, Failure
from core.actions.replies import Scenario
from core.domain.action import VerificationResult
from core.domain.case import CaseState
from core.domain.outcome import OutcomeKind, Reason
from core.journeys.acting.calling import calling, spec_of
from core.journeys.acting.looking import looked_up, second_look
from core.journeys.acting.recovering import handed_over, recover
from core.journeys.acting.telling import silent, tell
from core.journeys.acting.work import Told, Work, noted
from core.journeys.bench import Bench
from core.modules import state_verification
from core.modules.state_verification import VerificationStatus

WAITS = (2.0, 10.0, 30.0)
"""Seconds before each further look."""


async def verify(work: Work, bench: Bench) -> Told:
    """Looks whether it happened: by the key where no answer came, then at the thing itself."""
    case = work.case
    assert case.execution is not None
    assert case.action is not None
    spec = spec_of(work, bench)
    work = await looked_up(work, bench, spec)
    seen = await second_look(work, bench, spec)
    looks = case.looks + 1
    assert work.case.execution is not None
    given = state_verification.Input(
        execution=work.case.execution,
        before=case.before,
        observed=seen.facts,
        expected=seen.expected,
        found_key=seen.key,
        looks=looks,
        risk_tags=case.risk_tags,
    )
    found = await work.hearing.judge(state_verification, given)
    verification = VerificationResult(
        verification_status=found.verification_status, should_tell_user_success=found.should_tell_user_success
    )
    work = work.having(looks=looks, verification=verification).tagged(*found.risk_tags)
    work = noted(
        work,
        bench,
        "state_verification",
        found.verification_status,
        found.reason_summary,
        "critical",
        look=looks,
        next=found.next_action,
    )
    return await _after(work, bench, found, looks)


async def _after(work: Work, bench: Bench, found: state_verification.Output, looks: int) -> Told:
    case = work.case
    match found.verification_status:
        case VerificationStatus.VERIFIED_SUCCESS:
            return await _end(
                work, bench, CaseState.EXECUTED, OutcomeKind.EXECUTED, Reason.VERIFIED, Scenario.EXECUTION_SUCCESS
            )
        case VerificationStatus.VERIFIED_FAILED:
            return await _end(
                work, bench, CaseState.FAILED, OutcomeKind.FAILED, Reason.NO_EFFECT, Scenario.EXECUTION_FAILED
            )
        case VerificationStatus.NEED_RETRY:
            assert case.action is not None
            again = found.next_action == "retry_tool_with_idempotency"
            work, action = await recover(
                work, bench, Failure.VERIFICATION_FAILED, attempts=min(looks, 2), risk=case.action.risk
            )
            if action not in {HANDOFF, REJECT}:
                if again and work.case.absent:
                    return await calling(work.having(absent=False), bench)
                if looks < state_verification.MAX_LOOKS:
                    return await _later(work, bench, looks)
        case _:
            work, _ = await recover(work, bench, Failure.VERIFICATION_FAILED, attempts=3)
    return await _unknown(work, bench)


async def _later(work: Work, bench: Bench, looks: int) -> Told:
    """The asker hears of it once; the next looks are silent."""
    wait = WAITS[min(looks, len(WAITS)) - 1]
    if looks > 1:
        return silent(work, CaseState.EXECUTING, wait=wait)
    work = work.ended(CaseState.EXECUTING, OutcomeKind.UNKNOWN, Reason.STILL_LOOKING, scenario=Scenario.DELAY_NOTICE)
    return replace(await tell(work, bench), wait=wait)


async def _unknown(work: Work, bench: Bench) -> Told:
    """Nobody can say: a human has it, and nothing is tried by itself any more."""
    work = handed_over(work, bench)
    return await _end(
        work, bench, CaseState.UNKNOWN, OutcomeKind.UNKNOWN, Reason.EFFECT_UNKNOWN, Scenario.EXECUTION_FAILED
    )


async def _end(
    work: Work, bench: Bench, state: CaseState, outcome: OutcomeKind, reason: Reason, scenario: Scenario
) -> Told:
    return await tell(work.ended(state, outcome, reason, scenario=scenario), bench)
