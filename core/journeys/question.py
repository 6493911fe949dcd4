"""The question journey: the order of its stages, readable as a list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from core.domain.approval import Approval
from core.domain.exchange import Exchange
from core.domain.request import PipelineRequest
from core.journeys import stages, understanding
from core.journeys.audience import may_know_more, rests_on_restricted
from core.journeys.bench import Bench
from core.journeys.ending import conclude
from core.journeys.state import State

UNDERSTANDING = (
    understanding.read_question,
    understanding.check_safety,
    understanding.understand,
    understanding.clarify,
    understanding.rewrite,
)
ANSWERING = (
    stages.retrieve,
    stages.filter_evidence,
    stages.generate_answer,
    stages.check_quotes,
    stages.audit_grounding,
    stages.weigh,
    stages.pass_gate,
)
STAGES = (*UNDERSTANDING, *ANSWERING)
"""Each takes the state and returns the next one; a stage that ends the journey sets ``ending`` and the rest is skipped."""
Stage = Callable[[State, Bench], Awaitable[State]]


async def ask(request: PipelineRequest, bench: Bench) -> tuple[Exchange, Approval | None]:
    """Answers a question from the documents, refuses, asks back or opens an approval; nothing is written and nobody is told yet.

    The same request over the same documents, settings and clock gives the same exchange, by the rules. Raises
    StoreUnavailable and ModelUnavailable.

    Asked where others read, what only a document restricted to the asker's groups answers is answered to them alone.
    """
    began = bench.clock.elapsed()
    understood = await _run(UNDERSTANDING, State.open(request, bench), bench)
    state = await _run(ANSWERING, understood, bench)
    if await may_know_more(state, bench):
        privately = replace(understood, request=understood.request.model_copy(update={"privately": True}))
        alone = await _run(ANSWERING, privately, bench)
        state = alone if await rests_on_restricted(alone, state, bench) else state
    return conclude(state.timed("total", bench.clock.elapsed() - began), bench)


async def _run(stages: Sequence[Stage], state: State, bench: Bench) -> State:
    for stage in stages:
        if state.ending is not None:
            break
        before = bench.clock.elapsed()
        state = await stage(state, bench)
        state = state.timed(stage.__name__, bench.clock.elapsed() - before)
    return state
