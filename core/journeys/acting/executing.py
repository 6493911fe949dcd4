"""The stages from the last yes to the proved effect: nothing changed since, one call with its key, a second look."""

from __future__ import annotations

from dataclasses import replace

from core.actions.recovering import HANDOFF, REJECT, Failure
from core.actions.replies import Scenario
from core.approvals.digest import action_digest
from core.domain.action import Execution, VerificationResult
from core.domain.case import CaseState
from core.domain.outcome import OutcomeKind, Reason
from core.domain.tool import ToolSpec
from core.errors import ToolError
from core.journeys.acting.calls import arguments
from core.journeys.acting.deciding import authorized
from core.journeys.acting.facts import look_up
from core.journeys.acting.looking import looked_up, second_look
from core.journeys.acting.recovering import handed_over, recover
from core.journeys.acting.telling import silent, tell
from core.journeys.acting.work import Told, Work, noted
from core.journeys.bench import Bench
from core.journeys.scope import standing
from core.modules import state_verification
from core.modules.state_verification import VerificationStatus
from core.modules.tool_authorization import AuthorizationDecision

WAITS = (2.0, 10.0, 30.0)
"""Seconds before each further look."""


async def unchanged(work: Work, bench: Bench) -> tuple[Work, bool]:
    """Whether facts, arguments and policy versions are still those that were confirmed and approved: all are read again."""
    case = work.case
    assert case.action is not None
    fresh = await look_up(work.having(answers={}, facts=(), missing_facts=()), bench)
    if fresh.ending is not None:
        return fresh, False
    spec = _spec(fresh, bench)
    same = action_digest(case.action) == case.digest
    same = same and fresh.case.facts == case.action.facts and arguments(spec, fresh.case) == case.action.arguments
    same = same and await standing(case.action.quotes, case.request, bench.clock.now(), bench)
    return noted(fresh, bench, "recheck", "unchanged" if same else "changed", "", "elevated"), same


async def prepare(work: Work, bench: Bench, *, approved: bool | None) -> Told:
    """Everything is as it was and every hard rule allows it: from here on a call may have been sent."""
    work, decided = await authorized(work, bench, approved=approved)
    if decided is not AuthorizationDecision.ALLOW:
        work, _ = await recover(work, bench, Failure.NOT_AUTHORIZED)
        return await tell(handed_over(work, bench), bench)
    before = await second_look(work, bench, _spec(work, bench))
    return await calling(work.having(before=before.facts), bench)


async def calling(work: Work, bench: Bench) -> Told:
    """On record before it is sent: until an answer is there, it may or may not have happened."""
    case, attempt = work.case, work.case.attempts + 1
    assert case.action is not None
    execution = Execution(
        tool_name=case.action.tool,
        args=case.action.arguments,
        result="unknown",
        idempotency_key=case.idempotency_key,
        attempts=attempt,
    )
    work = work.having(execution=execution, attempts=attempt, looks=0)
    work = noted(work, bench, "execute", "calling", "", "critical", attempt=attempt, key=case.idempotency_key)
    return await silent(work, CaseState.EXECUTING, call=True)


async def call(work: Work, bench: Bench) -> Told:
    """The one call. Whoever is not the first to claim it sends nothing, and only looks."""
    case = work.case
    assert case.action is not None
    assert case.execution is not None
    assert bench.toolbox is not None
    if bench.cases is not None and not await bench.cases.claim(case.id, case.attempts):
        return await silent(noted(work, bench, "execute", "claimed", "", "elevated"), CaseState.EXECUTING)
    why = ""
    try:
        said = await bench.toolbox.execute(case.action.tool, case.action.arguments, case.idempotency_key)
        execution = case.execution.model_copy(update={"result": "success", "reported": said})
    except ToolError as error:
        why = error.problem
        result = "unknown" if error.may_have_acted else "failed"
        execution = case.execution.model_copy(update={"result": result})
    work = noted(work.having(execution=execution), bench, "execute", execution.result, why, "critical")
    if execution.result != "success":
        unknown = execution.result == "unknown"
        failure = Failure.WRITE_TOOL_UNKNOWN if unknown else Failure.WRITE_TOOL_FAILED
        work, _ = await recover(work, bench, failure, risk=case.action.risk, findable=True, why=why)
    return await silent(work, CaseState.EXECUTING)


async def verify(work: Work, bench: Bench) -> Told:
    """Looks whether it happened: by the key where no answer came, then at the thing itself."""
    case = work.case
    assert case.execution is not None
    assert case.action is not None
    spec = _spec(work, bench)
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
        return await silent(work, CaseState.EXECUTING, wait=wait)
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


def _spec(work: Work, bench: Bench) -> ToolSpec:
    assert bench.toolbox is not None
    assert work.case.tool is not None
    return bench.toolbox.specs[work.case.tool]
