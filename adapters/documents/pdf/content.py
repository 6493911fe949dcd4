"""Runs a page's content stream: where each string stands, how it looks, and what is painted around it.

Operators and their meaning: PDF 32000-1:2008, annex A.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from pypdf import PageObject
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, StreamObject

from adapters.documents.pdf.fonts import Face
from adapters.documents.pdf.paint import (
    IDENTITY,
    INVISIBLE,
    Area,
    Box,
    Canvas,
    Matrix,
    Run,
    box_of,
    multiply,
    transform,
)
from adapters.documents.pdf.state import State, dictionary, entry, matrix, meet, number, with_colour, with_text_state

MAX_FORM_DEPTH = 8
MAX_FORMS = 2_000
_ASKEW = 5  # degrees


def read_canvas(page: PageObject, off_layers: set[int], faces: dict[int, Face]) -> Canvas:
    """Everything on a page, in the coordinates in which it is shown.

    ``off_layers`` are the object numbers of hidden layers; ``faces`` keeps the document's fonts from page to page.
    """
    contents = page.get("/Contents")
    stream = ContentStream(contents.get_object(), page.pdf, "bytes") if contents is not None else None
    rotation = page.rotation
    for _ in range(2):
        canvas, state = _blank(page, rotation % 360)
        if stream is not None:
            interpreter = _Interpreter(canvas, page.pdf, off_layers, faces)
            interpreter.run(stream, dictionary(page.get("/Resources")), state)
        canvas.finish()
        sideways = canvas.turned()
        if not sideways:
            break
        rotation += sideways  # most of the text stands on its side: read the page turned
    return canvas


def _blank(page: PageObject, rotation: int) -> tuple[Canvas, State]:
    """An empty canvas of the page's size, and the state in which its content begins."""
    box = page.cropbox
    left, bottom, width, height = float(box.left), float(box.bottom), float(box.width), float(box.height)
    turn = {
        90: (0.0, -1.0, 1.0, 0.0, -bottom, left + width),
        180: (-1.0, 0.0, 0.0, -1.0, left + width, bottom + height),
        270: (0.0, 1.0, -1.0, 0.0, bottom + height, -left),
    }.get(rotation, (1.0, 0.0, 0.0, 1.0, -left, -bottom))
    return Canvas(*((height, width) if rotation % 180 else (width, height))), State(ctm=turn)


