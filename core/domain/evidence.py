"""A retrieved document as the evidence filter judges it, and what the filter says of it (seed 003)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from core.domain.base import Model, Probability
from core.domain.document import TrustLevel

Decision = Literal[
    "refund_allowed", "refund_denied", "compensation_allowed", "compensation_denied",
    "cancellation_allowed", "human_handoff", "need_more_info",
]  # fmt: skip
CaseDecision = Decision | Literal["action_allowed", "action_denied", "information_only"]
"""The seed's, and this house's for intents that the seed has no decision for."""


class RejectReason(StrEnum):
    """Why a document is no evidence."""

    IRRELEVANT = "irrelevant"
    OUTDATED = "outdated"
    LOW_TRUST = "low_trust"
    CONDITION_MISMATCH = "condition_mismatch"
    POSSIBLE_PROMPT_INJECTION = "possible_prompt_injection"
    INSUFFICIENT_DETAIL = "insufficient_detail"


class DocumentMetadata(Model):
    """What a document says of itself; ``updated_at`` is an ISO date."""

    policy_type: str
    updated_at: str | None = None
    trust_level: TrustLevel = TrustLevel.UNKNOWN


class RetrievedDocument(Model):
    """A passage as retrieval found it; ``retrieval_score`` is its cosine to the query."""

    doc_id: str
    title: str
    content: str
    source: str
    retrieval_score: float
    metadata: DocumentMetadata


class SelectedEvidence(Model):
    """A document that may be rested on."""

    evidence_id: str
    doc_id: str
    policy_type: str
    title: str
    summary: str
    matched_conditions: tuple[str, ...] = ()
    supports_decision_types: tuple[Decision, ...] = ()
    trust_level: Literal["high", "medium", "low"]
    evidence_confidence: Probability
    risk_tags: tuple[str, ...] = ()


class RejectedDocument(Model):
    """A document that may not."""

    doc_id: str
    reason: RejectReason
