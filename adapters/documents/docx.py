"""Word documents in body order: headings, numbered lists, tables; hidden runs left out."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import docx
from docx.document import Document
from docx.oxml.ns import qn
from docx.table import Table
from docx.text.paragraph import Paragraph

from adapters.documents.tables import table_blocks
from adapters.documents.warnings import hidden_text
from core.domain.document import Block, BlockKind, DocumentMeta, ExtractedDocument


def read_docx(data: bytes) -> ExtractedDocument:
    """The body's blocks; page numbers are not in the format."""
    document = docx.Document(io.BytesIO(data))
    hidden: list[tuple[str, str]] = []
    blocks: list[Block] = []
    for item in document.iter_inner_content():
        if isinstance(item, Paragraph):
            text = " ".join(item.text.split())
            if not text:
                continue
            style = (item.style.name if item.style else "") or ""
            heading = re.fullmatch(r"(?:Heading|Title)\s*(\d)?", style)
            if heading:
                blocks.append(Block(kind=BlockKind.HEADING, text=text, level=int(heading[1] or 1)))
            elif item._p.pPr is not None and item._p.pPr.numPr is not None or "List" in style:
                blocks.append(Block(kind=BlockKind.LIST_ITEM, text="- " + text, level=0))
            else:
                blocks.append(Block(kind=BlockKind.PARAGRAPH, text=text))
        else:
            blocks.extend(
                table_blocks([[" ".join(c.text.split()) for c in row.cells] for row in item.rows], header=True)
            )
    return ExtractedDocument(
        blocks=tuple(blocks),
        meta=DocumentMeta(title=document.core_properties.title or None),
        warnings=hidden_text(hidden),
    )
