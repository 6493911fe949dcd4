"""What an audit of an answer reads: its segments, the evidence, and what binds the two (seed 001)."""

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
    text: str = Field(min_length=1)


class EvidenceEntry(Model):
    """One thing that is known: a passage, a tool's result, or what the asker reports."""

    id: str = Field(min_length=1)
    source: EvidenceSource
    text: str


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
