"""Lines to headings, paragraphs, list items and table rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from adapters.documents.pdf.aligned import find_aligned
from adapters.documents.pdf.columns import Region
from adapters.documents.pdf.lines import Line
from adapters.documents.pdf.tables import Table
from adapters.documents.tables import CELL, names_columns
from core.domain.document import Block, BlockKind

_BULLET = re.compile(r"[•●○◦▪▫■□◆◇▸►‣⁃∙·➢✓✔–—*-][ \t]|[\uf000-\uf0ff]\s?|o\s(?=\S)")
_ENUMERATOR = re.compile(
    r"\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)](?=\s)|\(\w{1,4}\)(?=\s)|\d{1,2}(?:\.\d{1,3}){1,5}\.?(?=\s|[A-Z])|[①-⑳](?=\s?)"
)
_CONTENTS = re.compile(r"(?:\.\s?){4,}\s*\S{1,5}$|…{2,}\s*\S{1,5}$|_{4,}\s*\d+$")
_ENDED = re.compile(r"[.!?:;。！？][”\"’')\]]?$")
_ASIDE = re.compile(
    r"(?:note|notes|important|example|examples|tip|warning|caution|hinweis|achtung|beispiel|nota|importante|ejemplo)\b",
    re.IGNORECASE,
)
_NOTE = re.compile(r"[⁰¹²³⁴-⁹*†‡§\d]")
_LONGEST_HEADING = 150


@dataclass(slots=True)
class _Paragraph:
    lines: list[Line]
    marker: str = ""
    pitch: float | None = None

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def bold(self) -> bool:
        return all(line.bold for line in self.lines)

    @property
    def size(self) -> float:
        return max(self.lines, key=lambda line: len(line.text)).size


@dataclass
class Builder:
    """Makes the blocks of a whole document; ``body`` is its usual font size in points."""

    body: float
    bold_body: bool
    blocks: list[Block] = field(default_factory=list)
    styles: list[tuple[int, float]] = field(default_factory=list)  # index of a heading's block, its size
    columns: tuple[float, ...] = ()
    header: str = ""
    markers: list[float] = field(default_factory=list)
    notes: list[_Paragraph] = field(default_factory=list)

    def page(self, regions: Sequence[Region], number: int, height: float) -> None:
        """Adds a page. Footnotes come behind the sentence that the page breaks."""
        notes, self.notes = self.notes, []
        for region in regions:
            for item in self._paragraphs(region, height):
                broken = isinstance(item, _Paragraph) and item.text[:1].islower()
                if notes and not broken:
                    self._flush(notes)
                if isinstance(item, Table):
                    self._table(item, number)
                else:
                    self._paragraph(item)
        self._flush(notes)

    def finish(self) -> list[Block]:
        """All blocks, headings with their levels: the larger the type, the higher."""
        self._flush(self.notes)
        sizes = sorted({size for _, size in self.styles}, reverse=True)
        for index, size in self.styles:
            self.blocks[index] = self.blocks[index].model_copy(update={"level": sizes.index(size) + 1})
        return self.blocks

    def _flush(self, notes: list[_Paragraph]) -> None:
        for note in notes:
            self.blocks.append(Block(kind=BlockKind.PARAGRAPH, text=note.text, page=note.lines[0].page))
        notes.clear()

    def _table(self, table: Table, page: int) -> None:
        texts = [CELL.join(_cell(cell) for cell in row) for row in table.rows]
        goes_on = self.blocks and self.blocks[-1].kind is BlockKind.TABLE_ROW and _same(self.columns, table.columns)
        heads = _header_rows(table, goes_on=bool(goes_on))
        for number, text in enumerate(texts):
            if goes_on and number == 0 and text == self.header:
                continue
            if number in heads:
                self.header = text
            kind = BlockKind.TABLE_HEADER if number in heads else BlockKind.TABLE_ROW
            self.blocks.append(Block(kind=kind, text=text, page=page))
        self.columns = table.columns

    def _paragraphs(self, region: Region, height: float) -> list[_Paragraph | Table]:
        rows = [item for item in region if isinstance(item, Line)]
        right = max((row.x1 for row in rows), default=0.0)
        left = min((row.x0 for row in rows), default=0.0)
        found: list[_Paragraph | Table] = []
        for item in find_aligned(region):
            last = found[-1] if found else None
            if isinstance(item, Table):
                found.append(item)
                continue
            if isinstance(last, _Paragraph) and not self._begins(last, item, left, right):
                last.pitch = last.lines[-1].y - item.y
                last.lines.append(item)
            else:
                found.append(_Paragraph([item], _marker(item)))
        return self._without_notes(found, height)

    def _without_notes(self, found: list[_Paragraph | Table], height: float) -> list[_Paragraph | Table]:
        """Footnotes at the foot of the page: small type that begins with a number or a sign."""
        cut = len(found)
        while (
            cut
            and isinstance(last := found[cut - 1], _Paragraph)
            and last.size <= 0.93 * self.body
            and last.lines[0].y < 0.45 * height
        ):
            cut -= 1
        while cut < len(found) and not _begins_note(found[cut]):
            cut += 1
        self.notes.extend(item for item in found[cut:] if isinstance(item, _Paragraph))
        return found[:cut]

    def _begins(self, last: _Paragraph, line: Line, left: float, right: float) -> bool:
        """Whether a line begins a new paragraph."""
        above = last.lines[-1]
        gap = above.y - line.y
        if abs(above.size - line.size) > 0.08 * max(above.size, line.size) and not line.text[:1].islower():
            return True
        usual = last.pitch or 1.5 * max(above.size, line.size)
        if gap > 1.25 * usual + 0.5 or gap < 0.3 * line.size:
            return True
        if _CONTENTS.search(above.text) or _CONTENTS.search(line.text):
            return True
        marker = _marker(line)
        ended = bool(_ENDED.search(above.text)) or above.x1 < right - 0.2 * (right - left)
        if marker and (_BULLET.match(marker + " ") or ended or abs(line.x0 - above.x0) > 2 or last.marker):
            return True
        if last.bold != line.bold and ((last.bold and not self.bold_body) or ended):
            return not (last.bold and line.text[:1].islower())
        short = above.x1 < right - 0.25 * (right - left)
        if short and _ENDED.search(above.text) and not line.text[:1].islower():
            return True
        if last.marker:
            return line.x0 < last.lines[0].x0 - 2 and ended
        return line.x0 > last.lines[-1].x0 + 0.9 * line.size and ended and len(last.lines) > 1

    def _paragraph(self, item: _Paragraph) -> None:
        page = item.lines[0].page
        text = item.text
        if self._heading(item):
            self.styles.append(
                (
                    len(self.blocks),
                    round(item.size * 2) / 2 + (0.1 if item.bold else 0) + (0.1 if text.isupper() else 0),
                )
            )
            self.blocks.append(Block(kind=BlockKind.HEADING, text=text, page=page))
            self.markers = []
            return
        lead = self._run_in(item)
        if lead:
            head, text = text[:lead].strip(), text[lead:].strip()
            self.styles.append((len(self.blocks), 0.0))
            self.blocks.append(Block(kind=BlockKind.HEADING, text=head, page=page))
            self.blocks.append(Block(kind=BlockKind.PARAGRAPH, text=text, page=page))
            self.markers = []
        elif item.marker:
            x = item.lines[0].x0
            self.markers = [m for m in self.markers if m < x - 3]
            self.blocks.append(Block(kind=BlockKind.LIST_ITEM, text=text, level=len(self.markers), page=page))
            self.markers.append(x)
        else:
            self.markers = [m for m in self.markers if m < item.lines[0].x0 - 3]
            self.blocks.append(Block(kind=BlockKind.PARAGRAPH, text=text, page=page))

    def _heading(self, item: _Paragraph) -> bool:
        text = item.text
        letters = sum(character.isalpha() for character in text)
        if (
            len(text) > _LONGEST_HEADING
            or letters < 2
            or len(item.lines) > 4
            or _BULLET.match(text)
            or _CONTENTS.search(text)
        ):
            return False
        if re.search(r"[.,;]$", text) and not re.match(r"\d+\.", text):
            return False
        large = item.size >= 1.12 * self.body
        return large or (item.bold and not self.bold_body and item.size >= 0.75 * self.body)

    def _run_in(self, item: _Paragraph) -> int:
        """How many characters of a paragraph are a bold heading on the line where the text begins; 0 for none."""
        if self.bold_body or _BULLET.match(item.text):
            return 0
        first = item.lines[0]
        start = len(item.marker)
        lead = len(first.weights) - len(first.weights[start:].lstrip("b "))
        head = first.text[:lead].rstrip()
        if _ASIDE.match(head[start:].strip()):
            return 0
        if (
            len(head[start:].split()) > 9
            or len(head) - start < 4
            or len(head) >= len(first.text) - 1
            or not re.search(r"[.:]$", head)
            or len(head) > 90
        ):
            return 0
        if item.marker and not re.fullmatch(r"\d+(?:\.\d+)+\.?", item.marker):
            return 0
        return lead


def body_style(lines: Sequence[Line]) -> tuple[float, bool]:
    """The font size that most characters have, and whether most are bold."""
    sizes: Counter[float] = Counter()
    bold = total = 0
    for line in lines:
        for piece in line.fragments:
            sizes[round(piece.size * 2) / 2] += len(piece.text)
            total += len(piece.text)
            bold += piece.weights.count("b")
    return (sizes.most_common(1)[0][0] if sizes else 10.0), bold > 0.5 * total


def _header_rows(table: Table, *, goes_on: bool) -> set[int]:
    """Rows that say what stands below them: the one that names the columns, and bold ones between the others."""
    last = len(table.rows) - 1
    heads = {n for n, bold in enumerate(table.bold) if bold and n < last and not table.bold[n + 1]}
    first = next((n for n, row in enumerate(table.rows) if len(row) > 1), last)
    if not heads and not goes_on and first < last and names_columns(table.rows[first:]):
        heads.add(first)
    return heads if not all(table.bold) else set()


def _begins_note(item: _Paragraph | Table) -> bool:
    return isinstance(item, _Paragraph) and bool(_NOTE.match(item.text))


def _marker(line: Line) -> str:
    match = _BULLET.match(line.text) or _ENUMERATOR.match(line.text)
    return match[0].strip() if match and len(line.text) > len(match[0]) else ""


def _cell(text: str) -> str:
    """A cell's lines; a list item in it begins a line of its own."""
    return re.sub(r"\n(?=[•●○▪■o*-]\s|\(?\w{1,2}[.)]\s)", "\u2028", text)


def _same(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return len(a) == len(b) and all(abs(x - y) < 4 for x, y in zip(a, b, strict=True))
