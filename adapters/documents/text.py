"""Plain text: paragraphs, lists and headings as their typing shows them."""

from __future__ import annotations

import re

from core.domain.document import Block, BlockKind, ExtractedDocument

_UNDERLINE = re.compile(r"(?:={3,}|-{3,}|~{3,})")
_ITEM = re.compile(r"(\s*)((?:[-*•‣▪o]|\(?[0-9]{1,3}[.)]|\(?[a-z][.)])\s+)(?=\S)")


def read_text(source: str) -> ExtractedDocument:
    """Blocks of a typed text; a form feed begins a new page."""
    pages = source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\f")
    blocks: list[Block] = []
    for number, page in enumerate(pages, 1):
        blocks.extend(_page(page, number if len(pages) > 1 else None))
    return ExtractedDocument(blocks=tuple(blocks))


def _page(text: str, page: int | None) -> list[Block]:
    blocks: list[Block] = []
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line.rstrip() for line in paragraph.split("\n") if line.strip()]
        while len(lines) >= 2 and _UNDERLINE.fullmatch(lines[1].strip()):
            level = 1 if lines[1].strip()[0] == "=" else 2
            blocks.append(Block(kind=BlockKind.HEADING, text=lines[0].strip(), level=level, page=page))
            lines = lines[2:]
        blocks.extend(_lines(lines, page))
    return blocks


def _lines(lines: list[str], page: int | None) -> list[Block]:
    blocks: list[Block] = []
    for line in lines:
        item = _ITEM.match(line)
        if item:
            blocks.append(Block(kind=BlockKind.LIST_ITEM, text=line.strip(), level=len(item[1]) // 2, page=page))
        elif blocks:
            last = blocks[-1]
            blocks[-1] = last.model_copy(update={"text": f"{last.text}\n{line.strip()}"})
        else:
            blocks.append(Block(kind=BlockKind.PARAGRAPH, text=line.strip(), page=page))
    return blocks
