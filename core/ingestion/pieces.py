"""Sentences with what they need to be understood, short enough to be quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.domain.document import BlockKind, Window
from core.domain.outcome import MAX_QUOTE
from core.ingestion.mending import Unit
from core.ingestion.sentences import Span, split

_MARKER = re.compile(
    r"(?:[-–•*▪■□○●◦▸►‣➢✓·]|\(?(?:\d{1,3}|[a-zA-Zа-яіїє]|[ivx]{1,5})[.)]|\(\w{1,4}\)|\d{1,3}(?:\.\d{1,3})+\.?|[①-⑳])\s*(?=\S)"
)
_CLAUSE_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})+\.?|\(\d{1,2}[a-z]?\))\s+(?=\S)")
_CLAUSE = re.compile(
    r"[;；]\s*|[:：]\s+|[,，、]\s*|\s[–—-]\s|\s\|\s|\s(?=(?:and|or|but|which|unless|provided|und|oder|sofern|y|o|pero|та|або)\s)"
)
_ANNOUNCES = re.compile(
    r"[:：]$|\b(?:following|follows|below|folgende\w*|nachstehend\w*|siguientes?|a continuación|наступн\w+|нижче|такі)\b|次の|以下|下記|各号|如下|下列",
    re.IGNORECASE,
)
"""A sentence that leads to a list says so; the last sentence before one may also be about something else."""
_STRONG = re.compile(r"[.;:；：。]\s*$|\|\s$")
PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
ROWS = frozenset({BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW})


@dataclass(frozen=True)
class Piece:
    """A sentence, a table's row, or a part of either that is short enough for a quote.

    Offsets are into the version's text. ``unit`` numbers the unit it is from. ``begins`` is ``start``, or, for the first piece
    of a unit, where that unit begins: at its marker, which is no part of a quote. ``lead`` is the span of its lead-in: the
    sentence before the list, the table's header row.
    """

    start: int
    end: int
    unit: int
    begins: int
    kind: BlockKind
    lead: Span | None = None


def pieces_of(text: str, units: Sequence[tuple[int, Unit]]) -> list[Piece]:
    """The pieces of a section in order; units come with the offset at which they begin."""
    found: list[Piece] = []
    leads: dict[int, Span] = {}  # by nesting: -1 is the paragraph before a list, 0 its outermost items
    header: Span | None = None
    for index, (start, unit) in enumerate(units):
        end = start + len(unit.text)
        if unit.kind in ROWS:
            row = [(start, end)] if len(unit.text) <= MAX_QUOTE else _sentences(text, start, end)
            is_header = unit.kind is BlockKind.TABLE_HEADER
            found.extend(_pieces(row, start, index, unit.kind, None if is_header else header))
            header = (start, end) if is_header and len(unit.text) <= MAX_QUOTE else None if is_header else header
            continue
        header = None
        nesting = (unit.level or 0) if unit.kind is BlockKind.LIST_ITEM else -1
        leads = {level: span for level, span in leads.items() if level < nesting}
        lead = leads[max(leads)] if leads else None
        marker = (_MARKER if unit.kind is BlockKind.LIST_ITEM else _CLAUSE_NUMBER).match(unit.text)
        sentences = _sentences(text, start + (marker.end() if marker else 0), end)
        found.extend(_pieces(sentences, start, index, unit.kind, lead))
        if sentences and (nesting >= 0 or _ANNOUNCES.search(text[slice(*sentences[-1])])):
            leads[nesting] = sentences[-1]
    return found


def shorten(text: str, piece: Piece, longest: int) -> list[Piece]:
    """A piece as parts of at most so many characters."""
    parts = _clauses(text, (piece.start, piece.end), max(longest, 1))
    return _pieces(parts, piece.begins, piece.unit, piece.kind, piece.lead)


def _pieces(spans: Sequence[Span], begins: int, unit: int, kind: BlockKind, lead: Span | None) -> list[Piece]:
    return [Piece(s, e, unit, s if n else begins, kind, lead) for n, (s, e) in enumerate(spans)]


def windows_of(text: str, pieces: Sequence[Piece], breaks: Sequence[int]) -> Iterator[Window]:
    """Each piece, each pair of neighbours of one paragraph, and each short list with the sentence that leads to it.

    ``breaks`` are the offsets where printed pages begin: only a single sentence goes over one, because other readers of the
    file find the page's head and foot between the two parts.
    """
    for piece in pieces:
        yield _window(text, piece.start, piece.end, piece.lead)
    for one, two in pairwise(pieces):
        together = one.unit == two.unit and one.kind in PROSE and not _broken(one.start, two.end, breaks)
        if together and two.end - one.start <= MAX_QUOTE:
            yield _window(text, one.start, two.end, one.lead)
    yield from (
        _window(text, start, end, None) for start, end in _lists(text, pieces) if not _broken(start, end, breaks)
    )


def _broken(start: int, end: int, breaks: Sequence[int]) -> bool:
    return any(start < offset < end for offset in breaks)


def _lists(text: str, pieces: Sequence[Piece]) -> Iterator[Span]:
    """Bulleted lists that fit a quote with their lead-in. Numbered ones do not: formats disagree on who writes the numbers."""
    first = 0
    while first < len(pieces):
        lead = pieces[first].lead
        last = first
        while last + 1 < len(pieces) and pieces[last + 1].kind is BlockKind.LIST_ITEM and pieces[last + 1].lead == lead:
            last += 1
        items = pieces[first : last + 1]
        if lead and items[0].kind is BlockKind.LIST_ITEM and len({item.unit for item in items}) > 1:
            bullets = all(not any(c.isalnum() for c in text[item.begins : item.start]) for item in items)
            if bullets and pieces[0].start <= lead[0] and items[-1].end - lead[0] <= MAX_QUOTE:
                yield lead[0], items[-1].end
        first = last + 1


def _window(text: str, start: int, end: int, lead: Span | None) -> Window:
    if lead is None:
        return Window(start=start, end=end)
    return Window(start=start, end=end, lead_in=text[slice(*lead)], lead_in_start=lead[0])


def _sentences(text: str, start: int, end: int) -> list[Span]:
    return [part for s, e in split(text[start:end]) for part in _clauses(text, (start + s, start + e))]


def _clauses(text: str, span: Span, longest: int = MAX_QUOTE) -> list[Span]:
    """The span itself if it is short enough; else its parts, cut behind clauses where there are any."""
    start, end = span
    parts: list[Span] = []
    while end - start > longest:
        cuts = [match.end() for match in _CLAUSE.finditer(text, start + longest // 4, start + longest)]
        strong = [cut for cut in cuts if _STRONG.search(text[start:cut]) and end - cut >= 20]
        space = text.rfind(" ", start + 1, start + longest)
        cut = strong[-1] if strong else cuts[-1] if cuts else space if space > 0 else start + longest
        parts.append((start, start + len(text[start:cut].rstrip(" |"))))
        start = cut + len(text[cut:end]) - len(text[cut:end].lstrip(" |"))
    return [*parts, (start, end)]
