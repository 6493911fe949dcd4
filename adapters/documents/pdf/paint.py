"""What lies on the page beside text: colours, filled areas, images and lines, and which text they hide from a reader."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 with x0 <= x1 and y0 <= y1, in points from the lower left corner of the page."""
Colour = tuple[float, float, float]
"""Red, green, blue, each 0 to 1."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
INVISIBLE = "invisible text"
_INVISIBLE_CONTRAST = 0.08
_TINY = 2.0  # points
_THIN = 2.5  # points: a filled rectangle no thicker is a ruling
_SCAN_SHARE = 0.5  # of the page that images must cover for invisible text to be a scan's text layer


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """First ``a``, then ``b``."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def box_of(points: list[tuple[float, float]]) -> Box:
    """The smallest box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def transform(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """A point in page space."""
    return matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]


@dataclass(slots=True)
class Run:
    """A string as one show operator placed it. ``y`` is its baseline; ``size`` its height on the page, both in points.

    ``hidden`` says why a reader does not see it, and is empty where they do. ``space`` is the width of a space in points,
    ``turn`` the direction of writing in degrees, 0 for upright text.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    space: float
    bold: bool
    turn: int
    order: int
    hidden: str = ""


@dataclass(slots=True)
class Area:
    """Something painted: a filled rectangle with its colour, or, where ``colour`` is None, something of unknown looks."""

    box: Box
    colour: Colour | None
    order: int
    image: bool = False


@dataclass(slots=True)
class Canvas:
    """Everything on one page. ``rulings`` are thin lines, each as a box; ``unreadable`` counts codes that name no character."""

    width: float
    height: float
    runs: list[Run] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    rulings: list[Box] = field(default_factory=list)
    unreadable: int = 0

    def fill(self, box: Box, colour: Colour | None, order: int, *, rectangle: bool, opaque: bool) -> None:
        """Paints an area; a thin rectangle is a ruling."""
        if rectangle and min(box[2] - box[0], box[3] - box[1]) <= _THIN:
            self.rule(box)
        else:
            self.areas.append(Area(box, colour if rectangle and opaque else None, order))

    def rule(self, box: Box) -> None:
        """Notes a line."""
        if max(box[2] - box[0], box[3] - box[1]) > _THIN:
            self.rulings.append(box)

    def finish(self) -> None:
        """Decides what only the whole page tells: which invisible text is a scan's, and what was painted over."""
        if self._scanned():
            for run in self.runs:
                run.hidden = "" if run.hidden == INVISIBLE else run.hidden
        self._cover()

    def turned(self) -> int:
        """By how many degrees, clockwise, a reader has to turn the page: 0 unless most of its text stands otherwise."""
        turns: Counter[int] = Counter()
        for run in self.runs:
            turns[run.turn] += len(run.text.strip())
        most, count = turns.most_common(1)[0] if turns else (0, 0)
        return most if most in {90, 180, 270} and count > 0.6 * turns.total() else 0

    def _scanned(self) -> bool:
        """Whether images cover so much of the page that invisible text on it is the text of a scan."""
        share = sum(_overlap(a.box, (0, 0, self.width, self.height)) for a in self.areas if a.image)
        return share >= _SCAN_SHARE * self.width * self.height

    def pictured(self) -> bool:
        """Whether there is something on the page that only a person can read: a picture, or letters without names."""
        return bool(self.unreadable) or any(area.image for area in self.areas)

    def hide(self, run: Run, colour: Colour | None) -> str:
        """Why a reader does not see a run painted in ``colour`` at this moment; empty where they do."""
        if run.size < _TINY:
            return "tiny font"
        middle = ((run.x0 + run.x1) / 2, run.y + run.size * 0.3)
        if run.x1 <= 0 or run.x0 >= self.width or not 0 <= middle[1] <= self.height:
            return "outside the page"
        if colour is not None:
            below = self._below(middle)
            if below is not None and max(abs(a - b) for a, b in zip(colour, below, strict=True)) < _INVISIBLE_CONTRAST:
                return "text in the colour of its background"
        return ""

    def _below(self, point: tuple[float, float]) -> Colour | None:
        for area in reversed(self.areas):
            if _inside(point, area.box):
                return area.colour
        return WHITE

    def _cover(self) -> None:
        """Marks runs that a rectangle was painted over afterwards: a reader sees the rectangle, as in a redaction."""
        covers = [area for area in self.areas if area.colour is not None and not area.image]
        for run in self.runs:
            middle = ((run.x0 + run.x1) / 2, run.y + run.size * 0.3)
            if not run.hidden and any(area.order > run.order and _inside(middle, area.box) for area in covers):
                run.hidden = "covered by a shape"


def _inside(point: tuple[float, float], box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
