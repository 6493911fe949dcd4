"""Which retrieved documents may serve as evidence, and why the others may not (seed 003, policy_evidence_filter_v1)."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from core.domain.base import Model, Probability
from core.domain.document import TrustLevel
from core.retrieval.instructions import order_to_machine
from core.retrieval.lexemes import lexemes
from core.retrieval.question import understand

Score = Annotated[float, Field(allow_inf_nan=False)]


class RejectReason(StrEnum):
    """Why a document is no evidence."""

    IRRELEVANT = "irrelevant"
    OUTDATED = "outdated"
    LOW_TRUST = "low_trust"
    CONDITION_MISMATCH = "condition_mismatch"
    POSSIBLE_PROMPT_INJECTION = "possible_prompt_injection"
    INSUFFICIENT_DETAIL = "insufficient_detail"


class PolicyRewriteResult(Model):
    """What is looked for, from ``policy_rewrite``."""

    primary_rewrite_query: str
    policy_types: tuple[str, ...] = ()
    must_include_conditions: tuple[str, ...] = ()
    negative_filters: tuple[str, ...] = ()
    evidence_requirements: tuple[str, ...] = ()


class DocumentMetadata(Model):
    """What a document says of itself."""

    policy_type: str
    updated_at: str | None = None
    trust_level: TrustLevel = TrustLevel.UNKNOWN


class RetrievedDocument(Model):
    """A passage as retrieval found it; ``retrieval_score`` is the cosine to the query."""

    doc_id: str
    title: str
    content: str
    source: str
    retrieval_score: Score
    metadata: DocumentMetadata


class Input(Model):
    """The query, the documents found for it, and the facts that tools have verified."""

    policy_rewrite_result: PolicyRewriteResult
    retrieved_documents: tuple[RetrievedDocument, ...]
    verified_tool_facts: dict[str, Any] = {}


class SelectedEvidence(Model):
    """A document that may be rested on."""

    evidence_id: str
    doc_id: str
    policy_type: str
    title: str
    summary: str
    matched_conditions: tuple[str, ...] = ()
    supports_decision_types: tuple[
        Literal[
            "refund_allowed",
            "refund_denied",
            "compensation_allowed",
            "compensation_denied",
            "cancellation_allowed",
            "human_handoff",
            "need_more_info",
        ],
        ...,
    ] = ()
    trust_level: Literal["high", "medium", "low"]
    evidence_confidence: Probability
    risk_tags: tuple[str, ...] = ()


class RejectedDocument(Model):
    """A document that may not, and why."""

    doc_id: str
    reason: RejectReason


class Output(Model):
    """Every retrieved document stands in exactly one of the two lists."""

    selected_evidence: tuple[SelectedEvidence, ...] = ()
    rejected_documents: tuple[RejectedDocument, ...] = ()
    evidence_sufficiency: Literal["sufficient", "partial", "insufficient"]
    missing_evidence_requirements: tuple[str, ...] = ()
    risk_tags: tuple[str, ...] = ()
    confidence: Probability


_RELEVANT_SCORE = 0.25
"""Cosine below which a passage must share a word with the query."""
_TRUSTED = {
    TrustLevel.OFFICIAL: "high",
    TrustLevel.INTERNAL: "high",
    TrustLevel.EXTERNAL: "medium",
    TrustLevel.UNKNOWN: "low",
}
_ENOUGH_WORDS = 3
_DECISIONS: tuple[tuple[Any, str], ...] = (
    ("refund_denied", r"\b(?:no|not|never)\b[^.]{0,40}\brefund|non-?refundable|不(?:予|能|可)退款|не повертаються"),
    ("refund_allowed", r"\brefund|退款|reembols|rückerstatt|erstatt|поверненн\w+ кошт|返金"),
    ("compensation_denied", r"\b(?:no|not|never)\b[^.]{0,40}\bcompensat|不(?:予|能)?(?:赔偿|补偿)"),
    ("compensation_allowed", r"\bcompensat|赔偿|补偿|entschädig|indemni|відшкод|補償"),
    ("cancellation_allowed", r"\bcancel|取消|stornier|anul|скасува|キャンセル"),
    ("human_handoff", r"\b(?:supervisor|manager|human|escalat\w+|customer service)\b|人工|主管"),
)  # fmt: skip


def rules(given: Input) -> Output:
    """Judges each document by its words alone; deterministic, no model."""
    documents = given.retrieved_documents
    hard = _hard_rejections(documents)
    query = understand(given.policy_rewrite_result.primary_rewrite_query)
    sought = {*query.terms, *query.related}
    selected: list[SelectedEvidence] = []
    rejected: list[RejectedDocument] = []
    for document in documents:
        words = set(lexemes(f"{document.title}\n{document.content}"))
        reason = hard.get(document.doc_id) or _unfit(given.policy_rewrite_result, document, words, sought)
        if reason:
            rejected.append(RejectedDocument(doc_id=document.doc_id, reason=reason))
        else:
            selected.append(_evidence(given.policy_rewrite_result, document, words, len(selected) + 1))
    return _conclude(given, selected, rejected, max((s.evidence_confidence for s in selected), default=1.0))


def enforce(given: Input, output: Output) -> Output:
    """The hard rules, whatever a model returned: no unknown document, no injection, no stale or outranked one, none lost."""
    documents = {document.doc_id: document for document in given.retrieved_documents}
    hard = _hard_rejections(given.retrieved_documents)
    selected = [
        evidence.model_copy(update={"trust_level": _TRUSTED[documents[evidence.doc_id].metadata.trust_level]})
        for evidence in output.selected_evidence
        if evidence.doc_id in documents and evidence.doc_id not in hard
    ]
    kept = {evidence.doc_id for evidence in selected}
    stated = {rejected.doc_id: rejected.reason for rejected in output.rejected_documents}
    rejected = [
        RejectedDocument(doc_id=doc_id, reason=hard.get(doc_id) or stated.get(doc_id, RejectReason.IRRELEVANT))
        for doc_id in documents
        if doc_id not in kept
    ]
    concluded = _conclude(given, selected, rejected, output.confidence)
    modest = {"sufficient": 0, "partial": 1, "insufficient": 2}
    if modest[output.evidence_sufficiency] > modest[concluded.evidence_sufficiency]:
        return concluded.model_copy(update={"evidence_sufficiency": output.evidence_sufficiency})
    return concluded


def _hard_rejections(documents: tuple[RetrievedDocument, ...]) -> dict[str, RejectReason]:
    """What no judgement may overrule: instructions to the machine, and a document that a newer or better one replaces."""
    found: dict[str, RejectReason] = {}
    for document in documents:
        if order_to_machine(document.content):
            found[document.doc_id] = RejectReason.POSSIBLE_PROMPT_INJECTION
    for document in documents:
        rivals = [
            other
            for other in documents
            if other.source != document.source and other.doc_id not in found and _same_policy(document, other)
        ]
        if document.doc_id in found or not rivals:
            continue
        if any(_trusted(other) and not _trusted(document) for other in rivals):
            found[document.doc_id] = RejectReason.LOW_TRUST
        elif any(_newer(other, document) and (_trusted(other) or not _trusted(document)) for other in rivals):
            found[document.doc_id] = RejectReason.OUTDATED
    return found


def _same_policy(one: RetrievedDocument, other: RetrievedDocument) -> bool:
    """Whether two documents are states or copies of one policy: the same kind, under titles that differ in a year at most."""

    def name(document: RetrievedDocument) -> set[str]:
        return {
            word for word in lexemes(document.title) if not word.isdigit() and word not in {"version", "versio", "v"}
        }

    return one.metadata.policy_type == other.metadata.policy_type and bool(name(one)) and name(one) == name(other)


def _trusted(document: RetrievedDocument) -> bool:
    return _TRUSTED[document.metadata.trust_level] == "high"


def _newer(one: RetrievedDocument, other: RetrievedDocument) -> bool:
    try:
        return date.fromisoformat((one.metadata.updated_at or "")[:10]) > date.fromisoformat(
            (other.metadata.updated_at or "")[:10]
        )
    except ValueError:
        return False


def _unfit(
    sought: PolicyRewriteResult, document: RetrievedDocument, words: set[str], terms: set[str]
) -> RejectReason | None:
    if len(lexemes(document.content)) < _ENOUGH_WORDS:
        return RejectReason.INSUFFICIENT_DETAIL
    if not terms & words and document.retrieval_score < _RELEVANT_SCORE:
        return RejectReason.IRRELEVANT
    excluded = any(_states(words, condition) for condition in sought.negative_filters)
    if excluded and not any(_states(words, condition) for condition in sought.must_include_conditions):
        return RejectReason.CONDITION_MISMATCH
    return None


def _states(words: set[str], condition: str) -> bool:
    """Whether most content words of a condition occur."""
    terms = understand(condition).terms
    return bool(terms) and sum(term in words for term in terms) * 3 >= len(terms) * 2


def _evidence(
    sought: PolicyRewriteResult, document: RetrievedDocument, words: set[str], number: int
) -> SelectedEvidence:
    return SelectedEvidence(
        evidence_id=f"ev_{number}",
        doc_id=document.doc_id,
        policy_type=document.metadata.policy_type,
        title=document.title,
        summary=" ".join(document.content.split())[:200],
        matched_conditions=tuple(c for c in sought.must_include_conditions if _states(words, c)),
        supports_decision_types=tuple(
            decision for decision, pattern in _DECISIONS if re.search(pattern, document.content, re.IGNORECASE)
        )
        or ("need_more_info",),
        trust_level=_TRUSTED[document.metadata.trust_level],  # type: ignore[arg-type]
        evidence_confidence=min(1.0, max(0.0, document.retrieval_score)),
    )


def _conclude(
    given: Input, selected: list[SelectedEvidence], rejected: list[RejectedDocument], confidence: float
) -> Output:
    contents = {document.doc_id: document.content for document in given.retrieved_documents}
    words = {word for evidence in selected for word in lexemes(contents[evidence.doc_id])}
    requirements = given.policy_rewrite_result.evidence_requirements
    missing = tuple(requirement for requirement in requirements if not _states(words, requirement))
    injected = any(r.reason is RejectReason.POSSIBLE_PROMPT_INJECTION for r in rejected)
    return Output(
        selected_evidence=tuple(selected),
        rejected_documents=tuple(rejected),
        evidence_sufficiency="insufficient" if not selected else "partial" if missing else "sufficient",
        missing_evidence_requirements=missing,
        risk_tags=("possible_prompt_injection",) if injected else (),
        confidence=confidence,
    )
