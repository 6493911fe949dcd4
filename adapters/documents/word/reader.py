"""Word documents in body order: headings, numbered lists, tables, text boxes, notes; hidden text left out."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence

import docx
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from adapters.documents.tables import names_columns, table_blocks
from adapters.documents.warnings import hidden_text
from adapters.documents.word.numbering import Numbering
from adapters.documents.word.paragraphs import Words, boxes_in, words_of
from adapters.documents.word.styles import Element, Styles
from core.domain.document import Block, BlockKind, ExtractedDocument

_WRAPPERS = {qn("w:sdt"), qn("w:sdtContent"), qn("w:customXml"), qn("w:ins"), qn("w:moveTo")}
_LONGEST_HEADING = 120
_SHORTEST_TEXT = 30  # characters of a paragraph that a heading may stand over
_FAUX_LEVEL = 9  # of a heading that is one only by being bold
_ASIDE = re.compile(
    r"(?:note|important|example|tip|warning|caution|hinweis|achtung|beispiel|nota|importante|ejemplo)\b", re.IGNORECASE
)


def read_docx(data: bytes) -> ExtractedDocument:
    """The body's blocks. The format has no pages; heads and feet are not part of the body."""
    document = docx.Document(io.BytesIO(data))
    body = _Body(document)
    blocks = list(body.blocks(document.element.body))
    blocks = [_plain(block) if _cover(blocks, index) else block for index, block in enumerate(blocks)]
    if any(
        block.kind is BlockKind.HEADING and block.level == 0 for block in blocks
    ):  # a title stands above all headings
        blocks = [_lowered(block) for block in blocks]
    return ExtractedDocument(blocks=tuple(blocks), warnings=hidden_text(body.hidden))


def _cover(blocks: Sequence[Block], index: int) -> bool:
    """Whether a bold line only looks like a heading: no text stands under it, as on a title page."""
    block = blocks[index]
    if block.kind is not BlockKind.HEADING or block.level != _FAUX_LEVEL:
        return False
    below = blocks[index + 1] if index + 1 < len(blocks) else None
    if below is None or below.kind is BlockKind.HEADING:
        return below is None or below.level == _FAUX_LEVEL
    return below.kind is BlockKind.PARAGRAPH and len(below.text) < _SHORTEST_TEXT


def _plain(block: Block) -> Block:
    return block.model_copy(update={"kind": BlockKind.PARAGRAPH, "level": None})


def _lowered(block: Block) -> Block:
    return block.model_copy(update={"level": (block.level or 0) + 1}) if block.kind is BlockKind.HEADING else block


class _Body:
    def __init__(self, document: Document) -> None:
        self.hidden: list[tuple[str, str]] = []
        self._styles = Styles(document)
        self._numbering = Numbering(document, self._styles)
        self._notes = _notes(document)

    def blocks(self, parent: Element) -> Iterator[Block]:
        """The blocks of a body, a cell or a text box."""
        for child in parent:
            if child.tag == qn("w:p"):
                yield from self._paragraph(child)
            elif child.tag == qn("w:tbl"):
                yield from self._table(child)
            elif child.tag in _WRAPPERS:
                yield from self.blocks(child)

    def _paragraph(self, paragraph: Element) -> Iterator[Block]:
        words = words_of(paragraph, self._styles)
        self.hidden.extend(words.hidden)
        label = self._numbering.label(paragraph) if words.text else None
        if words.text:
            yield from self._block(paragraph, words, label)
        for box in boxes_in(paragraph):
            yield from self.blocks(box)
        for note in words.notes:
            if note in self._notes:
                yield from (block for block in self.blocks(self._notes.pop(note)) if block.text)

    def _block(self, paragraph: Element, words: Words, label: tuple[str, int] | None) -> Iterator[Block]:
        text = f"{label[0]} {words.text}".strip() if label else words.text
        level = self._styles.outline_level(paragraph)
        if self._styles.name(paragraph).startswith("toc ") and level is None:
            yield Block(kind=BlockKind.PARAGRAPH, text=re.sub(r"\t+", " ..... ", words.text))
        elif level is not None:
            yield Block(kind=BlockKind.HEADING, text=text, level=level)
        elif label is None and self._faux(words):
            yield Block(kind=BlockKind.HEADING, text=text, level=_FAUX_LEVEL)
        elif label and not re.fullmatch(r"\d+(?:\.\d+)+\.?", label[0]):
            yield Block(kind=BlockKind.LIST_ITEM, text=text, level=label[1])
        elif lead := self._run_in(words):
            number = f"{label[0]} " if label else ""
            yield Block(kind=BlockKind.HEADING, text=number + words.text[:lead].strip(), level=_FAUX_LEVEL)
            yield Block(kind=BlockKind.PARAGRAPH, text=words.text[lead:].strip())
        else:
            yield Block(kind=BlockKind.PARAGRAPH, text=text)

    def _faux(self, words: Words) -> bool:
        """Whether a paragraph is a heading by its looks: short, bold, no sentence."""
        return words.all_bold and len(words.text) <= _LONGEST_HEADING and not re.search(r"[.,;]$", words.text)

    def _run_in(self, words: Words) -> int:
        """How many characters of a paragraph are a bold heading on the line where the text begins; 0 for none."""
        head = words.text[: words.bold].rstrip()
        ends = re.search(r"[.:]$", head) or re.match(r"\s*[.:]", words.text[words.bold :])
        if (
            not 4 <= len(head) <= 90
            or len(head.split()) > 9
            or len(head) > len(words.text) - 10
            or not ends
            or _ASIDE.match(head)
        ):
            return 0
        return words.bold + (len(ends[0]) if ends and not re.search(r"[.:]$", head) else 0)

    def _table(self, table: Element) -> Iterator[Block]:
        rows = list(_children(table, qn("w:tr")))
        cells = [list(_children(row, qn("w:tc"))) for row in rows]
        if max(map(len, cells), default=0) <= 1:  # a box drawn with a table
            for row in cells:
                for cell in row:
                    yield from self.blocks(cell)
            return
        texts = [[self._cell(cell) for cell in row] for row in cells]
        marked = bool(rows) and rows[0].find(f"{qn('w:trPr')}/{qn('w:tblHeader')}") is not None
        yield from table_blocks(texts, header=marked or names_columns(texts))

    def _cell(self, cell: Element) -> str:
        merged = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
        if merged is not None and merged.get(qn("w:val")) != "restart":
            return ""  # goes on from the row above
        return "\u2028".join(block.text for block in self.blocks(cell))


def _children(parent: Element, tag: str) -> Iterator[Element]:
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _children(child, tag)


def _notes(document: Document) -> dict[str, Element]:
    """Footnotes and endnotes by kind and id."""
    found: dict[str, Element] = {}
    for relation in document.part.rels.values():
        kind = relation.reltype.rsplit("/", 1)[-1]
        if kind in {"footnotes", "endnotes"} and not relation.is_external:
            for note in parse_xml(relation.target_part.blob):
                if note.get(qn("w:type")) is None:
                    found[f"{kind[:-1]}:{note.get(qn('w:id'))}"] = note
    return found
