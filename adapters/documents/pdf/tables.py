"""Tables drawn with lines: cells from rulings, rows from cells."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.documents.pdf.lines import Fragment, lines
from adapters.documents.pdf.paint import Box

_NEAR = 3.0  # points between lines that are meant to touch
_MOST_RULINGS = 5_000  # on one page; more are a drawing
_SMALLEST = 6.0  # points: a narrower column or lower row is a double line

Edge = tuple[float, float, float]
"""A straight line: where it lies, from, to."""


@dataclass(slots=True)
class Table:
    """A grid with its texts: for each row the texts of the cells that begin in it, and whether all of them are bold."""

    x0: float
    x1: float
    top: float
    bottom: float
    columns: tuple[float, ...]
    rows: list[list[str]]
    bold: list[bool]
    order: int


def take_tables(pieces: Sequence[Fragment], rulings: Sequence[Box]) -> tuple[list[Table], list[Fragment]]:
    """The tables of a page and the fragments outside them."""
    rest = list(pieces)
    tables: list[Table] = []
    if len(rulings) > _MOST_RULINGS:
        return tables, rest
    for flat, upright in _components(rulings):
        xs, ys = _positions(upright), _positions(flat)[::-1]
        if len(xs) < 3 or len(ys) < 2:
            continue
        inside = [
            f
            for f in rest
            if xs[0] - 1 <= (f.x0 + f.x1) / 2 <= xs[-1] + 1 and ys[-1] - 1 <= f.y + 0.3 * f.size <= ys[0] + 1
        ]
        table = _table(inside, xs, ys, flat, upright)
        if table:
            tables.append(table)
            kept = set(map(id, inside))
            rest = [f for f in rest if id(f) not in kept]
    return tables, rest


def _components(rulings: Sequence[Box]) -> list[tuple[list[Edge], list[Edge]]]:
    """Lines that touch each other, horizontal and vertical ones apart."""
    flat = _merge([((y0 + y1) / 2, x0, x1) for x0, y0, x1, y1 in rulings if x1 - x0 >= y1 - y0])
    upright = _merge([((x0 + x1) / 2, y0, y1) for x0, y0, x1, y1 in rulings if x1 - x0 < y1 - y0])
    group = list(range(len(flat) + len(upright)))

    def find(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    for i, (y, x0, x1) in enumerate(flat):
        for j, (x, y0, y1) in enumerate(upright, len(flat)):
            if x0 - _NEAR <= x <= x1 + _NEAR and y0 - _NEAR <= y <= y1 + _NEAR:
                group[find(i)] = find(j)
    parts: dict[int, tuple[list[Edge], list[Edge]]] = defaultdict(lambda: ([], []))
    for i, edge in enumerate([*flat, *upright]):
        parts[find(i)][0 if i < len(flat) else 1].append(edge)
    return [part for part in parts.values() if part[0] and part[1]]


def _merge(edges: list[Edge]) -> list[Edge]:
    """Pieces of one line put together."""
    merged: list[Edge] = []
    for at, start, end in sorted(edges):
        for index in range(len(merged) - 1, max(-1, len(merged) - 40), -1):
            other, begin, stop = merged[index]
            if at - other < 1.5 and start <= stop + _NEAR and end >= begin - _NEAR:
                merged[index] = (other, min(begin, start), max(stop, end))
                break
        else:
            merged.append((at, start, end))
    return merged


def _positions(edges: list[Edge]) -> list[float]:
    """Where lines lie, ascending, double lines once."""
    found: list[float] = []
    for at in sorted(edge[0] for edge in edges):
        if not found or at - found[-1] > _SMALLEST:
            found.append(at)
    return found


def _table(
    inside: list[Fragment], xs: list[float], ys: list[float], flat: list[Edge], upright: list[Edge]
) -> Table | None:
    columns, rows = len(xs) - 1, len(ys) - 1
    owner = {(r, c): (r, c) for r in range(rows) for c in range(columns)}
    for r in range(rows):
        for c in range(columns):
            middle_y, middle_x = (ys[r] + ys[r + 1]) / 2, (xs[c] + xs[c + 1]) / 2
            if c and not _drawn(upright, xs[c], middle_y):
                owner[r, c] = owner[r, c - 1]
            elif r and not _drawn(flat, ys[r], middle_x):
                owner[r, c] = owner[r - 1, c]
    cells: dict[tuple[int, int], list[Fragment]] = defaultdict(list)
    for piece in inside:
        c = min(max(bisect_right(xs, piece.x0 + 0.3 * piece.size) - 1, 0), columns - 1)
        r = min(max(bisect_right([-y for y in ys], -(piece.y + 0.3 * piece.size)) - 1, 0), rows - 1)
        cells[owner[r, c]].append(piece)
    if len({c for _, c in cells}) < 2:
        return None  # a box, not a table
    texts: list[list[str]] = []
    bold: list[bool] = []
    for r in range(rows):
        held = [cells[key] for key in sorted({owner[r, c] for c in range(columns)}) if key[0] == r and cells[key]]
        if held:
            texts.append([_text(cell) for cell in held])
            bold.append(all(piece.bold for cell in held for piece in cell))
    return Table(xs[0], xs[-1], ys[0], ys[-1], tuple(xs), texts, bold, min(f.order for f in inside))


def _drawn(edges: list[Edge], at: float, through: float) -> bool:
    return any(abs(edge[0] - at) <= _SMALLEST and edge[1] - _NEAR <= through <= edge[2] + _NEAR for edge in edges)


def _text(held: list[Fragment]) -> str:
    return "\n".join(line.text for line in lines(held, 0))
