"""PDF pages."""

from __future__ import annotations

import io
import re

from pypdf import PdfReader

from core.domain.document import Block, BlockKind, ExtractedDocument

_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*\.?|[IVX]+\.|Article \d+|Section \d+)\s+[A-Z]")
_BULLET = re.compile(r"[•▪●○\uf0b7\uf0a7-]\s|\(?(?:\d{1,2}|[a-z]|[ivx]+)[.)]\s")


def read_pdf(data: bytes) -> ExtractedDocument:
    """Lines joined to paragraphs, page by page."""
    blocks: list[Block] = []
    for number, page in enumerate(PdfReader(io.BytesIO(data)).pages, 1):
        for line in (page.extract_text() or "").splitlines():
            line = " ".join(line.split())
            if not line or line.isdigit():
                continue
            if len(line) < 80 and _NUMBERED.match(line) and line[-1] not in ".;,:":
                blocks.append(Block(kind=BlockKind.HEADING, text=line, page=number))
            elif _BULLET.match(line):
                blocks.append(Block(kind=BlockKind.LIST_ITEM, text=line, page=number))
            elif (
                blocks
                and blocks[-1].page == number
                and blocks[-1].kind != BlockKind.HEADING
                and not _ended(blocks[-1].text)
            ):
                blocks[-1] = blocks[-1].model_copy(update={"text": f"{blocks[-1].text} {line}"})
            else:
                blocks.append(Block(kind=BlockKind.PARAGRAPH, text=line, page=number))
    return ExtractedDocument(blocks=tuple(blocks))


def _ended(text: str) -> bool:
    return text[-1] in ".:!?"
