"""A judge's word and what code finds, put together: the worse of the two counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.domain.grounding import (
    AnswerSegment,
    ClaimStatus,
    EvidenceEntry,
    MaterialClaim,
    PassageJudgement,
    QuotedSupport,
)
from core.grounding.material import category
from core.grounding.passages import gives_orders
from core.grounding.standing import Standing


def graded(
    segment: AnswerSegment,
    evidence: Sequence[EvidenceEntry],
    said: Sequence[MaterialClaim],
    best: Standing,
    worst: Standing,
) -> MaterialClaim:
    """The worst that was said of a segment, or that code finds; nothing said is not supported.

    ``best`` is how it stands to the passages that were kept, ``worst`` to all that may contradict it.
    """
    named = {entry_id for claim in said for entry_id in claim.evidence_ids}
    ids = tuple(entry.id for entry in evidence if entry.id in named)
    status = max((claim.status for claim in said), key=list(ClaimStatus).index, default=ClaimStatus.UNSUPPORTED)
    if worst.contradicted:
        status, ids = ClaimStatus.CONTRADICTED, worst.ids
    elif status is ClaimStatus.SUPPORTED:
        held = tuple(entry_id for entry_id in best.ids if entry_id in named)
        if held and best.supportable:
            ids = held
        else:
            status = ClaimStatus.UNSUPPORTED
    return MaterialClaim(
        text=segment.text,
        category=said[0].category if said else category(segment.text),
        answer_segment_id=segment.id,
        status=status,
        evidence_ids=ids,
    )


def least(entry: EvidenceEntry, judgements: Iterable[PassageJudgement]) -> PassageJudgement:
    """The most careful of what was said of a passage; nothing said is worth nothing, and orders are orders."""
    said = [judgement for judgement in judgements if judgement.evidence_id == entry.id]
    return PassageJudgement(
        evidence_id=entry.id,
        relevant=min((judgement.relevant for judgement in said), default=0.0),
        supports=min((judgement.supports for judgement in said), default=0.0),
        instruction=max([gives_orders(entry), *(judgement.instruction for judgement in said)]),
    )


def together(claims: Iterable[MaterialClaim]) -> QuotedSupport:
    """Whether the quotes support the claims, as far as the worst of them."""
    worst = max((claim.status for claim in claims), key=list(ClaimStatus).index, default=ClaimStatus.UNSUPPORTED)
    return list(QuotedSupport)[list(ClaimStatus).index(worst)]
