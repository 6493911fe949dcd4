"""The stages from an allowed decision to the exact call that waits for the asker's yes."""

from __future__ import annotations

from datetime import timedelta

from core.actions.answers import amount
from core.actions.attribution import unverified
from core.actions.recovering import Failure
from core.actions.replies import Scenario
from core.actions.statuses import known
from core.approvals.digest import action_digest
from core.domain.case import CaseState
from core.domain.outcome import OutcomeKind, Reason
from core.domain.proposal import ProposedAction
from core.journeys.acting.authorizing import authorized, needs_approval
from core.journeys.acting.calls import BY_INTENT, arguments, chosen, idempotency_key
from core.journeys.acting.recovering import ended_by, handed_over, recover
from core.journeys.acting.telling import fixed
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules.tool_authorization import AuthorizationDecision

CONFIRM_WITHIN = timedelta(hours=24)
"""So long a proposal waits for the asker's yes."""


async def propose(work: Work, bench: Bench) -> Work:
    """The exact call, its key and its digest; nothing is sent."""
    case = work.case
    assert bench.toolbox is not None
    assert case.intent_result is not None
    spec = chosen(case, bench.toolbox.specs)
    if spec is None:
        named = next(iter(BY_INTENT.get(case.intent_result.intent, ())), "none")
        return await authorize(work.having(tool=named), bench)
    args = arguments(spec, case)
    said = args.get(spec.outgoing) if spec.outgoing else None
    action = ProposedAction(
        case_id=case.id,
        tool=spec.name,
        title=spec.words.title.said(),
        arguments=args,
        risk=spec.risk,
        consequence=spec.words.consequence.said() if spec.words.consequence else "",
        facts=case.facts,
        quotes=case.citations,
        policy_versions=case.policy_versions,
        outgoing=said if isinstance(said, str) else None,
        unverified=unverified(case.intent_result.user_claims, known(case.facts)),
        risk_tags=case.risk_tags,
    )
    work = work.having(
        tool=spec.name,
        action=action,
        digest=action_digest(action),
        idempotency_key=idempotency_key(case.id, spec.name, args),
        confirmation=None,
        approval_id=None,
    )
    return noted(work, bench, "propose", spec.name, "", "elevated", arguments=args, digest=work.case.digest)


async def authorize(work: Work, bench: Bench) -> Work:
    """All nine hard rules over checks that code has made. What they leave to people is asked of the asker first."""
    case = work.case
    spec = bench.toolbox.specs.get(case.tool or "") if bench.toolbox else None
    work, decided = await authorized(work, bench)
    if decided is AuthorizationDecision.DENY:
        work, action = await recover(work, bench, Failure.NOT_AUTHORIZED, risk=spec.risk if spec else None)
        return ended_by(work, bench, action)
    if decided is AuthorizationDecision.REQUIRE_MORE_INFO or spec is None:
        return handed_over(work, bench)
    if spec.decision is not None and spec.decision != case.decision:
        return handed_over(work, bench)
    if needs_approval(work, spec) and bench.rules.for_action(spec, amount(spec, arguments(spec, work.case))) is None:
        work = noted(work, bench, "approval", "no_approver", "no rule for this action", "elevated")
        return handed_over(work, bench, Reason.NO_APPROVER)
    twin = await bench.cases.under_way(work.case) if bench.cases else None
    if twin is not None:
        work = noted(work, bench, "propose", "under_way", twin.id)
        text = fixed(work, "case.under_way")
        return work.ended(CaseState.CANCELLED, OutcomeKind.REFUSED, Reason.ALREADY_UNDER_WAY, text=text)
    return work.having(expires_at=bench.clock.now() + CONFIRM_WITHIN).ended(
        CaseState.AWAITING_CONFIRMATION,
        OutcomeKind.NEEDS_CONFIRMATION,
        Reason.ASKER_DECIDES,
        scenario=Scenario.NEED_CONFIRMATION,
    )
