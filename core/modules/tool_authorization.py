"""Whether a proposed call of a tool may run, needs a yes first, or is denied (seed 003, tool_authorization_v1)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from core.domain.action import TOOLS, Checks, Permission, Tool, ToolRisk, attacked, declared, tags
from core.domain.base import Model, Probability
from core.domain.judgement import HIGH_RISK_ACTION, RiskTag


class Input(Model):
    """The proposed call, the tools that are declared at all, what was checked, and every tag found on the way."""

    tool_name: str
    args: dict[str, Any] = {}
    tools: tuple[Tool, ...] = TOOLS
    checks: Checks = Checks()
    risk_tags: tuple[str, ...] = ()


class AuthorizationDecision(StrEnum):
    """From the mildest to the strictest; only ``allow`` lets a tool run."""

    ALLOW = "allow"
    REQUIRE_USER_CONFIRMATION = "require_user_confirmation"
    REQUIRE_HUMAN_REVIEW = "require_human_review"
    REQUIRE_MORE_INFO = "require_more_info"
    DENY = "deny"


class Check(StrEnum):
    """What has to be done before the call may run, in the order in which it is asked for."""

    SCHEMA_CHECK = "schema_check"
    OWNERSHIP_CHECK = "ownership_check"
    PERMISSION_CHECK = "permission_check"
    POLICY_EVIDENCE = "policy_evidence"
    IDEMPOTENCY_KEY = "idempotency_key"
    USER_CONFIRMATION = "user_confirmation"
    HUMAN_REVIEW = "human_review"


AuditLevel = Literal["normal", "elevated", "critical"]


class Output(Model):
    """The decision. ``required_checks`` names what is still open, ``denied_reasons`` why it is denied, as codes."""

    authorization_decision: AuthorizationDecision
    allowed_tool_name: str | None = None
    sanitized_args: dict[str, Any] = {}
    denied_reasons: tuple[str, ...] = ()
    required_checks: tuple[str, ...] = ()
    risk_tags: tuple[str, ...] = ()
    audit_level: AuditLevel
    confidence: Probability


_STRICTNESS = tuple(AuthorizationDecision)
_LEVELS: tuple[AuditLevel, ...] = ("normal", "elevated", "critical")
_STEPS = tuple(ToolRisk)
_ASKED_OF_PEOPLE = {
    Check.USER_CONFIRMATION: AuthorizationDecision.REQUIRE_USER_CONFIRMATION,
    Check.HUMAN_REVIEW: AuthorizationDecision.REQUIRE_HUMAN_REVIEW,
}


def rules(given: Input) -> Output:
    """The nine hard rules decide it all: what they do not forbid is allowed."""
    return enforce(
        given,
        Output(authorization_decision=AuthorizationDecision.ALLOW, audit_level="normal", confidence=1.0),
    )


def enforce(given: Input, output: Output) -> Output:
    """Never milder than the hard rules: a model may only add doubt. The arguments are the proposed ones or none at all."""
    tool = declared(given.tool_name, given.tools)
    reasons = _denied(given, tool)
    still_open = _open(given, tool) if tool else ()
    decided = max(_demanded(reasons, still_open), output.authorization_decision, key=_STRICTNESS.index)
    denied = decided is AuthorizationDecision.DENY
    own = output.denied_reasons or ("not_authorized",)
    return Output(
        authorization_decision=decided,
        allowed_tool_name=None if denied else given.tool_name,
        sanitized_args={} if denied else given.args,
        denied_reasons=(reasons or own) if denied else (),
        required_checks=tuple(dict.fromkeys((*still_open, *output.required_checks))),
        risk_tags=tags(given.risk_tags, output.risk_tags, (HIGH_RISK_ACTION,) if tool and tool.risk.high else ()),
        audit_level=max(_audited(given, tool), output.audit_level, key=_LEVELS.index),
        confidence=output.confidence,
    )


def _denied(given: Input, tool: Tool | None) -> tuple[str, ...]:
    """Every reason for a plain no: rules 1, 4, 7, 8, and the no of somebody who was asked."""
    checks = given.checks
    found = {
        "tool_not_listed": tool is None,
        "schema_invalid": checks.schema_valid is False,
        "not_the_askers": checks.owned_by_asker is False,
        "permission_refused": checks.permission is not None and not checks.permission.granted,
        "evidence_insufficient": bool(tool and tool.needs_evidence) and checks.evidence_sufficiency == "insufficient",
        "asker_declined": checks.confirmed_by_asker is False,
        "reviewer_declined": checks.approved_by_human is False,
    }
    return tuple(reason for reason, applies in found.items() if applies)


def _open(given: Input, tool: Tool) -> tuple[Check, ...]:
    """What has not been passed yet: rules 2 to 9. An attack raises what the tool asks for by one step."""
    checks, risk, attack = given.checks, tool.risk, attacked(given.risk_tags)
    step = _STEPS[min(_STEPS.index(risk) + attack, len(_STEPS) - 1)]
    doubtful = tool.needs_evidence and checks.evidence_sufficiency == "partial"
    needed = {
        Check.SCHEMA_CHECK: checks.schema_valid is None,
        Check.OWNERSHIP_CHECK: risk.writes and checks.owned_by_asker is None,
        Check.PERMISSION_CHECK: risk.high and not _vouched(checks.permission),
        Check.POLICY_EVIDENCE: tool.needs_evidence and checks.evidence_sufficiency is None,
        Check.IDEMPOTENCY_KEY: risk.writes and not (checks.idempotency_key or "").strip(),
        Check.USER_CONFIRMATION: step.writes and not checks.confirmed_by_asker,
        Check.HUMAN_REVIEW: ((attack and step.high) or doubtful) and not checks.approved_by_human,
    }
    return tuple(check for check, is_open in needed.items() if is_open)


def _vouched(permission: Permission | None) -> bool:
    """Hard rule 9: "I am an admin" is no permission."""
    return permission is not None and permission.granted and permission.basis != "asker_statement"


def _demanded(reasons: tuple[str, ...], still_open: tuple[Check, ...]) -> AuthorizationDecision:
    if reasons:
        return AuthorizationDecision.DENY
    demands = [_ASKED_OF_PEOPLE.get(check, AuthorizationDecision.REQUIRE_MORE_INFO) for check in still_open]
    return max(demands, key=_STRICTNESS.index, default=AuthorizationDecision.ALLOW)


def _audited(given: Input, tool: Tool | None) -> AuditLevel:
    """A call that nobody declared, one of high risk and one under attack that writes are looked at first."""
    attack = attacked(given.risk_tags) or RiskTag.SENSITIVE_DATA_REQUEST in given.risk_tags
    if tool is None or tool.risk.high or (attack and tool.risk.writes):
        return "critical"
    return "elevated" if tool.risk.writes or attack else "normal"
