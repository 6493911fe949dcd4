"""Plain text: headings, paragraphs, lists and tables as their typing shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.documents.tables import names_columns, table_blocks
from core.domain.document import Block, BlockKind, ExtractedDocument

_UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}|\*{3,}")
_ITEM = re.compile(r"(\s*)(?:[-*•‣▪+]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)])\s+(?=\S)")
_NUMBERED = re.compile(r"\d{1,3}(?:\.\d{1,3})*\.?\s+|[IVXLC]{1,6}\.\s+")
_CELLS = re.compile(r"\s*\|\s*|\t+|\s{3,}")
_RULE = re.compile(r"[-=+|:\s]+")
_LONGEST_HEADING = 100
_ROWS = 2  # that make a table


def read_text(source: str) -> ExtractedDocument:
    """Blocks of a typed text; a form feed begins a new page."""
    pages = source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\f")
    width = max((len(line) for page in pages for line in page.split("\n") if len(line) < 200), default=0)
    blocks: list[Block] = []
    for number, page in enumerate(pages, 1):
        paragraphs = [part for part in re.split(r"\n[ \t]*(?:\n[ \t]*)+", page) if part.strip()]
        for index, paragraph in enumerate(paragraphs):
            following = paragraphs[index + 1] if index + 1 < len(paragraphs) else ""
            lines = [line.rstrip() for line in paragraph.split("\n") if line.strip()]
            blocks.extend(
                _blocks(lines, following, first=not blocks, width=width, page=number if len(pages) > 1 else None)
            )
    return ExtractedDocument(blocks=tuple(blocks))


def _blocks(lines: list[str], following: str, *, first: bool, width: int, page: int | None) -> list[Block]:
    blocks: list[Block] = []
    while len(lines) >= 2 and _UNDERLINE.fullmatch(lines[1].strip()):
        level = 1 if lines[1].strip()[0] == "=" else 2
        blocks.append(Block(kind=BlockKind.HEADING, text=lines[0].strip(), level=level, page=page))
        lines = lines[2:]
        first = False
    if len(lines) == 1 and _heading(lines[0].strip(), following, first=first):
        depth = 1 if first else None if _NUMBERED.match(lines[0].strip()) else 2
        return [*blocks, Block(kind=BlockKind.HEADING, text=lines[0].strip(), level=depth, page=page)]
    if (
        len(lines) > 1
        and len(lines[0]) < 0.6 * width
        and _heading(lines[0].strip(), "", first=False)
        and lines[1].strip()[0].isupper()
    ):
        blocks.append(Block(kind=BlockKind.HEADING, text=lines[0].strip(), page=page))
        lines = lines[1:]
    rows = [[cell for cell in _CELLS.split(line.strip(" \t|")) if cell] for line in lines if not _RULE.fullmatch(line)]
    if len(rows) >= _ROWS and all(len(row) >= 2 for row in rows) and not _ITEM.match(lines[0]):
        return [*blocks, *table_blocks(rows, header=names_columns(rows), page=page)]
    return [*blocks, *_prose(lines, width, page)]


def _heading(line: str, following: str, *, first: bool) -> bool:
    """Whether a line that stands alone is a heading: a title, capitals, or a number with a name."""
    if len(line) > _LONGEST_HEADING or line[-1] in ".,;:!?。" or not any(c.isalpha() for c in line):
        return False
    if first or line.isupper():
        return not line.startswith(("-", "*", "•"))
    number = _NUMBERED.match(line)
    if not number or (_NUMBERED.match(following.strip()) and "\n" not in following.strip()):
        return False  # an item of a list with empty lines between
    return line[number.end()].isupper() and len(line[number.end() :].split()) <= 10


def _prose(lines: Sequence[str], width: int, page: int | None) -> list[Block]:
    """Paragraphs and list items; a line feed stays where the text was only wrapped."""
    blocks: list[Block] = []
    above = ""
    for line in lines:
        item = _ITEM.match(line)
        if item:
            blocks.append(Block(kind=BlockKind.LIST_ITEM, text=line.strip(), level=len(item[1]) // 2, page=page))
        elif blocks:
            wrapped = len(above) >= 0.55 * width or line.strip()[0].islower() or blocks[-1].kind is BlockKind.LIST_ITEM
            text = f"{blocks[-1].text}{chr(10) if wrapped else chr(0x2028)}{line.strip()}"
            blocks[-1] = blocks[-1].model_copy(update={"text": text})
        else:
            blocks.append(Block(kind=BlockKind.PARAGRAPH, text=line.strip(), page=page))
        above = line
    return blocks
