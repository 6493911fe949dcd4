"""The judgement on a proposed call: nine hard rules over checks that code has made (seed 003, tool_authorization_v1)."""

from __future__ import annotations

from core.actions.answers import amount
from core.approvals.action_rules import ActionRule
from core.approvals.people import voters_account
from core.domain.action import Checks, Permission, ToolRisk, attacked
from core.domain.request import Person, Standing
from core.domain.tool import ToolSpec
from core.errors import SurfaceError
from core.journeys.acting.facts import owned
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules import tool_authorization
from core.modules.tool_authorization import AuthorizationDecision

_STEPS = tuple(ToolRisk)


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
