"""Running heads, running feet and page numbers: printed on every page, part of none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adapters.documents.pdf.lines import Fragment, Line, lines
from adapters.documents.pdf.tables import Table

_HEAD, _FOOT = 0.15, 0.13  # shares of the page's height
_ROWS = 3  # that a head or a foot has at most
_NUMBER = re.compile(
    r"(?:page|pg\.?|seite|s\.|página|pág\.?|сторінка|стор\.?|第)?\s*[-–—|]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—|]?"
    r"\s*(?:(?:of|von|de|з|із|/)\s*\d{1,4})?\s*(?:頁|ページ|页)?",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"(?:page|pg\.?|seite|página|pág\.?|сторінка|стор\.?)\s*\d+(?:\s*(?:of|von|de|з|із|/)\s*\d+)?"
    r"|\d+\s*(?:of|von|/)\s*\d+|第?\d+\s*(?:頁|ページ|页)",
    re.IGNORECASE,
)
Key = tuple[str, int]
"""What is the same on each page: the words and where they stand; of page numbers, that there is one."""


@dataclass
class Sheet:
    """What is printed on one page: the tables drawn with lines, and the fragments outside them."""

    number: int
    height: float
    pieces: list[Fragment]
    tables: list[Table]

    @property
    def blank(self) -> bool:
        """Whether nothing is printed on it."""
        return not self.pieces and not self.tables


def remove_furniture(sheets: Sequence[Sheet]) -> list[Sheet]:
    """The sheets without their furniture; all of it stays where nothing else would be left."""
    seen = Counter(key for sheet in sheets for key in {key for row in _edges(sheet) for key in _keys(row)})
    enough = 2 if len(sheets) <= 5 else 3
    repeated = {key for key, count in seen.items() if count >= enough}
    shift = _numbering(sheets)
    kept = [_stripped(sheet, repeated, None if shift is None else sheet.number + shift) for sheet in sheets]
    return list(sheets) if all(sheet.blank for sheet in kept) else kept


def _numbering(sheets: Sequence[Sheet]) -> int | None:
    """By how much the printed page numbers differ from the count of pages; None if most pages print none."""
    shifts = Counter(
        shift
        for sheet in sheets
        for shift in {number - sheet.number for row in _outermost(sheet) for number in _numbers(row)}
    )
    shift, count = shifts.most_common(1)[0] if shifts else (0, 0)
    return shift if count >= max(3, len(sheets) / 2) else None


def _outermost(sheet: Sheet) -> list[Line]:
    rows = [row for row in _edges(sheet) if isinstance(row, Line)]
    return [max(rows, key=lambda row: row.y), min(rows, key=lambda row: row.y)] if rows else []


def _numbers(row: Line) -> list[int]:
    """The page numbers that a row's first or last part may be."""
    return [int(part.text) for part in (row.fragments[0], row.fragments[-1]) if re.fullmatch(r"[0-9]{1,4}", part.text)]


def _stripped(sheet: Sheet, repeated: set[Key], printed: int | None) -> Sheet:
    """The sheet without rows that others repeat, page numbers, and the running head beside a page number."""
    gone: set[int] = set()
    for line in _outermost(sheet):
        if printed in _numbers(line):
            gone.update(id(piece) for piece in line.fragments)
    for row in _edges(sheet):
        if isinstance(row, Table):
            gone.update({id(row)} if repeated & set(_keys(row)) else ())
            continue
        whole = _key(row.text, row.y) in repeated or _NUMBER.fullmatch(row.text)
        gone.update(id(piece) for piece in row.fragments if whole or _key(piece.text, piece.y) in repeated)
    return Sheet(
        sheet.number,
        sheet.height,
        [piece for piece in sheet.pieces if id(piece) not in gone],
        [table for table in sheet.tables if id(table) not in gone],
    )


def _edges(sheet: Sheet) -> list[Line | Table]:
    """What stands at the head and at the foot of a page."""
    head, foot = (1 - _HEAD) * sheet.height, _FOOT * sheet.height
    rows = lines(sheet.pieces, sheet.number)
    upper = [row for row in rows[:_ROWS] if row.y >= head]
    lower = [row for row in rows[-_ROWS:] if row.y <= foot and row not in upper]
    return [*upper, *lower, *(table for table in sheet.tables if table.bottom >= head - 20 or table.top <= foot + 20)]


def _keys(row: Line | Table) -> Iterator[Key]:
    if isinstance(row, Table):
        yield _key(" | ".join(" | ".join(cells) for cells in row.rows), row.top)
        return
    yield _key(row.text, row.y)
    for piece in row.fragments:
        yield _key(piece.text, piece.y)


def _key(text: str, y: float) -> Key:
    return _PAGE.sub("#", text), round(y / 6)
