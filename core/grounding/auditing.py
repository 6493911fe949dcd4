"""A draft into the grounding audit, and the audit's word into what may be delivered (DESIGN, settled questions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from core.domain.base import Model
from core.domain.document import Passage
from core.domain.grounding import ClaimStatus, Entailment, EvidenceEntry, EvidenceSource, SegmentQuote
from core.domain.outcome import Draft
from core.grounding.compose import compose
from core.grounding.segments import of_draft
from core.modules.grounding_audit import Input, Output
from core.ports.entailment import EntailmentModel
from core.retrieval.measures import coverage, lacks_number, read
from core.retrieval.question import understand

ASKER = "asker"
"""The evidence id of what the asker says."""


class Verdict(StrEnum):
    """What becomes of an audited draft."""

    DELIVER = "deliver"
    REVIEW = "review"  # a human looks at it before the asker does
    REFUSE = "refuse"  # nothing of it is grounded


class Audited(Model):
    """What is left of a draft after its audit; ``draft`` is None only where nothing is. ``notes`` say why, for the record."""

    verdict: Verdict
    draft: Draft | None
    notes: str = ""


def prepare(
    question: str, draft: Draft, evidence: Sequence[Passage], nearness: Mapping[str, float] | None = None
) -> Input:
    """The audit's input: a segment for each claim, each passage as a canonical ``tool_result``, the question as reported.

    ``nearness`` maps chunk ids to their cosine to the question.
    """
    segments = of_draft(draft)
    citations = {citation.n: citation for citation in draft.citations}
    return Input(
        query=question,
        answer_segments=segments,
        evidence=(
            *(_entry(passage, (nearness or {}).get(passage.chunk.id, 0.0)) for passage in evidence),
            EvidenceEntry(id=ASKER, source=EvidenceSource.REPORTED_CONTEXT, text=question),
        ),
        quotes=tuple(
            SegmentQuote(answer_segment_id=segment.id, evidence_id=citations[n].chunk_id, quote=citations[n].quote)
            for segment, claim in zip(segments, draft.claims, strict=True)
            for n in claim.citations
        ),
    )


async def entail(given: Input, model: EntailmentModel | None) -> Input:
    """The input with what an entailment model says of each quoted pair; unchanged where none is installed.

    Raises ModelUnavailable.
    """
    if model is None or not given.quotes:
        return given
    segments = {segment.id: segment.text for segment in given.answer_segments}
    texts = {entry.id: entry.text for entry in given.evidence}
    pairs = list(dict.fromkeys((quote.answer_segment_id, quote.evidence_id) for quote in given.quotes))
    judged = await model.judge([(texts[evidence], segments[segment]) for segment, evidence in pairs])
    found = (
        Entailment(answer_segment_id=s, evidence_id=e, entailed=one.entailed, contradicted=one.contradicted)
        for (s, e), one in zip(pairs, judged, strict=True)
    )
    return given.model_copy(update={"entailments": tuple(found)})


def conclude(draft: Draft, given: Input, output: Output) -> Audited:
    """What may be delivered.

    A contradicted claim, or an answer that is not safe, sends the whole draft to review. An unsupported claim is dropped;
    what is left goes to review if it no longer answers what the whole did, and is refused if it is nothing.
    """
    status = {claim.answer_segment_id: claim.status for claim in output.claims}
    if ClaimStatus.CONTRADICTED in status.values() or not output.safe:
        return Audited(verdict=Verdict.REVIEW, draft=draft, notes=output.notes)
    pairs = list(zip(given.answer_segments, draft.claims, strict=True))
    claims = [claim for segment, claim in pairs if status.get(segment.id) is not ClaimStatus.UNSUPPORTED]
    if not any(status.get(segment.id) is ClaimStatus.SUPPORTED for segment, _ in pairs):
        return Audited(verdict=Verdict.REFUSE, draft=None, notes=output.notes)
    if len(claims) == len(draft.claims):
        return Audited(verdict=Verdict.DELIVER, draft=draft, notes=output.notes)
    left = compose(claims, {citation.n: citation for citation in draft.citations})
    verdict = Verdict.DELIVER if _still_answers(given.query, draft, left) else Verdict.REVIEW
    return Audited(verdict=verdict, draft=left, notes=output.notes)


def _still_answers(question: str, whole: Draft, left: Draft) -> bool:
    """Whether nothing that the question asks is lost: neither a word of it that the whole spoke of nor its kind of answer."""
    asked = understand(question)
    weights = dict.fromkeys(asked.terms, 1.0)
    before, after = (read(" ".join(claim.text for claim in draft.claims)) for draft in (whole, left))
    lost = coverage(asked, weights, after.words) < coverage(asked, weights, before.words)
    return not lost and (lacks_number(asked, before) or not lacks_number(asked, after))


def _entry(passage: Passage, nearness: float) -> EvidenceEntry:
    return EvidenceEntry(
        id=passage.chunk.id,
        source=EvidenceSource.TOOL_RESULT,
        text=passage.chunk.text,
        context=f"{passage.title}\n{passage.chunk.section}",
        similarity=min(1.0, max(0.0, nearness)),
    )
