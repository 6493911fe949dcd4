"""What the asker is told: always by ``response`` or a fixed text, and nothing of success before it is verified."""

from __future__ import annotations

from core.actions.replies import Scenario, joined
from core.domain.case import CaseState
from core.domain.judgement import ConversationTurn, Emotion, Intent
from core.domain.outcome import Outcome, OutcomeKind, Reason
from core.journeys.acting.work import Told, Work, noted
from core.journeys.bench import Bench
from core.journeys.state import exchange_id
from core.modules import response
from core.wording import say

LONGEST_TURN = 2000
"""Characters of a reply that are kept with the case."""


async def tell(work: Work, bench: Bench) -> Told:
    """The end of an event: the case as it stands now, and the reply."""
    ending = work.ending
    assert ending is not None
    text = ending.text or await reply(work, ending.scenario, ending.question)
    if ending.reason is Reason.EFFECT_UNKNOWN:
        text = joined(text, await reply(work, Scenario.HUMAN_HANDOFF), language=work.case.request.language)
    work = noted(work, bench, "response", ending.outcome, ending.reason)
    case = work.case
    said = ConversationTurn(role="assistant", content=text[:LONGEST_TURN])
    case = case.model_copy(update={"state": ending.state, "turns": (*case.turns, said), "revision": case.revision + 1})
    confirming = ending.state is CaseState.AWAITING_CONFIRMATION
    outcome = Outcome(
        exchange_id=exchange_id(case.handled[-1] if case.handled else case.request.id),
        outcome=ending.outcome,
        reason=ending.reason,
        text=text,
        citations=case.citations if confirming else (),
        engine=work.hearing.engine,
        case_id=case.id,
        action=case.action if confirming else None,
        digest=case.digest if confirming else None,
        approval_id=case.approval_id if ending.outcome is OutcomeKind.PENDING_APPROVAL else None,
    )
    return Told(case=case, outcome=outcome, runs=work.hearing.runs, sources=work.sources)


def silent(work: Work, state: CaseState, *, call: bool = False, wait: float | None = None) -> Told:
    """The case goes on, and nobody is told yet."""
    case = work.case.model_copy(update={"state": state, "revision": work.case.revision + 1})
    return Told(case=case, runs=work.hearing.runs, call=call, wait=wait)


async def reply(work: Work, scenario: Scenario, question: str | None = None) -> str:
    """The words of ``response`` for a scenario."""
    case, result = work.case, work.case.intent_result
    given = response.Input(
        scenario=scenario,
        language=case.request.language,
        intent=result.intent if result else Intent.UNKNOWN,
        user_emotion=result.slots.user_emotion if result else Emotion.UNKNOWN,
        order_id=case.order_id,
        facts=case.facts,
        decision=case.decision,
        verification_result=case.verification,
        clarification_question=question,
    )
    return (await work.hearing.judge(response, given)).reply


def fixed(work: Work, key: str, **values: object) -> str:
    """A fixed text in the asker's language."""
    return say(key, work.case.request.language, **values)
