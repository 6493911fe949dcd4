"""Running heads, running feet and page numbers: printed on every page, part of none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from adapters.documents.pdf.lines import Fragment, Line, lines

_HEAD, _FOOT = 0.15, 0.13  # shares of the page's height
_ROWS = 3  # that a head or a foot has at most
_NUMBER = re.compile(
    r"(?:page|pg\.?|seite|s\.|página|pág\.?|сторінка|стор\.?|第)?\s*[-–—|]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—|]?"
    r"\s*(?:(?:of|von|de|з|із|/)\s*\d{1,4})?\s*(?:頁|ページ|页)?",
    re.IGNORECASE,
)


def remove_furniture(pages: Sequence[tuple[float, list[Fragment]]]) -> list[list[Fragment]]:
    """Each page's fragments without its furniture; pages come as (height, fragments)."""
    edges = [_edges(height, pieces) for height, pieces in pages]
    seen = Counter(key for page in edges for key in {_key(line) for line in page})
    enough = 2 if len(pages) <= 5 else 3
    kept: list[list[Fragment]] = []
    for (_, pieces), page in zip(pages, edges, strict=True):
        gone: set[int] = set()
        for line in page:
            if seen[_key(line)] >= enough or _NUMBER.fullmatch(line.text.strip()):
                gone.update(id(piece) for piece in line.fragments)
            else:
                gone.update(id(p) for p in line.fragments if seen[_piece_key(p)] >= enough)
        kept.append([piece for piece in pieces if id(piece) not in gone])
    return kept


def _edges(height: float, pieces: list[Fragment]) -> list[Line]:
    rows = lines(pieces, 0)
    head = [row for row in rows[:_ROWS] if row.y >= (1 - _HEAD) * height]
    foot = [row for row in rows[-_ROWS:] if row.y <= _FOOT * height]
    return [*head, *(row for row in foot if row not in head)]


def _key(line: Line) -> tuple[str, int]:
    return re.sub(r"\d+", "#", line.text), round(line.y / 6)


def _piece_key(piece: Fragment) -> tuple[str, int]:
    return re.sub(r"\d+", "#", piece.text), round(piece.y / 6)
