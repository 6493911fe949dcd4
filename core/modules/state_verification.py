"""Whether an execution really changed what it should have changed (seed 003, state_verification_v1).

What a tool says of itself proves nothing: a second look by a read-only tool does. Only that makes a success.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from core.actions.completion import completion_claim
from core.actions.saying import invented
from core.actions.statuses import Status, conflict, known
from core.domain.action import CONFLICTING_TOOL_RESULTS, Execution, Fact, tags
from core.domain.base import Model, Probability

MAX_LOOKS = 3
"""How often it is looked before a human takes over."""
MAX_ATTEMPTS = 2
"""A writing tool is tried once more at most, with the same key (DESIGN: settled questions)."""

EFFECTS: dict[str, frozenset[Status]] = {
    "create_refund": frozenset({Status.REFUND_REQUESTED, Status.REFUNDED}),
    "create_compensation": frozenset({Status.COMPENSATED}),
    "cancel_order": frozenset({Status.CANCELLED}),
    "modify_order": frozenset({Status.CHANGED}),
    "modify_address": frozenset({Status.CHANGED}),
    "create_ticket": frozenset({Status.TICKET_OPEN}),
    "grant_access": frozenset({Status.GRANTED}),
    "send_sms": frozenset({Status.SENT}),
    "send_email": frozenset({Status.SENT}),
    "send_enterprise_wechat_message": frozenset({Status.SENT}),
    "send_external_message": frozenset({Status.SENT}),
}
"""What the second look must find, by tool: one of these statuses."""


class Input(Model):
    """The execution, what was so before it, and what the second look found.

    ``expected`` overrides ``EFFECTS`` for a tool that an operator declared. ``found_key`` is the idempotency key that the
    business system shows at the effect, None where it shows none. ``looks`` counts the second looks so far.
    """

    execution: Execution
    before: tuple[Fact, ...] = ()
    observed: tuple[Fact, ...] = ()
    expected: frozenset[Status] | None = None
    found_key: str | None = None
    looks: int = Field(default=1, ge=0)
    risk_tags: tuple[str, ...] = ()


class VerificationStatus(StrEnum):
    """What is certain of the effect."""

    VERIFIED_SUCCESS = "verified_success"
    VERIFIED_FAILED = "verified_failed"
    UNCERTAIN = "uncertain"
    NEED_RETRY = "need_retry"
    HUMAN_HANDOFF = "human_handoff"


NextAction = Literal[
    "generate_success_response", "retry_check", "retry_tool_with_idempotency", "human_handoff",
    "generate_failure_response",
]  # fmt: skip


class Output(Model):
    """What may be said of the execution, and what comes next."""

    verification_status: VerificationStatus
    verified_facts: tuple[str, ...] = ()
    unverified_claims: tuple[str, ...] = ()
    should_tell_user_success: bool
    next_action: NextAction
    risk_tags: tuple[str, ...] = ()
    reason_summary: str
    confidence: Probability


SUCCESS, FAILED, UNCERTAIN, RETRY, HANDOFF = VerificationStatus
_CAUTIOUS = {UNCERTAIN, HANDOFF}
_NEXT: dict[VerificationStatus, NextAction] = {
    SUCCESS: "generate_success_response",
    FAILED: "generate_failure_response",
    UNCERTAIN: "human_handoff",
    RETRY: "retry_check",
    HANDOFF: "human_handoff",
}
_REASONS = {
    SUCCESS: "The second look found the effect.",
    FAILED: "The tool failed, and the second look found no effect.",
    UNCERTAIN: "The tool says one thing and the second look does not show it.",
    RETRY: "It is not known yet whether it took effect; it is looked again or tried once more with the same key.",
    HANDOFF: "What the tools say does not fit together, or stays unknown; a person has to look.",
}


def rules(given: Input) -> Output:
    """Judges by the second look, and by the tool's own answer only where both agree."""
    status, next_action = _finding(given)
    return _conclude(given, status, next_action, _REASONS[status], confidence=0.95 if status is SUCCESS else 0.9)


def enforce(given: Input, output: Output) -> Output:
    """The hard rules: what the second look did not prove is no success, and conflicts go to a human.

    A model may only be more careful: doubt, or hand over.
    """
    status, next_action = _finding(given)
    stated = output.verification_status
    if stated is not status and stated in _CAUTIOUS and status is not HANDOFF:
        unproven = given.execution.result == "success" and status is not SUCCESS  # rule 3
        status, next_action = UNCERTAIN if unproven else stated, "human_handoff"
    words = output.reason_summary
    sound = stated is status and bool(words.strip()) and not invented(words, given)
    if status is not SUCCESS and completion_claim(words):
        sound = False
    reason = words if sound else _REASONS[status]
    concluded = _conclude(given, status, next_action, reason, confidence=output.confidence)
    return concluded.model_copy(update={"risk_tags": tags(concluded.risk_tags, output.risk_tags)})


def _finding(given: Input) -> tuple[VerificationStatus, NextAction]:
    """What is certain, by code alone."""
    execution, found = given.execution, known(given.observed)
    expected = EFFECTS.get(execution.tool_name, frozenset()) if given.expected is None else given.expected
    ours = given.found_key is not None and given.found_key == execution.idempotency_key
    another = given.found_key is not None and not ours
    effect = bool(expected & found) and (ours or not expected & known(given.before))
    if conflict(found, found) or (effect and (execution.result == "failed" or another)):
        return HANDOFF, "human_handoff"
    if effect:
        return SUCCESS, _NEXT[SUCCESS]
    if not found or execution.result == "success":
        return (RETRY, "retry_check") if given.looks < MAX_LOOKS else (UNCERTAIN, "human_handoff")
    if execution.result == "failed":
        return FAILED, _NEXT[FAILED]
    if expected & found or not (execution.idempotency_key or "").strip() or execution.attempts >= MAX_ATTEMPTS:
        return HANDOFF, "human_handoff"
    return RETRY, "retry_tool_with_idempotency"


def _conclude(
    given: Input, status: VerificationStatus, next_action: NextAction, reason: str, *, confidence: float
) -> Output:
    found = known(given.observed)
    said = (f"{given.execution.tool_name}: {given.execution.result}",) if status is not SUCCESS else ()
    return Output(
        verification_status=status,
        verified_facts=tuple(fact.words for fact in given.observed),
        unverified_claims=said,
        should_tell_user_success=status is SUCCESS,
        next_action=next_action,
        risk_tags=tags(given.risk_tags, (CONFLICTING_TOOL_RESULTS,) if conflict(found, found) else ()),
        reason_summary=reason,
        confidence=confidence,
    )
