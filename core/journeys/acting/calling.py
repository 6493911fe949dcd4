"""The stages from the last yes to the call: nothing has changed since, every hard rule allows it, and it is sent once."""

from __future__ import annotations

from core.actions.recovering import Failure
from core.approvals.digest import action_digest
from core.domain.action import Execution
from core.domain.case import CaseState
from core.domain.outcome import OutcomeKind, Reason
from core.domain.tool import ToolSpec
from core.errors import ToolError
from core.journeys.acting.authorizing import authorized
from core.journeys.acting.calls import arguments
from core.journeys.acting.facts import look_up
from core.journeys.acting.looking import second_look
from core.journeys.acting.recovering import handed_over, recover
from core.journeys.acting.telling import fixed, silent, tell
from core.journeys.acting.work import Told, Work, noted
from core.journeys.bench import Bench
from core.journeys.scope import standing
from core.modules.tool_authorization import AuthorizationDecision


async def unchanged(work: Work, bench: Bench) -> tuple[Work, bool]:
    """Whether facts, arguments and policy versions are still those that were confirmed and approved: all are read again."""
    case = work.case
    assert case.action is not None
    fresh = await look_up(work.having(answers={}, facts=(), missing_facts=()), bench)
    if fresh.ending is not None:
        return fresh, False
    spec = spec_of(fresh, bench)
    same = action_digest(case.action) == case.digest
    same = same and fresh.case.facts == case.action.facts and arguments(spec, fresh.case) == case.action.arguments
    same = same and await standing(case.action.quotes, case.request, bench.clock.now(), bench)
    return noted(fresh, bench, "recheck", "unchanged" if same else "changed", "", "elevated"), same


async def prepare(work: Work, bench: Bench, *, approved: bool | None) -> Told:
    """Everything is as it was and every hard rule allows it: from here on a call may have been sent."""
    twin = await bench.cases.under_way(work.case) if bench.cases else None
    if twin is not None and twin.state is CaseState.EXECUTING:
        work = noted(work, bench, "execute", "under_way", twin.id, "elevated")
        text = fixed(work, "case.under_way")
        return await tell(
            work.ended(CaseState.CANCELLED, OutcomeKind.REFUSED, Reason.ALREADY_UNDER_WAY, text=text), bench
        )
    work, decided = await authorized(work, bench, approved=approved)
    if decided is not AuthorizationDecision.ALLOW:
        work, _ = await recover(work, bench, Failure.NOT_AUTHORIZED)
        return await tell(handed_over(work, bench), bench)
    before = await second_look(work, bench, spec_of(work, bench))
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
    return silent(work, CaseState.EXECUTING, call=True)


async def call(work: Work, bench: Bench) -> Told:
    """The one call. Whoever is not the first to claim it sends nothing, and only looks."""
    case = work.case
    assert case.action is not None
    assert case.execution is not None
    assert bench.toolbox is not None
    if bench.cases is not None and not await bench.cases.claim(case.id, case.attempts):
        return silent(noted(work, bench, "execute", "claimed", "", "elevated"), CaseState.EXECUTING)
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
    return silent(work, CaseState.EXECUTING)


def spec_of(work: Work, bench: Bench) -> ToolSpec:
    """The declared tool that the case proposes to call."""
    assert bench.toolbox is not None
    assert work.case.tool is not None
    return bench.toolbox.specs[work.case.tool]
