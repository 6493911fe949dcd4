"""An input as a machine may be meant to read it: without invisible characters, look-alikes, gaps, and with what is encoded decoded.

Each reading keeps for every character the span of the original that it stands for, so that what is found in a reading can be
taken out of the original.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.retrieval.lexemes import CJK
from core.safety.encodings import encoded
from core.safety.lookalikes import folded_words, plain_letter

Span = tuple[int, int]
DEPTH = 2
"""How often something encoded is decoded again."""
_SPACED = re.compile(r"(?<![^\W_])(?:[^\W_](?:\s{1,3}|[._*|/·~-]\s?)){5,}[^\W_](?![^\W_])")
_SPACED_WORD = re.compile(r"(?<![^\W_])(?:[^\W\d_][ ._*|/·~-]){3,}[^\W\d_](?![^\W_])")
_GLUED = re.compile(r"[a-z\u00c0-\u024f\u0400-\u04ff]{16,}", re.IGNORECASE)
_CHAINED = re.compile(r"(?<!\w)[^\W\d_]+(?:[_.*~-][^\W\d_]+){2,}")
_LEET = re.compile(r"(?<![\w@$])(?![a-z]{1,4}-?\d+\b|\d+[a-z]?\b)(?=[\w@$!|]*[^\W\d_])(?=[\w@$!|]*[013457@$!|])[\w@$!|]{3,}", re.IGNORECASE)
_CJK = re.compile(rf"[{CJK}]")
_DIGIT_LETTERS = str.maketrans("03457@$!|", "oeastasil")


@dataclass(frozen=True)
class Reading:
    """A text and for each of its characters the span it came from. ``disguised``: it had to be uncovered to be read.

    ``without_gaps``: its words run together, so that it is to be searched without regard to spaces.
    """

    text: str
    spans: tuple[Span, ...]
    disguised: frozenset[int] | bool = False
    without_gaps: bool = False

    def origin(self, start: int, end: int) -> Span:
        """The span of the original that characters ``start`` to ``end`` stand for."""
        spans = self.spans[start:end]
        return min(span[0] for span in spans), max(span[1] for span in spans)

    def hides(self, start: int, end: int) -> bool:
        """Whether any of these characters was disguised."""
        return self.disguised if isinstance(self.disguised, bool) else any(start <= i < end for i in self.disguised)


def readings(text: str) -> Iterator[Reading]:
    """The plain reading first, then every other one that the text allows."""
    plain = plainly(text)
    yield plain
    yield from _uncovered(plain)
    yield from _decoded(text, 0, len(text), DEPTH, plain.text)


def plainly(text: str) -> Reading:
    """The text in compatibility form, without what cannot be seen, each word in one script."""
    letters: list[str] = []
    spans: list[Span] = []
    disguised: set[int] = set()
    for at, character in enumerate(text):
        if character in " \t\u3000" and (_CJK.match(text, at + 1) or (letters and _CJK.match(letters[-1]))):
            continue  # beside a script without spaces they say nothing
        plain, hidden = plain_letter(character)
        if plain == "" or unicodedata.category(character) == "Mn":
            composed = unicodedata.normalize("NFC", letters[-1] + character) if letters and plain else ""
            if len(composed) == 1:  # an accent that was written apart
                letters[-1], spans[-1] = composed, (spans[-1][0], at + 1)
            elif letters and letters[-1].isalpha() and text[at + 1 : at + 2].isalpha():
                disguised.add(len(letters))  # the next letter stood behind something invisible
            continue
        for letter in plain:
            if hidden:
                disguised.add(len(letters))
            letters.append(letter)
            spans.append((at, at + 1))
    folded, changed = folded_words("".join(letters))
    return Reading(folded, tuple(spans), frozenset(disguised | changed))


def _uncovered(plain: Reading) -> Iterator[Reading]:
    if _SPACED_WORD.search(plain.text):
        yield _joined(plain)
    for run in (*_SPACED.finditer(plain.text), *_GLUED.finditer(plain.text)):
        yield _part(plain, (i for i in range(*run.span()) if plain.text[i].isalnum()), without_gaps=True)
    if _CHAINED.search(plain.text):
        chained = _CHAINED.sub(lambda match: re.sub(r"[_.*~-]", " ", match[0]), plain.text)
        yield Reading(chained, plain.spans, plain.disguised)
    if _LEET.search(plain.text):
        for one in "il":
            text = _LEET.sub(lambda match, one=one: match[0].translate(_DIGIT_LETTERS).replace("1", one), plain.text)  # type: ignore[misc]
            changed = (i for i, (new, old) in enumerate(zip(text, plain.text, strict=True)) if new != old)
            yield Reading(text, plain.spans, frozenset(changed))


def _joined(plain: Reading) -> Reading:
    """The text with every word that is written letter by letter joined again."""
    gaps = {i for run in _SPACED_WORD.finditer(plain.text) for i in range(*run.span()) if not plain.text[i].isalnum()}
    kept = [i for i in range(len(plain.text)) if i not in gaps]
    disguised = frozenset(new for new, old in enumerate(kept) if old - 1 in gaps or old + 1 in gaps)
    return Reading("".join(plain.text[i] for i in kept), tuple(plain.spans[i] for i in kept), disguised)


def _part(reading: Reading, places: Iterable[int], *, without_gaps: bool) -> Reading:
    kept = list(places)
    return Reading(
        "".join(reading.text[i] for i in kept), tuple(reading.spans[i] for i in kept), True, without_gaps=without_gaps
    )


def _decoded(text: str, start: int, end: int, depth: int, plain: str | None = None) -> Iterator[Reading]:
    """What is encoded inside the text; ``start`` and ``end`` are where the text stands in the original."""
    for (first, last), hidden in encoded(text, plain):
        span = (first, last) if plain is not None else (start, end)
        inner = plainly(hidden)
        yield Reading(inner.text, (span,) * len(inner.text), disguised=True)
        for reading in _uncovered(inner):
            yield Reading(reading.text, (span,) * len(reading.text), True, reading.without_gaps)
        if depth > 1:
            yield from _decoded(hidden, *span, depth - 1)
