"""Strings to fragments (what stands together on a baseline) and fragments to lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from adapters.documents.pdf.paint import Box, Run

CELL_GAP = 1.8
"""Font sizes of white space that separate two cells, or a marker from its text, rather than two words."""
_JOIN_GAP = 1.1
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_CJK = re.compile("[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")


@dataclass(slots=True)
class Fragment:
    """Text without a wide gap in it. ``weights`` says of each character: b for bold, a full stop for regular, or a space."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    order: int
    weights: str = ""

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return "." not in self.weights and "b" in self.weights

    @property
    def top(self) -> float:
        """Upper edge of its letters."""
        return self.y + 0.75 * self.size

    @property
    def bottom(self) -> float:
        """Lower edge of its letters."""
        return self.y - 0.22 * self.size


@dataclass(slots=True)
class Line:
    """Fragments on one baseline, left to right."""

    fragments: list[Fragment]
    page: int = 0
    text: str = field(init=False)
    weights: str = field(init=False)
    size: float = field(init=False)

    def __post_init__(self) -> None:
        self.text, self.weights = _joined(self.fragments)
        self.size = max(self.fragments, key=lambda f: len(f.text.strip())).size

    @property
    def x0(self) -> float:
        """Left edge."""
        return self.fragments[0].x0

    @property
    def x1(self) -> float:
        """Right edge."""
        return max(f.x1 for f in self.fragments)

    @property
    def y(self) -> float:
        """Baseline."""
        return self.fragments[0].y

    @property
    def bold(self) -> bool:
        """Whether every fragment is bold."""
        return all(f.bold for f in self.fragments)

    @property
    def cells(self) -> list[list[Fragment]]:
        """Its fragments, parted at wide gaps."""
        groups = [[self.fragments[0]]]
        for fragment in self.fragments[1:]:
            if fragment.x0 - groups[-1][-1].x1 > CELL_GAP * self.size:
                groups.append([fragment])
            else:
                groups[-1].append(fragment)
        return groups


def fragments(runs: Iterable[Run], rulings: Sequence[Box]) -> list[Fragment]:
    """Runs of visible text put together, in the order of the content stream."""
    uprights = [box for box in rulings if box[3] - box[1] > box[2] - box[0]]
    parts: list[list[Run]] = []
    for run in runs:
        if run.hidden or run.turn:
            continue
        last = parts[-1][-1] if parts else None
        if last and _doubled(last, run):
            continue
        if last and _beside(parts[-1], run, uprights):
            parts[-1].append(run)
        elif run.text.strip():
            parts.append([run])
    return [fragment for part in parts if (fragment := _fragment(part)).text.strip()]


def lines(pieces: Iterable[Fragment], page: int) -> list[Line]:
    """Fragments gathered to lines, top to bottom."""
    rows: list[list[Fragment]] = []
    for piece in sorted(pieces, key=lambda f: (-f.y, f.x0)):
        row = next((r for r in rows[-3:] if _level(r[0], piece)), None)
        if row is None:
            rows.append([piece])
        else:
            row.append(piece)
    return [Line(sorted(row, key=lambda f: f.x0), page) for row in rows]


def join(pieces: Sequence[Fragment]) -> str:
    """Fragments side by side as one text."""
    return _joined(pieces)[0]


def _joined(pieces: Sequence[Fragment]) -> tuple[str, str]:
    """The text of fragments side by side, and the weights of its characters."""
    text = weights = ""
    end = 0.0
    for piece in pieces:
        space = "" if not text or _touching(text, piece.text, piece.x0 - end, 0.12 * piece.size) else " "
        text += space + piece.text
        weights += space + piece.weights
        end = piece.x1
    return text, weights


def _level(a: Fragment, b: Fragment) -> bool:
    return abs(a.y - b.y) <= 0.3 * min(a.size, b.size) or (
        min(a.size, b.size) < 0.8 * max(a.size, b.size) and abs(a.y - b.y) <= 0.5 * max(a.size, b.size)
    )


def _touching(left: str, right: str, gap: float, space: float) -> bool:
    if left[-1:].isspace() or right[:1].isspace():
        return True
    if _CJK.match(left[-1:]) and _CJK.match(right[:1]):
        return True
    return gap <= space


def _doubled(last: Run, run: Run) -> bool:
    """Some programs make letters bold by drawing them twice."""
    return (
        run.text == last.text
        and bool(run.text.strip())
        and abs(run.x0 - last.x0) < 0.1 * run.size
        and abs(run.y - last.y) < 0.1 * run.size
    )


def _beside(part: list[Run], run: Run, uprights: Sequence[Box]) -> bool:
    last = part[-1]
    size = max(last.size, run.size)
    base = next((r for r in part if r.size >= 0.8 * max(p.size for p in part)), last)
    shift = abs(run.y - base.y)
    raised = min(base.size, run.size) < 0.85 * max(base.size, run.size)
    if shift > (0.55 if raised else 0.2) * max(base.size, run.size):
        return False
    gap = run.x0 - last.x1
    if not -0.6 * size <= gap <= _JOIN_GAP * size:
        return False
    return gap < 0.3 * size or not any(
        last.x1 - 1 <= x0 <= run.x0 + 1 and y0 - 1 <= run.y + size * 0.3 <= y1 + 1 for x0, y0, _, y1 in uprights
    )


def _fragment(part: list[Run]) -> Fragment:
    size = max(part, key=lambda r: (len(r.text.strip()), r.size)).size
    base = next((r.y for r in part if r.size >= 0.85 * size), part[0].y)
    text = weights = ""
    end = part[0].x0
    for run in part:
        shown = run.text
        if run.size < 0.8 * size and run.y > base + 0.15 * size and shown.strip().isdigit():
            shown = shown.translate(_SUPERSCRIPTS)
        gap = (
            ""
            if not text or _touching(text, shown, run.x0 - end, min(max(0.5 * run.space, 0.1 * size), 0.25 * size))
            else " "
        )
        text += gap + shown
        weights += gap + "".join(" " if c.isspace() else "b" if run.bold else "." for c in shown)
        end = run.x1
    indent, length = len(text) - len(text.lstrip()), len(text.strip())
    right = max(run.x1 for run in part if run.text.strip())
    return Fragment(text.strip(), part[0].x0, right, base, size, part[0].order, weights[indent : indent + length])
