"""The stages of the question journey. Each does one thing and leaves the rest of the state as it was."""

from __future__ import annotations

from dataclasses import replace

from core.domain.approval import ApprovalRule
from core.domain.outcome import Band, OutcomeKind, Reason
from core.domain.request import MAX_QUESTION
from core.gate import Passing, decide
from core.grounding.quote_check import verified
from core.journeys.bench import Bench
from core.journeys.evidence import assess
from core.journeys.scope import scope_of
from core.journeys.state import State
from core.retrieval.features import features
from core.retrieval.follow_up import speaks_of
from core.retrieval.search import search
from core.retrieval.selection import draft_answer

MISSED = 0.5
"""What is left of the confidence of a draft that holds nothing of what a follow-up adds: never enough without a review."""


async def read_question(state: State, bench: Bench) -> State:
    """Refuses what is no question, and settles what may be retrieved for it."""
    question = state.request.question.strip()
    if not question:
        return _refused(state, Reason.EMPTY_QUESTION)
    if len(question) > MAX_QUESTION:
        return _refused(state, Reason.QUESTION_TOO_LONG)
    return replace(state, scope=await scope_of(state.request, state.opened_at, bench))


async def retrieve(state: State, bench: Bench) -> State:
    """Finds the passages that may answer, ranked."""
    assert state.scope is not None
    retrieval = await search(
        state.request.asks,
        encoder=bench.encoder,
        index=bench.index,
        passages=bench.passages,
        reranker=bench.reranker,
        scope=state.scope,
        limit=state.thresholds.top_k,
        scorer=bench.calibration.scorer,
    )
    if retrieval.ranked:
        return replace(state, retrieval=retrieval)
    empty = not await bench.passages.document_titles(state.scope)
    return _refused(replace(state, retrieval=retrieval), Reason.NO_DOCUMENTS if empty else Reason.NO_EVIDENCE)


async def filter_evidence(state: State, bench: Bench) -> State:
    """Keeps the passages an answer may rest on, and notes why the others may not."""
    assert state.retrieval is not None
    found = assess(state.request.asks, state.retrieval)
    state = replace(state, evidence=found.evidence, sources=found.sources)
    return state if found.evidence else _refused(state, Reason.NO_EVIDENCE)


async def generate_answer(state: State, bench: Bench) -> State:
    """Drafts the answer: the shortest set of the policy's own sentences that says it."""
    assert state.retrieval is not None
    draft = draft_answer(state.retrieval, state.evidence)
    return replace(state, draft=draft) if draft else _refused(state, Reason.NO_EVIDENCE)


async def check_quotes(state: State, bench: Bench) -> State:
    """Drops every claim whose quote does not stand exactly in its source."""
    assert state.draft is not None
    draft = verified(state.draft, {ranked.passage.chunk.id: ranked.passage for ranked in state.evidence})
    return replace(state, draft=draft) if draft else _refused(replace(state, draft=None), Reason.NOTHING_QUOTABLE)


async def weigh(state: State, bench: Bench) -> State:
    """How probable it is that the draft is right."""
    assert state.retrieval is not None
    assert state.draft is not None
    measured = features(state.retrieval, state.draft)
    confidence = bench.calibration.confidence(measured)
    if state.request.standalone and not speaks_of(state.request.question, state.draft):
        confidence *= MISSED  # it answers the question before, not what was added to it
    return replace(state, features=measured, confidence=confidence)


async def pass_gate(state: State, bench: Bench) -> State:
    """Answer, review, or refuse."""
    assert state.draft is not None
    approver = rule_for(state, bench) is not None
    passing = decide(
        state.confidence,
        state.thresholds,
        approver=approver,
        configured_minimum=bench.gate.minimum,
    )
    return replace(state, ending=passing)


def rule_for(state: State, bench: Bench) -> ApprovalRule | None:
    """Who may decide on the draft, by the documents it cites; None if nobody may."""
    assert state.draft is not None
    cited = {citation.document_id for citation in state.draft.citations}
    metas = [ranked.passage.meta for ranked in state.evidence if ranked.passage.document_id in cited]
    types, owners = frozenset(meta.policy_type for meta in metas), frozenset(m.owner for m in metas if m.owner)
    return bench.rules.for_answer(state.draft.citations, types, owners)


def _refused(state: State, reason: Reason) -> State:
    return replace(state, ending=Passing(outcome=OutcomeKind.REFUSED, reason=reason, band=Band.NONE))
