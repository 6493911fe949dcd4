"""What somebody wants and what their words name (seed 003, intent_v2). It looks nothing up, decides nothing and promises nothing."""

from __future__ import annotations

from typing import Literal

from core.domain.base import Model, Probability
from core.domain.judgement import (
    MULTI_INTENT,
    ClarificationPriority,
    ConversationTurn,
    Intent,
    IntentSlots,
    RequestedAction,
    SafetyPrecheck,
    SlotName,
    UserClaim,
)
from core.understanding.clarifying import REQUIRED, question_for
from core.understanding.intents import intents_of, words_for
from core.understanding.normalising import normalised
from core.understanding.slots import claims, emotion, named, reason


class MemoryContext(Model):
    """What is remembered of the person and of what was said before."""

    recent_user_preferences: tuple[str, ...] = ()
    recent_task_summary: str | None = None


class Input(Model):
    """The words, the same without attacks, and what the precheck found."""

    user_query: str
    sanitized_user_query: str | None = None
    safety_precheck: SafetyPrecheck = SafetyPrecheck()
    conversation_history: tuple[ConversationTurn, ...] = ()
    memory_context: MemoryContext = MemoryContext()


class Output(Model):
    """The intents, the slots, and what is missing to go on."""

    intent: Intent
    secondary_intents: tuple[str, ...] = ()
    normalized_user_request: str
    slots: IntentSlots
    user_claims: tuple[UserClaim, ...] = ()
    missing_slots: tuple[SlotName, ...] = ()
    need_clarification: bool
    clarification_priority: ClarificationPriority = "none"
    clarification_question: str | None = None
    task_complexity: Literal["simple", "medium", "complex"]
    safe_to_continue: bool
    risk_tags: tuple[str, ...] = ()
    confidence: Probability


CERTAIN, LIKELY, GUESSED = 0.95, 0.85, 0.5
"""Confidence of a wish about a named case, of any other intent, and of none."""
_ACTIONS = {
    Intent.REFUND_REQUEST: RequestedAction.REFUND,
    Intent.COMPENSATION_REQUEST: RequestedAction.COMPENSATION,
    Intent.CANCEL_ORDER: RequestedAction.CANCEL_ORDER,
    Intent.MODIFY_ORDER: RequestedAction.MODIFY_ORDER,
    Intent.LOGISTICS_QUERY: RequestedAction.QUERY_STATUS,
    Intent.ORDER_STATUS_QUERY: RequestedAction.QUERY_STATUS,
    Intent.HUMAN_SERVICE_REQUEST: RequestedAction.HUMAN_SERVICE,
    Intent.ACCESS_REQUEST: RequestedAction.GRANT_ACCESS,
    Intent.EXTERNAL_MESSAGE: RequestedAction.SEND_MESSAGE,
}
_PRIORITIES: tuple[ClarificationPriority, ...] = ("order_id", "issue_reason", "requested_action", "product_name")


def rules(given: Input) -> Output:
    """By the ways in which people say it (``core/understanding/words``), from what the precheck left of it."""
    text = given.user_query if given.sanitized_user_query is None else given.sanitized_user_query
    known = words_for(text or given.user_query)
    found = named(text, known)
    intents = intents_of(text, found, known)
    action = _ACTIONS.get(intents[0])
    if action is RequestedAction.REFUND and known.actions[RequestedAction.RETURN_REFUND].search(text):
        action = RequestedAction.RETURN_REFUND
    why = reason(found, known)
    slots = IntentSlots(
        order_id=found.order_id,
        product_name=found.product,
        issue_reason=why,
        requested_action=action,
        delivery_status_mentioned_by_user=known.said["statuses"][found.status] if found.status else None,
        time_condition=found.time,
        user_emotion=emotion(text, known, frozenset(intents), grievance=bool(why)),
    )
    return _conclude(
        given,
        Output(
            intent=intents[0],
            secondary_intents=tuple(intent.value for intent in intents[1:]),
            normalized_user_request=normalised(text, intents, action, found, known),
            slots=slots,
            user_claims=claims(found, known) if intents[0] is not Intent.POLICY_QUESTION else (),
            need_clarification=False,
            task_complexity="simple",
            safe_to_continue=True,
            confidence=GUESSED if intents[0] is Intent.UNKNOWN else CERTAIN if found.order_id else LIKELY,
        ),
    )


def enforce(given: Input, output: Output) -> Output:
    """The hard rules: an order number is only one that was written, required slots are missing or they are not, what the
    precheck tagged stays tagged, and what it stopped does not go on (hard rules 6 and 7)."""
    said = " ".join([given.user_query, *(turn.content for turn in given.conversation_history if turn.role == "user")])
    order = output.slots.order_id
    if order and order.casefold() not in said.casefold():
        output = output.model_copy(update={"slots": output.slots.model_copy(update={"order_id": None})})
    return _conclude(given, output)


def _conclude(given: Input, output: Output) -> Output:
    """What follows from intents and slots, whoever found them."""
    missing: tuple[SlotName, ...] = tuple(
        slot for slot in REQUIRED.get(output.intent, ()) if not getattr(output.slots, slot)
    )
    wishes = {output.intent.value, *output.secondary_intents} - {Intent.UNKNOWN.value, Intent.POLICY_QUESTION.value}
    tags = [*given.safety_precheck.risk_tags, *output.risk_tags, *([MULTI_INTENT] if len(wishes) > 1 else [])]
    priority = next((slot for slot in _PRIORITIES if slot in missing), "none")
    return output.model_copy(
        update={
            "missing_slots": missing,
            "need_clarification": bool(missing),
            "clarification_priority": priority,
            "clarification_question": question_for(missing[:2], given.user_query) if missing else None,
            "task_complexity": "complex" if len(wishes) > 2 else "medium" if len(wishes) > 1 else "simple",
            "risk_tags": tuple(dict.fromkeys(tags)),
            "safe_to_continue": output.safe_to_continue and given.safety_precheck.recommended_next_step != "reject",
        }
    )
