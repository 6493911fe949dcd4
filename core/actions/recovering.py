"""What may go wrong, the ways on, and which is usual for which (seed 003, failure_recovery_v1)."""

from __future__ import annotations

from enum import StrEnum


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


class RecoveryAction(StrEnum):
    """The seed's seven ways on. None of them repeats a writing tool."""

    ASK_CLARIFICATION = "ask_clarification"
    RETRY_READ_TOOL = "retry_read_tool"
    RETRY_RETRIEVAL = "retry_retrieval"
    FALLBACK_TO_RULE_TEMPLATE = "fallback_to_rule_template"
    HUMAN_HANDOFF = "human_handoff"
    REJECT_REQUEST = "reject_request"
    GENERATE_SAFE_RESPONSE = "generate_safe_response"


CLARIFY, READ, RETRIEVE, TEMPLATE, HANDOFF, REJECT, SAFE = RecoveryAction
USUAL: dict[Failure, RecoveryAction] = {
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
WRITING = {Failure.WRITE_TOOL_FAILED, Failure.WRITE_TOOL_UNKNOWN, Failure.VERIFICATION_FAILED}
ENDS = {HANDOFF, REJECT}
REASONS: dict[RecoveryAction, str] = {
    CLARIFY: "The asker has to say more.",
    READ: "A read-only tool is asked (again); nothing is written again before its answer.",
    RETRIEVE: "The policies are searched once more; without evidence nothing is refunded.",
    TEMPLATE: "The rules and templates answer instead of the model.",
    HANDOFF: "A human goes on: too many failures, too high a risk, or an unknown state.",
    REJECT: "It asks for what may not be given or done.",
    SAFE: "A safe reply without any claim is given.",
}
