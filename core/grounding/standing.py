"""What code alone finds of one segment: where its quotes stand, whether they establish it, what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.grounding import AnswerSegment, Entailment, EvidenceEntry, EvidenceSource, SegmentQuote
from core.grounding.conditions import dropped
from core.grounding.material import reports_asker
from core.grounding.polarity import conflict
from core.grounding.quoting import is_verbatim, surroundings
from core.grounding.support import Finding, weigh

FLOOR = 0.45
"""Score below which no model's word makes a claim supported: too few of its words stand in what it quotes."""
ENTAILED = 0.9
"""Probability from which an entailment model's yes counts where words alone do not reach."""
CONTRADICTED = 0.5
"""The same for its no."""


@dataclass(frozen=True, slots=True)
class Standing:
    """``ids`` are the evidence entries that hold a quote of the segment and may support it, in order.

    ``omitted`` is a condition of the quoted sentences that neither segment nor question speaks of.
    """

    ids: tuple[str, ...]
    finding: Finding
    omitted: str | None = None
    entailed: bool = False
    refuted: bool = False

    @property
    def contradicted(self) -> bool:
        """Whether the evidence says otherwise."""
        return bool(self.ids) and (self.finding.contradicts or self.refuted)

    @property
    def supported(self) -> bool:
        """Whether code alone vouches for it."""
        judged = self.finding.supports or (self.entailed and not self.finding.numbers)
        return bool(self.ids) and judged and not self.contradicted and (self.entailed or not self.finding.foreign)

    @property
    def supportable(self) -> bool:
        """Whether a judge's word that it is supported may stand."""
        words = self.finding.score >= FLOOR or self.finding.foreign or self.entailed
        return bool(self.ids) and words and not self.finding.numbers and not self.contradicted

    @property
    def why(self) -> str:
        """The decisive issue in a few words; empty if there is none."""
        if not self.ids:
            return "no quote in evidence"
        if self.contradicted:
            return "the quoted sentence says otherwise"
        if missing := (*self.finding.numbers, *self.finding.names):
            return f"without a source: {', '.join(missing)}"
        if self.finding.foreign and not self.entailed:
            return "another language than its source"
        if not self.supported:
            return "not what the quoted words say"
        return f"leaves out: {self.omitted}" if self.omitted else ""


def stand(
    segment: AnswerSegment,
    quotes: Iterable[SegmentQuote],
    usable: Mapping[str, EvidenceEntry],
    entailments: Iterable[Entailment] = (),
    query: str = "",
) -> Standing:
    """Looks a segment's quotes up in the usable evidence and weighs it against the whole sentences that they stand in.

    What the asker reports counts only for a segment that is attributed to them and states no rule.
    """
    about_asker = reports_asker(segment.text)
    found: dict[str, list[tuple[str, str]]] = {}
    for quote in quotes:
        entry = usable.get(quote.evidence_id)
        if entry is None or quote.answer_segment_id != segment.id:
            continue
        if entry.source is EvidenceSource.REPORTED_CONTEXT and not about_asker:
            continue
        if sentences := surroundings(quote.quote, entry.text):
            found.setdefault(entry.id, []).append((quote.quote, sentences))
    if not found:
        return Standing((), Finding(0.0))
    quoted = [pair for pairs in found.values() for pair in pairs]
    sentences_quoted = tuple(dict.fromkeys(sentences for _, sentences in quoted))
    judged = [e for e in entailments if e.answer_segment_id == segment.id and e.evidence_id in found]
    entailed = any(e.entailed >= ENTAILED for e in judged)
    return Standing(
        ids=tuple(found),
        finding=_weigh(segment.text, quoted, tuple(usable[entry_id].context for entry_id in found)),
        omitted=dropped(segment.text, sentences_quoted, query),
        entailed=entailed,
        refuted=not entailed and any(e.contradicted >= CONTRADICTED for e in judged),
    )


def _weigh(claim: str, quoted: list[tuple[str, str]], contexts: tuple[str, ...]) -> Finding:
    """A claim that says its quotes is established, unless a quote was cut out of a sentence that denies it."""
    if is_verbatim(claim, tuple(quote for quote, _ in quoted)):
        return Finding(1.0, contradicts=any(conflict(quote, sentences) for quote, sentences in quoted))
    sentences = tuple(dict.fromkeys(sentences for _, sentences in quoted))
    return weigh(claim, (*sentences, *(context for context in contexts if context)))
