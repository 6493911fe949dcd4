"""The order in which a reader reads what stands on a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from adapters.documents.pdf.lines import Fragment, Line, lines
from adapters.documents.pdf.tables import Table

Item = Fragment | Table
Region = list[Line | Table]
"""What is read from top to bottom: a column, or what spans the columns."""

_STEP = 3.0
_ROWS = 4  # that a column has at least
_CHARACTERS = 12  # that a line of a column has on average
_DENSITY = 0.4  # share of a column's height that its lines fill
_LONG = 10  # rows of a column that is one in whatever order it was written
_CROSSING = 0.35  # share of the lines that may run across the space between two columns (titles, wide tables)


def reading_order(items: Sequence[Item], page: int) -> list[Region]:
    """The regions of a page in the order they are read, columns from left to right."""
    gutter = _gutter([item for item in items if isinstance(item, Fragment)])
    if gutter is None:
        return [_stack(items, page)] if items else []
    regions: list[Region] = []
    band: list[Item] = []
    split = False
    for item in sorted(items, key=lambda i: -i.top):
        if item.x0 < gutter < item.x1:
            split |= _close(regions, band, gutter, page)
            band = []
            if regions and not isinstance(regions[-1], _Column):
                regions[-1].extend(_stack([item], page))
            else:
                regions.append(_stack([item], page))
        else:
            band.append(item)
    split |= _close(regions, band, gutter, page)
    return regions if split else [_stack(items, page)]


class _Column(list[Line | Table]):
    """A region beside another one: nothing is added to it from below."""


def _close(regions: list[Region], band: list[Item], gutter: float, page: int) -> bool:
    if not band:
        return False
    left, right = [i for i in band if i.x1 <= gutter], [i for i in band if i.x0 >= gutter]
    if _column(left) and _column(right) and _beside(left, right):
        for side in (left, right):
            regions.extend(_Column(region) for region in reading_order(side, page))
        return True
    regions.append(_stack(band, page))
    return False


def _stack(items: Sequence[Item], page: int) -> Region:
    rows: Region = [
        *lines([i for i in items if isinstance(i, Fragment)], page),
        *(i for i in items if isinstance(i, Table)),
    ]
    return sorted(rows, key=lambda row: -(row.top if isinstance(row, Table) else row.y + 0.75 * row.size))


def _gutter(pieces: list[Fragment]) -> float | None:
    """Where the white space between two columns is, if the page may have columns."""
    if len(pieces) < 2 * _ROWS:
        return None
    left, right = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    width, size = right - left, median(p.size for p in pieces)
    best: tuple[int, float, float] | None = None
    x = left + 0.18 * width
    while x <= right - 0.18 * width:
        crossing = sum(p.x0 < x + size * 0.4 and p.x1 > x - size * 0.4 for p in pieces)
        before = sum(p.x1 <= x for p in pieces)
        after = sum(p.x0 >= x for p in pieces)
        if min(before, after) >= _ROWS and crossing <= _CROSSING * len(pieces):
            candidate = (crossing, abs(x - (left + right) / 2), x)
            best = min(best, candidate) if best else candidate
        x += _STEP
    return best[2] if best else None


def _column(items: list[Item]) -> bool:
    rows = lines([i for i in items if isinstance(i, Fragment)], 0)
    if len(rows) < _ROWS:
        return False
    height = rows[0].y - rows[-1].y + rows[0].size
    filled = sum(1.2 * row.size for row in rows)
    return sum(len(row.text) for row in rows) >= _CHARACTERS * len(rows) and filled >= _DENSITY * height


def _beside(left: list[Item], right: list[Item]) -> bool:
    """Whether two columns stand side by side, and are not the two ends of lines that run around a picture.

    Such lines are written one after the other, left end, right end; columns one after the other, unless they are long.
    """
    sides = [side for _, side in sorted([*((i.order, 0) for i in left), *((i.order, 1) for i in right)])]
    switches = sum(a != b for a, b in pairwise(sides))
    shorter_rows = min(len(left), len(right))
    if switches > 0.6 * shorter_rows and shorter_rows < _LONG:
        return False
    top, bottom = (
        min(max(i.top for i in side) for side in (left, right)),
        max(min(i.bottom for i in side) for side in (left, right)),
    )
    shorter = min(max(i.top for i in side) - min(i.bottom for i in side) for side in (left, right))
    return top - bottom >= 0.3 * shorter
