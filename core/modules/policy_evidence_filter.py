"""Which retrieved documents may serve as evidence, and why the others may not (seed 003, policy_evidence_filter_v1)."""

from __future__ import annotations

from typing import Any, Literal

from core.actions.documents import beside_the_case, decides, orders_deed
from core.domain.base import Model, Probability
from core.domain.evidence import RejectedDocument, RejectReason, RetrievedDocument, SelectedEvidence
from core.retrieval.admission import inadmissible, states, unfit
from core.retrieval.decisions import supported_decisions
from core.retrieval.measures import read
from core.retrieval.precedence import TRUST
from core.retrieval.question import understand


class PolicyRewriteResult(Model):
    """What is looked for."""

    primary_rewrite_query: str
    policy_types: tuple[str, ...] = ()
    must_include_conditions: tuple[str, ...] = ()
    negative_filters: tuple[str, ...] = ()
    evidence_requirements: tuple[str, ...] = ()


class Input(Model):
    """The query, what was found for it, and the facts that tools have verified."""

    policy_rewrite_result: PolicyRewriteResult
    retrieved_documents: tuple[RetrievedDocument, ...]
    verified_tool_facts: dict[str, Any] = {}


class Output(Model):
    """Every retrieved document stands in exactly one of the two lists."""

    selected_evidence: tuple[SelectedEvidence, ...] = ()
    rejected_documents: tuple[RejectedDocument, ...] = ()
    evidence_sufficiency: Literal["sufficient", "partial", "insufficient"]
    missing_evidence_requirements: tuple[str, ...] = ()
    risk_tags: tuple[str, ...] = ()
    confidence: Probability


LOW_TRUST = "low_trust"
"""The tag of evidence that no official or internal document gives."""
_SUFFICIENCY = ("sufficient", "partial", "insufficient")


def rules(given: Input) -> Output:
    """Judges each document by its words alone."""
    sought = given.policy_rewrite_result
    query = understand(sought.primary_rewrite_query)
    wanted = {*query.terms, *query.related}
    hard = _hard(given)
    selected: list[SelectedEvidence] = []
    rejected: list[RejectedDocument] = []
    for document in given.retrieved_documents:
        words = read(document.title).words | read(document.content).words
        excluding, requiring = sought.negative_filters, sought.must_include_conditions
        reason = hard.get(document.doc_id) or unfit(document, words, wanted, excluding=excluding, requiring=requiring)
        reason = reason or beside_the_case(sought, document)
        if reason:
            rejected.append(RejectedDocument(doc_id=document.doc_id, reason=reason))
        else:
            selected.append(_evidence(sought, document, words, len(selected) + 1))
    best = max((evidence.evidence_confidence for evidence in selected), default=1.0)
    return _conclude(given, selected, rejected, best)


def enforce(given: Input, output: Output) -> Output:
    """The hard rules: no unknown document, none that orders the machine about or is outranked, none twice, and none lost.

    Evidence meets only conditions that were asked for, and is trusted as far as its document is.
    """
    documents = {document.doc_id: document for document in given.retrieved_documents}
    hard = _hard(given)
    first = {evidence.doc_id: evidence for evidence in reversed(output.selected_evidence)}
    selected = [
        _bounded(first[doc_id], documents[doc_id], given.policy_rewrite_result)
        for doc_id in dict.fromkeys(evidence.doc_id for evidence in output.selected_evidence)
        if doc_id in documents and doc_id not in hard
    ]
    kept = {evidence.doc_id for evidence in selected}
    stated = {rejected.doc_id: rejected.reason for rejected in output.rejected_documents}
    rejected = [
        RejectedDocument(doc_id=doc_id, reason=hard.get(doc_id) or stated.get(doc_id, RejectReason.IRRELEVANT))
        for doc_id in documents
        if doc_id not in kept
    ]
    concluded = _conclude(given, selected, rejected, output.confidence)
    modest = max(concluded.evidence_sufficiency, output.evidence_sufficiency, key=_SUFFICIENCY.index)
    tags = tuple(dict.fromkeys([*concluded.risk_tags, *output.risk_tags]))
    return concluded.model_copy(update={"evidence_sufficiency": modest, "risk_tags": tags})


def _hard(given: Input) -> dict[str, RejectReason]:
    """What no judgement may overrule; in a case that may end in an action, orders for a deed too."""
    documents = given.retrieved_documents
    return inadmissible(documents, orders_deed) if decides(given.policy_rewrite_result) else inadmissible(documents)


def _bounded(evidence: SelectedEvidence, document: RetrievedDocument, sought: PolicyRewriteResult) -> SelectedEvidence:
    """Evidence as far as its document goes."""
    trust = TRUST[document.metadata.trust_level]
    doubts = [LOW_TRUST] if trust == "low" else []
    return evidence.model_copy(
        update={
            "trust_level": trust,
            "policy_type": document.metadata.policy_type,
            "matched_conditions": tuple(c for c in evidence.matched_conditions if c in sought.must_include_conditions),
            "risk_tags": tuple(dict.fromkeys([*evidence.risk_tags, *doubts])),
        }
    )


def _evidence(
    sought: PolicyRewriteResult, document: RetrievedDocument, words: frozenset[str], number: int
) -> SelectedEvidence:
    evidence = SelectedEvidence(
        evidence_id=f"ev_{number}",
        doc_id=document.doc_id,
        policy_type=document.metadata.policy_type,
        title=document.title,
        summary=" ".join(document.content.split())[:200],
        matched_conditions=tuple(c for c in sought.must_include_conditions if states(words, c)),
        supports_decision_types=supported_decisions(document.content),
        trust_level=TRUST[document.metadata.trust_level],
        evidence_confidence=min(1.0, max(0.0, document.retrieval_score)),
    )
    return _bounded(evidence, document, sought)


def _conclude(
    given: Input, selected: list[SelectedEvidence], rejected: list[RejectedDocument], confidence: float
) -> Output:
    contents = {document.doc_id: document.content for document in given.retrieved_documents}
    words = frozenset[str]().union(*(read(contents[evidence.doc_id]).words for evidence in selected))
    requirements = given.policy_rewrite_result.evidence_requirements
    missing = tuple(requirement for requirement in requirements if not states(words, requirement))
    injected = any(r.reason is RejectReason.POSSIBLE_PROMPT_INJECTION for r in rejected)
    return Output(
        selected_evidence=tuple(selected),
        rejected_documents=tuple(rejected),
        evidence_sufficiency="insufficient" if not selected else "partial" if missing else "sufficient",
        missing_evidence_requirements=missing,
        risk_tags=("possible_prompt_injection",) if injected else (),
        confidence=confidence,
    )
