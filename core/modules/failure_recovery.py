"""What to do when something failed, is missing or is too uncertain (seed 003, failure_recovery_v1).

It decides and says nothing: the words for people come from ``response``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from core.domain.action import SURE, Sufficiency, ToolRisk, tags
from core.domain.base import Model, Probability
from core.domain.judgement import RiskTag

MAX_ATTEMPTS = 3
"""Failures after which a human takes over (DESIGN: handoff)."""
FORBIDDEN_TAGS = frozenset({RiskTag.SENSITIVE_DATA_REQUEST, RiskTag.PERMISSION_BYPASS_REQUEST, RiskTag.SYSTEM_PROMPT_EXFILTRATION})  # fmt: skip
"""Somebody asks for what they may not have."""


class Failure(StrEnum):
    """What went wrong."""

    SLOTS_MISSING = "slots_missing"
    READ_TOOL_FAILED = "read_tool_failed"
    WRITE_TOOL_FAILED = "write_tool_failed"
    WRITE_TOOL_UNKNOWN = "write_tool_unknown"  # no answer came: it may have happened
    VERIFICATION_FAILED = "verification_failed"
    RETRIEVAL_FAILED = "retrieval_failed"
    EVIDENCE_INSUFFICIENT = "evidence_insufficient"
    MODEL_UNAVAILABLE = "model_unavailable"  # also: over budget, refused, or never schema-valid
    LOW_CONFIDENCE = "low_confidence"
    CONFLICTING_RESULTS = "conflicting_results"
    NOT_AUTHORIZED = "not_authorized"
    INTERNAL_ERROR = "internal_error"


class Input(Model):
    """One failure. ``attempts`` counts how often the same has failed; ``tool_risk`` is that of the tool or action it is about."""

    failure: Failure
    attempts: int = Field(default=1, ge=1)
    tool_risk: ToolRisk | None = None
    idempotency_key: str | None = None
    state_can_be_queried: bool = True
    evidence_sufficiency: Sufficiency | None = None
    confidence: Probability = 1.0
    risk_tags: tuple[str, ...] = ()


class RecoveryAction(StrEnum):
    """The seed's seven ways on. None of them repeats a writing tool."""

    ASK_CLARIFICATION = "ask_clarification"
    RETRY_READ_TOOL = "retry_read_tool"
    RETRY_RETRIEVAL = "retry_retrieval"
    FALLBACK_TO_RULE_TEMPLATE = "fallback_to_rule_template"
    HUMAN_HANDOFF = "human_handoff"
    REJECT_REQUEST = "reject_request"
    GENERATE_SAFE_RESPONSE = "generate_safe_response"


MessageType = Literal["clarification", "delay_notice", "human_handoff", "rejection", "safe_fallback", "none"]


class Output(Model):
    """What is done next. It holds no text for people: only of which type one is needed."""

    recovery_action: RecoveryAction
    reason_summary: str
    max_retry_reached: bool
    user_visible_message_needed: bool
    user_visible_message_type: MessageType
    risk_tags: tuple[str, ...] = ()
    confidence: Probability


CLARIFY, READ, RETRIEVE, TEMPLATE, HANDOFF, REJECT, SAFE = RecoveryAction
_USUAL: dict[Failure, RecoveryAction] = {
    Failure.SLOTS_MISSING: CLARIFY,
    Failure.READ_TOOL_FAILED: READ,
    Failure.WRITE_TOOL_FAILED: READ,
    Failure.WRITE_TOOL_UNKNOWN: READ,
    Failure.VERIFICATION_FAILED: READ,
    Failure.RETRIEVAL_FAILED: RETRIEVE,
    Failure.EVIDENCE_INSUFFICIENT: RETRIEVE,
    Failure.MODEL_UNAVAILABLE: TEMPLATE,
    Failure.LOW_CONFIDENCE: CLARIFY,
    Failure.CONFLICTING_RESULTS: HANDOFF,
    Failure.NOT_AUTHORIZED: REJECT,
    Failure.INTERNAL_ERROR: SAFE,
}
_WRITING = {Failure.WRITE_TOOL_FAILED, Failure.WRITE_TOOL_UNKNOWN, Failure.VERIFICATION_FAILED}
_ENDS = {HANDOFF, REJECT}
_REASONS: dict[RecoveryAction, str] = {
    CLARIFY: "The asker has to say more.",
    READ: "A read-only tool is asked (again); nothing is written again before its answer.",
    RETRIEVE: "The policies are searched once more; without evidence nothing is refunded.",
    TEMPLATE: "The rules and templates answer instead of the model.",
    HANDOFF: "A human goes on: too many failures, too high a risk, or an unknown state.",
    REJECT: "It asks for what may not be given or done.",
    SAFE: "A safe reply without any claim is given.",
}


def rules(given: Input) -> Output:
    """The hard rules, then the usual way on for that failure."""
    return _output(given, _forced(given) or _USUAL[given.failure], _REASONS, confidence=0.95)


def enforce(given: Input, output: Output) -> Output:
    """The hard rules. Where they leave a choice, a model may choose the usual way, a human, a no, or a safe reply."""
    chosen, forced = output.recovery_action, _forced(given)
    if forced:
        may = {forced, HANDOFF} | (_ENDS if _forbidden(given) else set())
    else:
        may = {_USUAL[given.failure], SAFE, *_ENDS}
    if chosen not in may:
        chosen = forced or _USUAL[given.failure]
    own = {chosen: output.reason_summary} if chosen is output.recovery_action and output.reason_summary else {}
    concluded = _output(given, chosen, _REASONS | own, confidence=output.confidence)
    return concluded.model_copy(update={"risk_tags": tags(concluded.risk_tags, output.risk_tags)})


def _forbidden(given: Input) -> bool:
    return not FORBIDDEN_TAGS.isdisjoint(given.risk_tags)


def _forced(given: Input) -> RecoveryAction | None:
    """What hard rules 1 to 6 leave no choice about."""
    high = given.tool_risk is not None and given.tool_risk.high
    if _forbidden(given):
        return REJECT if RiskTag.SENSITIVE_DATA_REQUEST in given.risk_tags else HANDOFF
    if given.attempts >= MAX_ATTEMPTS or (high and given.confidence < SURE):
        return HANDOFF
    if given.failure in _WRITING:
        findable = given.state_can_be_queried and bool((given.idempotency_key or "").strip())
        return READ if findable else HANDOFF
    starved = given.failure is Failure.EVIDENCE_INSUFFICIENT or given.evidence_sufficiency == "insufficient"
    if starved and given.attempts > 1:
        return HANDOFF if high else SAFE
    return None


def _output(given: Input, action: RecoveryAction, reasons: dict[RecoveryAction, str], *, confidence: float) -> Output:
    kind = _message(given, action)
    return Output(
        recovery_action=action,
        reason_summary=reasons[action],
        max_retry_reached=given.attempts >= MAX_ATTEMPTS,
        user_visible_message_needed=kind != "none",
        user_visible_message_type=kind,
        risk_tags=tags(given.risk_tags),
        confidence=confidence,
    )


def _message(given: Input, action: RecoveryAction) -> MessageType:
    """A first retry goes on in silence; a second is told as a delay."""
    if action in {READ, RETRIEVE}:
        return "delay_notice" if given.attempts > 1 or given.failure in _WRITING else "none"
    kinds: dict[RecoveryAction, MessageType] = {
        CLARIFY: "clarification",
        HANDOFF: "human_handoff",
        REJECT: "rejection",
    }
    return kinds.get(action, "safe_fallback")
