"""Tables without lines: rows whose cells stand under each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from adapters.documents.pdf.lines import Fragment, Line, join
from adapters.documents.pdf.tables import Table

_ROWS = 3  # that make a table
_NEAR = 5.0  # points by which cells of one column may be out of line
_MARKER = re.compile(r"[^\w\s]|\(?\w{1,4}[.)]|\d+(?:\.\d+)+\.?")


def find_aligned(rows: Sequence[Line | Table]) -> list[Line | Table]:
    """The rows of a region, with those that form tables put together."""
    found: list[Line | Table] = []
    index = 0
    while index < len(rows):
        length = _table_length(rows, index)
        if length:
            found.append(_table([row for row in rows[index : index + length] if isinstance(row, Line)]))
        else:
            found.append(rows[index])
        index += length or 1
    return found


def _table_length(rows: Sequence[Line | Table], first: int) -> int:
    """How many rows from ``first`` on are one table; 0 if that is none."""
    row = rows[first]
    if not isinstance(row, Line) or len(_cells(row)) < 2:
        return 0
    column = _cells(row)[1][0].x0
    full = last = first
    count = 0
    for index in range(first, len(rows)):
        row = rows[index]
        if not isinstance(row, Line) or (index > first and _gap(rows[index - 1], row) > 3.2 * row.size):
            break
        cells = _cells(row)
        if len(cells) > 1 and abs(cells[1][0].x0 - column) <= _NEAR:
            count += 1
            full = last = index
        elif len(cells) == 1 and abs(cells[0][0].x0 - column) <= _NEAR and index == last + 1:
            last = full = index  # a cell goes on in the next line
        else:
            break
    return full - first + 1 if count >= _ROWS and _begin_anew(rows[first : full + 1]) else 0


def _begin_anew(rows: Sequence[Line | Table]) -> bool:
    """Whether the first cells are entries, and not the ends of lines that run on around a picture."""
    firsts = [_cells(row)[0][0].text for row in rows if isinstance(row, Line) and len(_cells(row)) > 1]
    lower = sum(text[:1].islower() for text in firsts)
    return lower <= 0.25 * len(firsts) and sum(map(len, firsts)) <= 45 * len(firsts)


def _cells(row: Line) -> list[list[Fragment]]:
    """A row's cells; the marker of a list item is none of its own."""
    cells = row.cells
    if len(cells) > 1 and len(cells[0]) == 1 and _MARKER.fullmatch(cells[0][0].text.strip()):
        return [cells[0] + cells[1], *cells[2:]]
    return cells


def _gap(above: Line | Table, row: Line) -> float:
    return (above.bottom if isinstance(above, Table) else above.y) - row.y


def _table(rows: list[Line]) -> Table:
    starts = Counter(round(cell[0].x0 / _NEAR) for row in rows for cell in _cells(row))
    columns = sorted(start * _NEAR for start in starts)
    texts: list[list[str]] = []
    homes: list[list[float]] = []
    bold: list[bool] = []
    for row in rows:
        cells = _cells(row)
        if len(cells) > 1 or not texts:
            texts.append([join(cell) for cell in cells])
            bold.append(row.bold)
            homes.append([cell[0].x0 for cell in cells])
        else:
            nearest = min(range(len(homes[-1])), key=lambda i: abs(homes[-1][i] - row.x0))
            texts[-1][nearest] += "\n" + row.text
    return Table(
        x0=min(row.x0 for row in rows),
        x1=max(row.x1 for row in rows),
        top=rows[0].fragments[0].top,
        bottom=rows[-1].fragments[0].bottom,
        columns=tuple(columns),
        rows=texts,
        bold=bold,
        order=min(f.order for row in rows for f in row.fragments),
    )
