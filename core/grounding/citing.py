"""Quotes to citations: where the words stand, as the source writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.domain.document import Passage
from core.domain.outcome import MAX_QUOTE, Citation, Claim, Draft
from core.grounding.compose import compose
from core.grounding.normalise import Span, find
from core.retrieval.locator import locator

Quoted = tuple[str, Iterable[tuple[int, str]]]
"""A claim's text and its quotes, each with the number of its source."""


def cite(n: int, passage: Passage, span: Span) -> Citation:
    """The citation of a span, in characters of the version, that lies within a passage."""
    chunk = passage.chunk
    start, end = span
    return Citation(
        n=n,
        document=passage.title,
        path=passage.path,
        section=locator(chunk.section),
        page=next((page for offset, page in reversed(chunk.pages) if offset <= start), None),
        url=passage.url,
        quote=chunk.text[start - chunk.start : end - chunk.start],
        document_id=passage.document_id,
        version_id=passage.version_id,
        content_hash=passage.version_hash,
        chunk_id=chunk.id,
        start=start,
        end=end,
    )


def bind(claims: Iterable[Quoted], sources: Mapping[int, Passage]) -> Draft | None:
    """A draft of those claims whose every quote stands in the source it names, with the source's own characters as quotes.

    A quote may be typeset differently (``core/grounding/normalise.py``). None if no claim is left.
    """
    citations: dict[int, Citation] = {}
    numbers: dict[tuple[str, int, int], int] = {}
    sound: list[Claim] = []
    for text, quotes in claims:
        spans = [(sources[n], _span(quote, sources[n])) if n in sources else None for n, quote in quotes]
        used: list[int] = []
        for found in spans:
            if found is None or found[1] is None:
                break
            passage, span = found[0], found[1]
            number = numbers.setdefault((passage.version_id, *span), len(numbers) + 1)
            citations.setdefault(number, cite(number, passage, span))
            used.append(number)
        if spans and len(used) == len(spans):
            sound.append(Claim(text=text, citations=tuple(dict.fromkeys(used))))
    return compose(sound, citations) if sound else None


def _span(quote: str, passage: Passage) -> Span | None:
    """Where a quote stands in a passage, in characters of its version; None if it does not, or is too long for one."""
    found = find(quote, passage.chunk.text)
    if found is None or found[1] - found[0] > MAX_QUOTE:
        return None
    return passage.chunk.start + found[0], passage.chunk.start + found[1]
