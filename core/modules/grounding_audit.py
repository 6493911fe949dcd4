"""Binds each assertion of an answer to evidence, and judges every passage of it in the same request (seeds 001 and 004)."""

from __future__ import annotations

from core.domain.base import Model
from core.domain.grounding import (
    AnswerSegment,
    Category,
    ClaimStatus,
    Entailment,
    EvidenceEntry,
    EvidenceSource,
    MaterialClaim,
    PassageJudgement,
    QuotedSupport,
    SegmentQuote,
    Thresholds,
)  # fmt: skip
from core.grounding.material import category, is_material
from core.grounding.passages import gives_orders, relevance, support
from core.grounding.standing import Standing, stand

MAX_NOTES = 300
"""Characters of ``notes``, which the seed wants short."""


class Input(Model):
    """The answer in segments, what is known, and the quotes that bind the two; ``query`` is what was asked.

    ``entailments`` are an entailment model's judgements, where one is installed.
    """

    query: str
    answer_segments: tuple[AnswerSegment, ...]
    evidence: tuple[EvidenceEntry, ...]
    quotes: tuple[SegmentQuote, ...] = ()
    entailments: tuple[Entailment, ...] = ()
    thresholds: Thresholds = Thresholds()


class Output(Model):
    """Every segment stands exactly once, as a claim or as non-material; every passage (a ``tool_result``) once.

    ``safe`` is false where the answer drops a necessary boundary or overstates what its evidence proves.
    """

    claims: tuple[MaterialClaim, ...] = ()
    non_material_segment_ids: tuple[str, ...] = ()
    has_material_technical_claims: bool
    safe: bool
    notes: str = ""
    passages: tuple[PassageJudgement, ...] = ()
    citation: QuotedSupport


def rules(given: Input) -> Output:
    """Decides by quotes, numbers, names, denials and words, and by the entailment model's word where there is one."""
    asserted = [segment for segment in given.answer_segments if is_material(segment.text)]
    passages = tuple(_judge(given, entry, [segment.text for segment in asserted]) for entry in _passages_of(given))
    found = _standings(given, passages)
    claims = tuple(
        MaterialClaim(
            text=segment.text,
            category=category(segment.text),
            answer_segment_id=segment.id,
            status=_status(found[segment.id]),
            evidence_ids=found[segment.id].ids,
        )
        for segment in asserted
    )
    judged = Output(
        claims=claims,
        has_material_technical_claims=bool(claims),
        safe=True,
        notes="; ".join(dict.fromkeys(why for segment in asserted if (why := found[segment.id].why))),
        passages=passages,
        citation=QuotedSupport.SUPPORTS,
    )
    return enforce(given, judged)


def enforce(given: Input, output: Output) -> Output:
    """The hard rules, whatever was judged.

    Each segment and passage exactly once, and no others. What asserts something is a claim; left out or set aside, it is
    unsupported. Support needs a quote that stands in a kept passage named for it, no number that the quoted sentences lack,
    some of their words, and no denial there. What the asker says supports no rule. A passage that gives orders is never kept.
    An answer that drops a condition of what it quotes, or is not in its language, is not safe.
    """
    passages = tuple(_least(given, entry, output) for entry in _passages_of(given))
    found = _standings(given, passages)
    claims = tuple(
        _graded(given, segment, output, found[segment.id])
        for segment in given.answer_segments
        if is_material(segment.text) or any(claim.answer_segment_id == segment.id for claim in output.claims)
    )
    claimed = {claim.answer_segment_id for claim in claims}
    supported = [found[c.answer_segment_id] for c in claims if c.status is ClaimStatus.SUPPORTED]
    overstated = any(one.omitted or (one.finding.foreign and not one.entailed) for one in supported)
    return Output(
        claims=claims,
        non_material_segment_ids=tuple(s.id for s in given.answer_segments if s.id not in claimed),
        has_material_technical_claims=bool(claims),
        safe=output.safe and not overstated,
        notes=output.notes[:MAX_NOTES],
        passages=passages,
        citation=max(output.citation, _together(claims), key=list(QuotedSupport).index),
    )


def kept(given: Input, output: Output) -> tuple[str, ...]:
    """The passages that pass every threshold, in the order given."""
    return _kept(given, output.passages)


def _kept(given: Input, passages: tuple[PassageJudgement, ...]) -> tuple[str, ...]:
    least = given.thresholds
    return tuple(
        one.evidence_id
        for one in passages
        if one.relevant >= least.relevant and one.supports >= least.supports and one.instruction < least.instruction
    )


def _passages_of(given: Input) -> list[EvidenceEntry]:
    return [entry for entry in given.evidence if entry.source is EvidenceSource.TOOL_RESULT]


def _judge(given: Input, entry: EvidenceEntry, claims: list[str]) -> PassageJudgement:
    return PassageJudgement(
        evidence_id=entry.id,
        relevant=relevance(given.query, entry),
        supports=support(given.query, claims, entry),
        instruction=gives_orders(entry),
    )


def _least(given: Input, entry: EvidenceEntry, output: Output) -> PassageJudgement:
    """The most careful of what was said of a passage; nothing said is worth nothing."""
    said = [judgement for judgement in output.passages if judgement.evidence_id == entry.id]
    return PassageJudgement(
        evidence_id=entry.id,
        relevant=min((judgement.relevant for judgement in said), default=0.0),
        supports=min((judgement.supports for judgement in said), default=0.0),
        instruction=max(gives_orders(entry), *(judgement.instruction for judgement in said), 0.0),
    )


def _standings(given: Input, passages: tuple[PassageJudgement, ...]) -> dict[str, Standing]:
    """How each segment stands to the evidence that may be used."""
    fit = _kept(given, passages)
    usable = {e.id: e for e in given.evidence if e.id in fit or e.source is EvidenceSource.REPORTED_CONTEXT}
    return {s.id: stand(s, given.quotes, usable, given.entailments, given.query) for s in given.answer_segments}


def _status(found: Standing) -> ClaimStatus:
    if found.contradicted:
        return ClaimStatus.CONTRADICTED
    return ClaimStatus.SUPPORTED if found.supported else ClaimStatus.UNSUPPORTED


def _graded(given: Input, segment: AnswerSegment, output: Output, found: Standing) -> MaterialClaim:
    """The worst that was said of a segment, or that code finds."""
    said = [claim for claim in output.claims if claim.answer_segment_id == segment.id]
    named = {entry_id for claim in said for entry_id in claim.evidence_ids}
    status = max((claim.status for claim in said), key=list(ClaimStatus).index, default=ClaimStatus.UNSUPPORTED)
    ids = tuple(entry.id for entry in given.evidence if entry.id in named)
    if found.contradicted:
        status, ids = ClaimStatus.CONTRADICTED, found.ids
    elif status is ClaimStatus.SUPPORTED:
        ids = tuple(entry_id for entry_id in found.ids if entry_id in named)
        if not ids or not found.supportable:
            status = ClaimStatus.UNSUPPORTED
    kind: Category = said[0].category if said else category(segment.text)
    return MaterialClaim(
        text=segment.text, category=kind, answer_segment_id=segment.id, status=status, evidence_ids=ids
    )


def _together(claims: tuple[MaterialClaim, ...]) -> QuotedSupport:
    worst = max((claim.status for claim in claims), key=list(ClaimStatus).index, default=ClaimStatus.UNSUPPORTED)
    return list(QuotedSupport)[list(ClaimStatus).index(worst)]