class _Interpreter:
    def __init__(self, canvas: Canvas, pdf: Any, off_layers: set[int], faces: dict[int, Face]) -> None:
        self.canvas, self.pdf, self.off_layers, self.faces = canvas, pdf, off_layers, faces
        self.order = 0
        self.forms = 0
        self.marked: list[bool] = []  # marked content around: does it hide what it holds

    def run(self, stream: ContentStream, resources: DictionaryObject, state: State, depth: int = 0) -> None:
        """Interprets one stream: the page's, or a form's that it shows."""
        stack: list[State] = []
        text = line = IDENTITY
        path: list[tuple[float, float]] = []
        rectangles: list[Box] = []
        segments: list[Box] = []
        clipping = False
        for operands, operator in stream.operations:
            self.order += 1
            match operator, operands:
                case b"q", _:
                    stack.append(state)
                case b"Q", _:
                    state = stack.pop() if stack else state
                case b"cm", [_, _, _, _, _, _]:
                    state = replace(state, ctm=multiply(matrix(operands), state.ctm))
                case b"BT", _:
                    text = line = IDENTITY
                case b"Tm", [_, _, _, _, _, _]:
                    text = line = matrix(operands)
                case ((b"Td" | b"TD"), [x, y]):
                    if operator == b"TD":
                        state = replace(state, leading=-number(y))
                    text = line = multiply((1, 0, 0, 1, number(x), number(y)), line)
                case b"T*", _:
                    text = line = multiply((1, 0, 0, 1, 0, -state.leading), line)
                case b"Tf", [name, size]:
                    state = replace(state, face=self._face(resources, name), size=number(size))
                case ((b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Ts" | b"Tr"), [value]):
                    state = with_text_state(state, operator, number(value))
                case ((b"Tj" | b"TJ"), [shown]):
                    text = self._show(shown, state, text)
                case b"'", [shown]:
                    line = multiply((1, 0, 0, 1, 0, -state.leading), line)
                    text = self._show(shown, state, line)
                case b'"', [word, char, shown]:
                    state = replace(state, word_spacing=number(word), char_spacing=number(char))
                    line = multiply((1, 0, 0, 1, 0, -state.leading), line)
                    text = self._show(shown, state, line)
                case ((b"g" | b"rg" | b"k" | b"cs" | b"sc" | b"scn"), _):
                    state = with_colour(state, operator, operands, resources)
                case b"gs", [name]:
                    state = self._external(state, entry(resources, "/ExtGState", name))
                case b"re", [x, y, w, h]:
                    corners = [
                        (number(x) + i * number(w), number(y) + j * number(h))
                        for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))
                    ]
                    rectangles.append(box_of([transform(state.ctm, *corner) for corner in corners]))
                case b"m", [x, y]:
                    path.append(transform(state.ctm, number(x), number(y)))
                case b"l", [x, y]:
                    path.append(transform(state.ctm, number(x), number(y)))
                    segments.append(box_of(path[-2:]))
                case ((b"c" | b"v" | b"y"), [*_, x, y]):
                    path.append(transform(state.ctm, number(x), number(y)))
                    segments.append((0, 0, 0, 0))  # a curve: what it bounds is no rectangle
                case ((b"W" | b"W*"), _):
                    clipping = True
                case ((b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"S" | b"s" | b"n" | b"sh"), _):
                    self._paint(operator, state, path, rectangles, segments)
                    if clipping and rectangles and not path:
                        state = replace(state, clip=meet(state.clip, rectangles[0]))
                    clipping = False
                    path, rectangles, segments = [], [], []
                case b"Do", [name]:
                    self._object(entry(resources, "/XObject", name), resources, state, depth)
                case b"INLINE IMAGE", _:
                    self._image(state)
                case ((b"BDC" | b"BMC"), [*_]):
                    self.marked.append(self._hides(operands, resources))
                case b"EMC", _ if self.marked:
                    self.marked.pop()

    def _show(self, shown: Any, state: State, text: Matrix) -> Matrix:
        """Places a string, or an array of strings and shifts; the text matrix behind it."""
        for item in shown if isinstance(shown, ArrayObject) else [shown]:
            if isinstance(item, int | float):
                text = multiply((1, 0, 0, 1, -float(item) / 1000 * state.size * state.scale, 0), text)
            elif isinstance(item, bytes | str) and state.face:
                string = item if isinstance(item, bytes) else item.encode("latin-1", errors="replace")
                characters, width, codes, spaces = state.face.read(string)
                advance = (
                    width / 1000 * state.size + codes * state.char_spacing + spaces * state.word_spacing
                ) * state.scale
                behind = multiply((1, 0, 0, 1, advance, 0), text)
                self.canvas.unreadable += codes if not characters else 0
                if characters:
                    self._place(characters, state, multiply(text, state.ctm), multiply(behind, state.ctm))
                text = behind
        return text

    def _place(self, characters: str, state: State, start: Matrix, end: Matrix) -> None:
        face = state.face
        assert face is not None
        height = (start[2] ** 2 + start[3] ** 2) ** 0.5
        x, y = transform(start, 0, state.rise)
        size = abs(state.size) * height
        run = Run(
            text=characters,
            x0=min(x, end[4]),
            x1=max(x, end[4]),
            y=y,
            size=size,
            space=face.space / 1000 * abs(state.size * state.scale) * abs(start[0]),
            bold=face.bold or state.mode == 2,
            turn=_turn(start),
            order=self.order,
        )
        if any(self.marked):
            run.hidden = "hidden layer"
        elif state.mode in {3, 7}:
            run.hidden = INVISIBLE
        elif state.alpha < 0.05:
            run.hidden = "transparent text"
        elif state.clip and (
            run.x1 <= state.clip[0]
            or run.x0 >= state.clip[2]
            or y + size <= state.clip[1]
            or y - size / 3 >= state.clip[3]
        ):
            run.hidden = "cut off"
        else:
            run.hidden = self.canvas.hide(run, state.fill)
        if not any(character.isalnum() for character in characters):
            run.hidden = ""  # a sign or a space cannot say anything; some programs draw check marks twice, once unseen
        self.canvas.runs.append(run)

    def _paint(
        self,
        operator: bytes,
        state: State,
        path: list[tuple[float, float]],
        rectangles: list[Box],
        segments: list[Box],
    ) -> None:
        if operator == b"sh":
            box = state.clip or (0, 0, self.canvas.width, self.canvas.height)
            self.canvas.areas.append(Area(box, None, self.order))
        if operator in {b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"}:
            opaque = state.alpha > 0.9 and not any(self.marked)
            for box in rectangles:
                self.canvas.fill(box, state.fill, self.order, rectangle=True, opaque=opaque)
            if path:
                straight = all(min(b[2] - b[0], b[3] - b[1]) < 0.5 and b != (0, 0, 0, 0) for b in segments)
                self.canvas.fill(
                    box_of(path), state.fill, self.order, rectangle=straight and len(path) <= 5, opaque=opaque
                )
        if operator in {b"S", b"s", b"B", b"B*", b"b", b"b*"}:
            for box in segments:
                if min(box[2] - box[0], box[3] - box[1]) < 0.5:
                    self.canvas.rule(box)
            for x0, y0, x1, y1 in rectangles:
                for side in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
                    self.canvas.rule(side)

    def _object(self, shown: Any, resources: DictionaryObject, state: State, depth: int) -> None:
        if not isinstance(shown, StreamObject):
            return
        if shown.get("/Subtype") == "/Image":
            self._image(state)
        elif shown.get("/Subtype") == "/Form" and depth < MAX_FORM_DEPTH and self.forms < MAX_FORMS:
            self.forms += 1
            given = shown.get("/Matrix")
            own = matrix(given) if isinstance(given, ArrayObject) and len(given) == 6 else IDENTITY
            inner = shown.get("/Resources")
            self.marked.append(self._off(shown.get("/OC")))
            self.run(
                ContentStream(shown, self.pdf, "bytes"),
                dictionary(inner) if inner is not None else resources,
                replace(state, ctm=multiply(own, state.ctm)),
                depth + 1,
            )
            self.marked.pop()

    def _image(self, state: State) -> None:
        corners = [transform(state.ctm, x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
        self.canvas.areas.append(Area(box_of(corners), None, self.order, image=True))

    def _external(self, state: State, parameters: Any) -> State:
        if not isinstance(parameters, DictionaryObject):
            return state
        if isinstance(alpha := parameters.get("/ca"), int | float):
            state = replace(state, alpha=float(alpha))
        if isinstance(font := parameters.get("/Font"), ArrayObject) and len(font) == 2:
            state = replace(state, face=self._load(font[0]), size=number(font[1]))
        return state

    def _face(self, resources: DictionaryObject, name: Any) -> Face:
        fonts = dictionary(resources.get("/Font"))
        return self._load(fonts.raw_get(name) if name in fonts else None)

    def _load(self, reference: Any) -> Face:
        resource = reference.get_object() if reference is not None else None
        key = id(resource)
        if key not in self.faces:
            self.faces[key] = Face.load(resource)
        return self.faces[key]

    def _hides(self, operands: list[Any], resources: DictionaryObject) -> bool:
        if len(operands) < 2 or operands[0] != "/OC":
            return False
        properties = dictionary(resources.get("/Properties"))
        return operands[1] in properties and self._off(properties.raw_get(operands[1]))

    def _off(self, group: Any) -> bool:
        if group is None:
            return False
        if getattr(group, "idnum", None) in self.off_layers:
            return True
        membership = dictionary(group)
        members = membership.raw_get("/OCGs") if "/OCGs" in membership else None
        if members is None:
            return False
        resolved = members.get_object()
        listed = list(resolved) if isinstance(resolved, ArrayObject) else [members]
        return bool(listed) and all(getattr(member, "idnum", None) in self.off_layers for member in listed)


def _turn(start: Matrix) -> int:
    """The direction of writing in degrees; what is all but upright, as on a page that was scanned askew, is upright."""
    angle = round(math.degrees(math.atan2(start[1], start[0])))
    straight = 90 * round(angle / 90)
    return (straight if abs(angle - straight) <= _ASKEW else angle) % 360
