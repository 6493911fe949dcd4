"""The stages from facts and policies to a proposed call that waits for its yes."""

from __future__ import annotations

from datetime import timedelta

from core.actions.answers import amount
from core.actions.attribution import unverified
from core.actions.recovering import Failure
from core.actions.replies import Scenario
from core.actions.statuses import known
from core.approvals.action_rules import ActionRule
from core.approvals.digest import action_digest
from core.approvals.people import voters_account
from core.domain.action import CONFLICTING_TOOL_RESULTS, Checks, Permission, ToolRisk, attacked
from core.domain.case import CaseState
from core.domain.judgement import Intent
from core.domain.outcome import OutcomeKind, Reason
from core.domain.proposal import ProposedAction
from core.domain.request import Person, Standing
from core.domain.tool import ToolSpec
from core.errors import SurfaceError
from core.journeys.acting.calls import BY_INTENT, arguments, chosen, idempotency_key
from core.journeys.acting.facts import owned
from core.journeys.acting.recovering import ended_by, handed_over, recover
from core.journeys.acting.telling import fixed
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules import responsibility, tool_authorization
from core.modules.tool_authorization import AuthorizationDecision
from core.retrieval.selection import draft_answer

CONFIRM_WITHIN = timedelta(hours=24)
"""So long a proposal waits for the asker's yes."""
_STEPS = tuple(ToolRisk)


async def judge(work: Work, bench: Bench) -> Work:
    """Whose doing it is, and what may be decided; a no, a piece of information and an open question end here."""
    case = work.case
    assert case.intent_result is not None
    given = responsibility.Input(
        intent_result=case.intent_result,
        facts=case.facts,
        missing_facts=case.missing_facts,
        selected_evidence=case.evidence,
        evidence_sufficiency=case.evidence_sufficiency,
        risk_tags=case.risk_tags,
    )
    found = await work.hearing.judge(responsibility, given)
    used = [r for r in work.ranked if r.passage.chunk.id in found.evidence_policy_ids]
    draft = draft_answer(work.retrieval, used) if work.retrieval and used else None
    versions = {ranked.passage.document_id: ranked.passage.version_id for ranked in used}
    work = work.having(
        decision=found.decision,
        confidence=found.confidence,
        needs_review=found.automation_level == "human_review_required",
        citations=draft.citations if draft else (),
        policy_versions=versions,
    ).tagged(*found.risk_tags)
    work = noted(
        work,
        bench,
        "responsibility",
        found.decision,
        found.reason_summary,
        automation=found.automation_level,
        party=found.responsible_party,
        basis=found.decision_basis.model_dump(mode="json"),
        blockers=found.decision_blockers,
    )
    if found.decision.endswith("_allowed") and found.automation_level != "blocked":
        return work
    if case.intent_result.intent is Intent.COMPLAINT and _proposable(work, bench):
        return work
    if found.decision == "information_only":
        return work.ended(CaseState.ANSWERED, OutcomeKind.ANSWERED, Reason.LOOKED_UP, scenario=Scenario.DECISION_ONLY)
    if found.decision.endswith("_denied"):
        return work.ended(CaseState.REFUSED, OutcomeKind.REFUSED, Reason.NOT_ALLOWED, scenario=Scenario.DECISION_ONLY)
    if CONFLICTING_TOOL_RESULTS in found.risk_tags:
        work, action = await recover(work, bench, Failure.CONFLICTING_RESULTS)
        return ended_by(work, bench, action)
    return handed_over(work, bench)


def _proposable(work: Work, bench: Bench) -> bool:
    """A complaint decides nothing; to pass it on needs a tool that needs no decision."""
    spec = chosen(work.case, bench.toolbox.specs) if bench.toolbox else None
    return spec is not None and spec.decision is None


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
        work, action = await recover(
            work, bench, Failure.NOT_AUTHORIZED, risk=spec.risk if spec else None, confidence=1.0
        )
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


async def authorized(work: Work, bench: Bench, *, approved: bool | None = None) -> tuple[Work, AuthorizationDecision]:
    """The judgement on the proposed call as it stands now. ``approved`` is the approvers' word, None before it."""
    case = work.case
    assert bench.toolbox is not None
    spec = bench.toolbox.specs.get(case.tool or "")
    args = case.action.arguments if case.action else {}
    checks = Checks()
    if spec and case.action:
        rule = bench.rules.action_rule(spec, amount(spec, args))
        said = case.answers.get(spec.owner.tool, {}) if spec.owner and spec.owner.tool else {}
        checks = Checks(
            schema_valid=not bench.toolbox.faults(spec.name, args),
            owned_by_asker=owned(spec, args, said, case) if spec.owner else None,
            permission=await _permission(case.asker, rule, bench),
            confirmed_by_asker=True if case.confirmation and case.confirmation.digest == case.digest else None,
            approved_by_human=approved,
            evidence_sufficiency=case.evidence_sufficiency,
            idempotency_key=case.idempotency_key or None,
        )
    given = tool_authorization.Input(
        tool_name=case.tool or "",
        args=args,
        tools=tuple(one.judged() for one in bench.toolbox.specs.values() if one.risk.writes),
        checks=checks,
        risk_tags=case.risk_tags,
    )
    found = await work.hearing.judge(tool_authorization, given)
    work = noted(
        work,
        bench,
        "tool_authorization",
        found.authorization_decision,
        ", ".join(found.denied_reasons or found.required_checks),
        found.audit_level,
        tool=case.tool,
        checks=checks.model_dump(mode="json"),
        tags=found.risk_tags,
    )
    return work.tagged(*found.risk_tags), found.authorization_decision


def needs_approval(work: Work, spec: ToolSpec) -> bool:
    """By risk, one step higher where somebody tries to steer the machine (DESIGN: settled questions); and where the case
    itself is doubtful."""
    step = min(_STEPS.index(spec.risk) + attacked(work.case.risk_tags), len(_STEPS) - 1)
    return _STEPS[step].high or work.case.needs_review


async def _permission(asker: Person, rule: ActionRule | None, bench: Bench) -> Permission:
    """Whether the asker may have it done, as directory and approvals file say; what they say of themselves counts nothing."""
    try:
        person = await bench.directory.identify(asker)
        groups = await bench.directory.groups_of(person)
    except SurfaceError:
        return Permission(granted=False, basis="directory")
    if person.standing is not Standing.MEMBER or not (person.email or asker.email):
        return Permission(granted=False, basis="directory")
    if rule is None or not rule.askers:
        return Permission(granted=True, basis="directory")
    named = any(voters_account(entry.approver(), person, groups) for entry in rule.askers)
    return Permission(granted=named, basis="policy")
