"""The stages that find and weigh an answer. Each does one thing and leaves the rest of the state as it was."""

from __future__ import annotations

from dataclasses import replace

from core.domain.approval import ApprovalRule
from core.domain.outcome import Band, OutcomeKind, Reason
from core.gate import Passing, decide
from core.grounding.auditing import Verdict, conclude, entail, prepare
from core.grounding.quote_check import verified
from core.journeys.answering import drafted
from core.journeys.bench import Bench
from core.journeys.evidence import assess
from core.journeys.scope import scope_of
from core.journeys.state import State, refused
from core.modules import grounding_audit
from core.retrieval.features import features
from core.retrieval.follow_up import speaks_of
from core.retrieval.search import search

MISSED = 0.5
"""What is left of the confidence of a draft that holds nothing of what a follow-up adds: never enough without a review."""


async def retrieve(state: State, bench: Bench) -> State:
    """Finds the passages that may answer, ranked, among those that everybody who will read the answer may read."""
    assert state.sought is not None
    scope = await scope_of(state.request, state.opened_at, bench)
    state = replace(state, scope=scope)
    retrieval = await search(
        state.sought.primary_rewrite_query,
        encoder=bench.encoder,
        index=bench.index,
        passages=bench.passages,
        reranker=bench.reranker,
        scope=scope,
        limit=state.thresholds.top_k,
        scorer=bench.calibration.scorer,
    )
    if retrieval.ranked:
        return replace(state, retrieval=retrieval)
    empty = not await bench.passages.document_titles(scope)
    return refused(replace(state, retrieval=retrieval), Reason.NO_DOCUMENTS if empty else Reason.NO_EVIDENCE)


async def filter_evidence(state: State, bench: Bench) -> State:
    """Keeps the passages an answer may rest on, and notes why the others may not."""
    assert state.retrieval is not None
    assert state.sought is not None
    found = await assess(state.sought, state.retrieval, state.hearing)
    state = replace(state, evidence=found.evidence, sources=found.sources)
    return state if found.evidence else refused(state, Reason.NO_EVIDENCE)


async def generate_answer(state: State, bench: Bench) -> State:
    """Drafts the answer from the evidence, each claim with its quotes."""
    assert state.retrieval is not None
    draft = await drafted(state.request.asks, state.retrieval, state.evidence, state.hearing)
    return replace(state, draft=draft) if draft else refused(state, Reason.NO_EVIDENCE)


async def check_quotes(state: State, bench: Bench) -> State:
    """Drops every claim whose quote does not stand exactly in its source."""
    assert state.draft is not None
    draft = verified(state.draft, {ranked.passage.chunk.id: ranked.passage for ranked in state.evidence})
    return replace(state, draft=draft) if draft else refused(replace(state, draft=None), Reason.NOTHING_QUOTABLE)


async def audit_grounding(state: State, bench: Bench) -> State:
    """Drops claims that the evidence does not establish; what it contradicts goes to a human (DESIGN, settled questions)."""
    assert state.draft is not None
    nearness = {ranked.passage.chunk.id: ranked.cosine for ranked in state.evidence}
    prepared = prepare(state.request.asks, state.draft, [ranked.passage for ranked in state.evidence], nearness)
    given = await entail(prepared, bench.entailment)
    audited = conclude(state.draft, given, await state.hearing.judge(grounding_audit, given))
    if audited.draft is None:
        return refused(replace(state, draft=None), Reason.NOTHING_QUOTABLE)
    doubt = Reason.GROUNDING_DOUBT if audited.verdict is Verdict.REVIEW else state.doubt
    return replace(state, draft=audited.draft, doubt=doubt)


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
    """Answer, review, or refuse. Where there is a doubt, nothing leaves without a review."""
    assert state.draft is not None
    approver = rule_for(state, bench) is not None
    passing = decide(
        state.confidence,
        state.thresholds,
        approver=approver,
        configured_minimum=bench.gate.minimum,
    )
    if state.doubt and passing.outcome is OutcomeKind.ANSWERED:
        kind, reason = OutcomeKind.PENDING_APPROVAL, state.doubt
        if not approver:
            kind, reason = OutcomeKind.REFUSED, Reason.NO_APPROVER
        passing = Passing(outcome=kind, reason=reason, band=Band.REVIEW)
    return replace(state, ending=passing)


def rule_for(state: State, bench: Bench) -> ApprovalRule | None:
    """Who may decide on the draft, by the documents it cites; None if nobody may."""
    assert state.draft is not None
    cited = {citation.document_id for citation in state.draft.citations}
    metas = [ranked.passage.meta for ranked in state.evidence if ranked.passage.document_id in cited]
    types, owners = frozenset(meta.policy_type for meta in metas), frozenset(m.owner for m in metas if m.owner)
    return bench.rules.for_answer(state.draft.citations, types, owners)
