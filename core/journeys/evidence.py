"""From retrieved passages to evidence: the evidence filter's verdict, bound back to the passages it was given."""

from __future__ import annotations

from dataclasses import dataclass

from core.domain.action import Sufficiency
from core.domain.evidence import DocumentMetadata, RetrievedDocument, SelectedEvidence
from core.domain.exchange import SourceRecord
from core.judge import Hearing
from core.modules import policy_evidence_filter as evidence_filter
from core.modules import policy_rewrite
from core.retrieval.ranking import Ranked, Retrieval


@dataclass(frozen=True)
class Assessment:
    """The passages an answer may rest on, best first, and a record of every passage with why it was left out.

    ``selected``, ``sufficiency`` and ``risk_tags`` are the filter's own words on them, which a case is judged by.
    """

    evidence: tuple[Ranked, ...]
    sources: tuple[SourceRecord, ...]
    selected: tuple[SelectedEvidence, ...]
    sufficiency: Sufficiency
    risk_tags: tuple[str, ...]


async def assess(sought: policy_rewrite.Output, retrieval: Retrieval, hearing: Hearing) -> Assessment:
    """Runs the evidence filter over what retrieval ranked."""
    wanted = evidence_filter.PolicyRewriteResult(
        primary_rewrite_query=sought.primary_rewrite_query,
        policy_types=sought.policy_types,
        must_include_conditions=sought.must_include_conditions,
        negative_filters=sought.negative_filters,
        evidence_requirements=sought.evidence_requirements,
    )
    given = _given(wanted, retrieval)
    return _assessment(retrieval, await hearing.judge(evidence_filter, given))


def assess_by_rules(question: str, retrieval: Retrieval) -> Assessment:
    """The same for a question about policies and without a model, as a calibration needs it."""
    given = _given(evidence_filter.PolicyRewriteResult(primary_rewrite_query=question), retrieval)
    return _assessment(retrieval, evidence_filter.enforce(given, evidence_filter.rules(given)))


def _given(wanted: evidence_filter.PolicyRewriteResult, retrieval: Retrieval) -> evidence_filter.Input:
    documents = tuple(_document(ranked) for ranked in retrieval.ranked)
    return evidence_filter.Input(policy_rewrite_result=wanted, retrieved_documents=documents)


def _assessment(retrieval: Retrieval, output: evidence_filter.Output) -> Assessment:
    rejected = {document.doc_id: document.reason.value for document in output.rejected_documents}
    return Assessment(
        evidence=tuple(ranked for ranked in retrieval.ranked if ranked.passage.chunk.id not in rejected),
        sources=tuple(_record(ranked, rejected.get(ranked.passage.chunk.id)) for ranked in retrieval.ranked),
        selected=output.selected_evidence,
        sufficiency=output.evidence_sufficiency,
        risk_tags=output.risk_tags,
    )


def _document(ranked: Ranked) -> RetrievedDocument:
    passage = ranked.passage
    updated = passage.meta.updated_at or passage.meta.effective_date
    return RetrievedDocument(
        doc_id=passage.chunk.id,
        title=passage.title,
        content=passage.chunk.text,
        source=passage.path,
        retrieval_score=ranked.cosine,
        metadata=DocumentMetadata(
            policy_type=passage.meta.policy_type,
            updated_at=updated.isoformat() if updated else None,
            trust_level=passage.meta.trust_level,
        ),
    )


def _record(ranked: Ranked, reason: str | None) -> SourceRecord:
    passage = ranked.passage
    return SourceRecord(
        chunk_id=passage.chunk.id,
        document_id=passage.document_id,
        version_id=passage.version_id,
        content_hash=passage.version_hash,
        path=passage.path,
        section=passage.chunk.section,
        score=round(ranked.score, 4),
        evidence=reason is None,
        rejected=reason,
    )
