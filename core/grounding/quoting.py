"""Quotes and the sentences they stand in."""

from __future__ import annotations

from core.grounding.normalise import find
from core.ingestion.sentences import split


def surroundings(quote: str, text: str) -> str | None:
    """The whole sentences of a text that a quote touches, so that none is quoted out of its sense; None if it does not stand there."""
    span = find(quote, text)
    if span is None:
        return None
    touched = [(start, end) for start, end in split(text) if start < span[1] and span[0] < end]
    return text[touched[0][0] : touched[-1][1]] if touched else text[span[0] : span[1]]


def is_verbatim(claim: str, quotes: tuple[str, ...]) -> bool:
    """Whether a claim says its quotes and nothing else, in their order; ends of sentences aside."""
    rest = claim
    for quote in quotes:
        span = find(quote, rest)
        if span is None or rest[: span[0]].strip(" \t\n.;"):
            return False
        rest = rest[span[1] :]
    return bool(quotes) and not rest.strip(" \t\n.;")
