"""What an audit of an answer reads and what it says: segments, evidence, quotes; claims and passages judged (seeds 001, 004)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from core.domain.base import Model, Probability


class EvidenceSource(StrEnum):
    """Who says it. Only a ``tool_result`` establishes a rule; a passage of a policy is one."""

    REPORTED_CONTEXT = "reported_context"  # what the asker says: supports what they observed or did, never a rule
    TOOL_RESULT = "tool_result"


class AnswerSegment(Model):
    """A piece of an answer that is judged as a whole, without ``[n]`` marks; the same text always has the same id."""

    id: str = Field(min_length=1)
    text: str


class EvidenceEntry(Model):
    """One thing that is known: a passage, a tool's result, or what the asker reports.

    ``context`` is what the text stands under (title, section): it is known too, and never quoted. ``similarity`` is how near
    retrieval found it to the query.
    """

    id: str = Field(min_length=1)
    source: EvidenceSource
    text: str
    context: str = ""
    similarity: Probability = 0.0


class SegmentQuote(Model):
    """The words of an evidence entry that a segment rests on."""

    answer_segment_id: str
    evidence_id: str
    quote: str = Field(min_length=1)


class Entailment(Model):
    """What an entailment model says of a segment under one evidence entry; the rest to 1 is neutral."""

    answer_segment_id: str
    evidence_id: str
    entailed: Probability
    contradicted: Probability


class Thresholds(Model):
    """What a passage must reach to be used (seed 004); one at or above ``instruction`` is not, whatever else it says."""

    relevant: Probability = 0.25
    supports: Probability = 0.5
    instruction: Probability = 0.5


class Category(StrEnum):
    """The seed's kinds of material claim."""

    MEASUREMENT = "measurement"
    COMPATIBILITY = "compatibility"
    DIAGNOSIS = "diagnosis"
    INSTRUCTION = "instruction"
    SAFETY_BOUNDARY = "safety_boundary"
    MAPPING = "mapping"
    OTHER = "other"


class ClaimStatus(StrEnum):
    """How the evidence stands to a claim, best first."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"  # it does not establish the claim
    CONTRADICTED = "contradicted"


class MaterialClaim(Model):
    """What one material segment asserts, graded by its least supported assertion."""

    text: str
    category: Category
    answer_segment_id: str
    status: ClaimStatus
    evidence_ids: tuple[str, ...] = ()


class PassageJudgement(Model):
    """What a passage is worth: on the query's subject, for the claims, and as an attempt to give orders."""

    evidence_id: str
    relevant: Probability
    supports: Probability
    instruction: Probability


class QuotedSupport(StrEnum):
    """Whether the quoted sources support the claims, all of them taken together; best first (seed 004, ``citation``)."""

    SUPPORTS = "supports"
    INSUFFICIENT = "insufficient"
    CONTRADICTS = "contradicts"
