"""The stages that understand what is wanted."""

from __future__ import annotations

from dataclasses import replace

from core.actions.attribution import KINDS
from core.actions.recovering import Failure
from core.actions.replies import Scenario
from core.domain.action import SURE
from core.domain.case import CaseState
from core.domain.judgement import ConversationTurn, Intent, IntentResult, SafetyPrecheck, Source
from core.domain.outcome import OutcomeKind, Reason
from core.journeys.acting.asking import tool_for
from core.journeys.acting.recovering import ended_by, handed_over, recover
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules import input_safety_precheck, intent
from core.understanding.merging import merged, taken

WISHES = frozenset({*KINDS, Intent.COMPLAINT, Intent.LOGISTICS_QUERY, Intent.ORDER_STATUS_QUERY})
"""What the action journey takes on; a question about a policy, and what nobody understands, is the question journey's."""


async def check_safety(work: Work, bench: Bench) -> Work:
    """Takes instructions to the machine out of the message. Their tags stay with the case, and raise what it needs."""
    given = input_safety_precheck.Input(
        user_query=work.words,
        conversation_history=work.case.turns,
        source=Source(work.case.request.place.surface.value),
    )
    found = await work.hearing.judge(input_safety_precheck, given)
    said = found.sanitized_user_query if found.risk_tags else work.words
    turn = ConversationTurn(role="user", content=said)
    work = replace(work, words=said).tagged(*found.risk_tags).having(turns=(*work.case.turns, turn))
    level = "critical" if found.risk_level == "high" else "elevated" if found.risk_tags else "normal"
    work = noted(work, bench, "input_safety_precheck", found.recommended_next_step, "", level, tags=found.risk_tags)
    if not found.allow_continue:
        return work.ended(CaseState.REFUSED, OutcomeKind.REFUSED, Reason.NOTHING_ASKED, scenario=Scenario.REJECTION)
    return handed_over(work, bench) if found.recommended_next_step == "human_handoff" else work


async def understand(work: Work, bench: Bench) -> Work:
    """Finds out what is wanted; what was said before in this case stays said."""
    case = work.case
    given = intent.Input(
        user_query=work.words,
        safety_precheck=SafetyPrecheck(risk_tags=case.risk_tags),
        conversation_history=case.turns[:-1],
    )
    found = await work.hearing.judge(intent, given)
    new = IntentResult(
        intent=found.intent,
        secondary_intents=found.secondary_intents,
        slots=found.slots,
        user_claims=found.user_claims,
        risk_tags=found.risk_tags,
    )
    result = merged(case.intent_result, new, work.words, case.asked)
    details = {**case.details, **taken(case.asked, work.words)}
    said = case.wish if case.intent_result and case.intent_result.intent is result.intent else work.words
    other = case.intent_result is not None and result.slots.order_id != case.intent_result.slots.order_id
    work = work.having(intent_result=result, wish=said, details=details, asked=())
    if other:  # what was looked up is another order's
        work = work.having(answers={}, facts=(), missing_facts=())
    work = noted(work, bench, "intent", result.intent, "", confidence=found.confidence, slots=result.slots.model_dump())
    if result.intent is Intent.HUMAN_SERVICE_REQUEST:
        return handed_over(work, bench)
    if result.intent not in WISHES:
        work, action = await recover(work, bench, Failure.LOW_CONFIDENCE, confidence=found.confidence)
        return ended_by(work, bench, action)
    if found.intent in KINDS and found.confidence < SURE:
        spec = tool_for(work, bench)
        risk = spec.risk if spec else None
        work, action = await recover(work, bench, Failure.LOW_CONFIDENCE, risk=risk, confidence=found.confidence)
        return ended_by(work, bench, action)
    return work
