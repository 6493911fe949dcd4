"""The graphics state of a page, the operators that only change it, and the values that they bring.

PDF 32000-1:2008, 8.4 and 9.3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pypdf.generic import ArrayObject, DictionaryObject

from adapters.documents.pdf.fonts import Face
from adapters.documents.pdf.paint import Box, Colour, Matrix

BLACK: Colour = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class State:
    """The graphics state that q saves and Q restores. ``fill`` is None where the colour cannot be known (a pattern)."""

    ctm: Matrix
    clip: Box | None = None
    fill: Colour | None = BLACK
    known_space: bool = True
    alpha: float = 1.0
    face: Face | None = None
    size: float = 0.0
    char_spacing: float = 0.0
    word_spacing: float = 0.0
    scale: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


def with_text_state(state: State, operator: bytes, value: float) -> State:
    """The state behind Tc, Tw, Tz, TL, Ts or Tr."""
    if operator == b"Tc":
        return replace(state, char_spacing=value)
    if operator == b"Tw":
        return replace(state, word_spacing=value)
    if operator == b"Tz":
        return replace(state, scale=value / 100)
    if operator == b"TL":
        return replace(state, leading=value)
    return replace(state, rise=value) if operator == b"Ts" else replace(state, mode=int(value))


def with_colour(state: State, operator: bytes, operands: list[Any], resources: DictionaryObject) -> State:
    """The state behind an operator that sets the colour, or the colour space, of what is filled: letters above all."""
    if operator == b"cs":
        known = bool(operands) and _device(operands[0], resources)
        return replace(state, known_space=known, fill=BLACK if known else None)
    if operator in {b"sc", b"scn"} and not state.known_space:
        return replace(state, fill=None)
    values = [min(1.0, max(0.0, float(v))) for v in operands if isinstance(v, int | float)]
    if len(values) == 1:
        fill: Colour | None = (values[0], values[0], values[0])
    elif len(values) == 3:
        fill = (values[0], values[1], values[2])
    elif len(values) == 4:
        fill = ((1 - values[0]) * (1 - values[3]), (1 - values[1]) * (1 - values[3]), (1 - values[2]) * (1 - values[3]))
    else:
        fill = None
    return replace(state, fill=fill, known_space=state.known_space or operator in {b"g", b"rg", b"k"})


def _device(name: Any, resources: DictionaryObject) -> bool:
    """Whether a colour space's numbers are grey, RGB or CMYK."""
    if name in {"/DeviceGray", "/DeviceRGB", "/DeviceCMYK"}:
        return True
    space = entry(resources, "/ColorSpace", name)
    kind = space[0] if isinstance(space, ArrayObject) and space else space
    return kind in {"/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/ICCBased", "/CalGray", "/CalRGB"}


def entry(resources: DictionaryObject, kind: str, name: Any) -> Any:
    """A named resource of a kind; None if there is none."""
    entries = dictionary(resources.get(kind))
    return entries[name].get_object() if name in entries else None


def dictionary(value: Any) -> DictionaryObject:
    """The dictionary behind a value; an empty one if it is none."""
    value = value.get_object() if value is not None else None
    return value if isinstance(value, DictionaryObject) else DictionaryObject()


def matrix(operands: Any) -> Matrix:
    """Six operands as a matrix."""
    a, b, c, d, e, f = (number(operand) for operand in operands)
    return a, b, c, d, e, f


def number(operand: Any) -> float:
    """An operand that should be a number; 0 if it is none."""
    return float(operand) if isinstance(operand, int | float) else 0.0


def meet(a: Box | None, b: Box) -> Box:
    """What two clipping rectangles leave; None clips nothing."""
    return b if a is None else (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
