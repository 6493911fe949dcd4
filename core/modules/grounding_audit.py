"""Binds each assertion of an answer to evidence, and judges every passage of it in the same request (seeds 001 and 004)."""

from __future__ import annotations

from core.domain.base import Model
from core.domain.grounding import (
    AnswerSegment,
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
from core.grounding.grading import graded, least, together
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
    found = {segment.id: _stand(given, segment, _sound(given, passages)) for segment in asserted}
    claims = tuple(
        MaterialClaim(
            text=segment.text,
            category=category(segment.text),
            answer_segment_id=segment.id,
            status=ClaimStatus.SUPPORTED if found[segment.id].supported else ClaimStatus.UNSUPPORTED,
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
    passages = tuple(least(entry, output.passages) for entry in _passages_of(given))
    claims: list[MaterialClaim] = []
    safe = output.safe
    for segment in given.answer_segments:
        said = [claim for claim in output.claims if claim.answer_segment_id == segment.id]
        if not said and not is_material(segment.text):
            continue
        best = _stand(given, segment, _kept(given, passages))
        worst = _stand(given, segment, _sound(given, passages))
        claims.append(graded(segment, given.evidence, said, best, worst))
        if claims[-1].status is ClaimStatus.SUPPORTED:
            safe = safe and not best.omitted and (best.entailed or not best.finding.foreign)
    claimed = {claim.answer_segment_id for claim in claims}
    return Output(
        claims=tuple(claims),
        non_material_segment_ids=tuple(s.id for s in given.answer_segments if s.id not in claimed),
        has_material_technical_claims=bool(claims),
        safe=safe,
        notes=output.notes[:MAX_NOTES],
        passages=passages,
        citation=max(output.citation, together(claims), key=list(QuotedSupport).index),
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


def _sound(given: Input, passages: tuple[PassageJudgement, ...]) -> tuple[str, ...]:
    """The passages that may contradict a claim: all that give no orders."""
    return tuple(one.evidence_id for one in passages if one.instruction < given.thresholds.instruction)


def _stand(given: Input, segment: AnswerSegment, passages: tuple[str, ...]) -> Standing:
    usable = {e.id: e for e in given.evidence if e.id in passages or e.source is EvidenceSource.REPORTED_CONTEXT}
    return stand(segment, given.quotes, usable, given.entailments, given.query)
