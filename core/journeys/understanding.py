"""The stages that understand a request, before anything is looked up for it."""

from __future__ import annotations

from dataclasses import replace

from core.domain.judgement import ConversationTurn, IntentResult, SafetyPrecheck, Source
from core.domain.outcome import Band, OutcomeKind, Reason
from core.domain.request import MAX_QUESTION
from core.gate import Passing
from core.journeys.bench import Bench
from core.journeys.state import State, refused
from core.modules import input_safety_precheck, intent, policy_rewrite, slot_clarification


async def read_question(state: State, bench: Bench) -> State:
    """Refuses what is no question."""
    question = state.request.question.strip()
    if not question:
        return refused(state, Reason.EMPTY_QUESTION)
    return refused(state, Reason.QUESTION_TOO_LONG) if len(question) > MAX_QUESTION else state


async def check_safety(state: State, bench: Bench) -> State:
    """Takes instructions to the machine out of the question. What is asked besides goes on, and a human looks at its answer."""
    request = state.request
    given = input_safety_precheck.Input(
        user_query=request.asks, conversation_history=_history(state), source=Source(request.place.surface.value)
    )
    found = await state.hearing.judge(input_safety_precheck, given)
    if found.recommended_next_step == "continue":
        return state
    tags = tuple(tag.value for tag in found.risk_tags)
    sanitized = found.sanitized_user_query if found.sanitized_user_query != request.asks else None
    state = replace(
        state,
        request=request.model_copy(update={"risk_tags": tags, "sanitized": sanitized}),
        doubt=Reason.RESTRICTED_REQUEST,
    )
    return state if found.allow_continue else refused(state, Reason.NOTHING_ASKED)


async def understand(state: State, bench: Bench) -> State:
    """Finds out what is wanted, and what it names."""
    given = intent.Input(
        user_query=state.request.asks,
        sanitized_user_query=state.request.sanitized,
        safety_precheck=SafetyPrecheck(
            risk_tags=state.request.risk_tags,
            recommended_next_step="continue_with_restrictions" if state.doubt else "continue",
        ),
        conversation_history=_history(state),
    )
    return replace(state, intent=await state.hearing.judge(intent, given))


async def clarify(state: State, bench: Bench) -> State:
    """Asks for what is missing, where that leads somewhere (``Bench.pursued``)."""
    found = state.intent
    assert found is not None
    if not found.need_clarification or found.intent not in bench.pursued:
        return state
    given = slot_clarification.Input(
        intent_result=slot_clarification.IntentResult(
            intent=found.intent,
            slots=found.slots,
            missing_slots=found.missing_slots,
            clarification_priority=found.clarification_priority,
            risk_tags=found.risk_tags,
        ),
        user_query=state.request.asks,
        conversation_history=_history(state),
    )
    asked = await state.hearing.judge(slot_clarification, given)
    if not asked.should_ask or not asked.safe_to_send:
        return state
    ending = Passing(outcome=OutcomeKind.NEEDS_CLARIFICATION, reason=Reason.MISSING_DETAILS, band=Band.NONE)
    return replace(state, question_back=asked.question, ending=ending)


async def rewrite(state: State, bench: Bench) -> State:
    """Says what to look for in the policies."""
    found = state.intent
    assert found is not None
    given = policy_rewrite.Input(
        user_query=state.request.asks,
        intent_result=IntentResult(
            intent=found.intent,
            secondary_intents=found.secondary_intents,
            slots=found.slots,
            user_claims=found.user_claims,
            risk_tags=found.risk_tags,
        ),
    )
    return replace(state, sought=await state.hearing.judge(policy_rewrite, given))


def _history(state: State) -> tuple[ConversationTurn, ...]:
    return tuple(
        turn
        for earlier in state.request.memory_context
        for turn in (
            ConversationTurn(role="user", content=earlier.question),
            ConversationTurn(role="assistant", content=earlier.answer),
        )
    )
