"""PDF: pages as they are printed."""

from __future__ import annotations

import io

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject

from adapters.documents.pdf.blocks import Builder, body_style
from adapters.documents.pdf.columns import reading_order
from adapters.documents.pdf.content import read_canvas
from adapters.documents.pdf.furniture import remove_furniture
from adapters.documents.pdf.lines import fragments, lines
from adapters.documents.pdf.tables import take_tables
from adapters.documents.warnings import hidden_text
from core.domain.document import ExtractedDocument


def read_pdf(data: bytes) -> ExtractedDocument:
    """The blocks of all pages, without what is printed on every page."""
    reader = PdfReader(io.BytesIO(data))
    off = hidden_layers(reader)
    canvases = [read_canvas(page, off) for page in reader.pages]
    hidden = [(run.hidden, run.text) for canvas in canvases for run in canvas.runs if run.hidden]
    pages = remove_furniture([(canvas.height, fragments(canvas.runs, canvas.rulings)) for canvas in canvases])
    builder = Builder(*body_style([line for number, pieces in enumerate(pages, 1) for line in lines(pieces, number)]))
    for number, (canvas, pieces) in enumerate(zip(canvases, pages, strict=True), 1):
        tables, rest = take_tables(pieces, canvas.rulings)
        builder._page = number
        builder.page(reading_order([*rest, *tables], number), canvas.height)
    return ExtractedDocument(blocks=tuple(builder.finish()), warnings=hidden_text(hidden))


def hidden_layers(reader: PdfReader) -> set[int]:
    """Object numbers of the optional content that is off when the document is opened."""
    properties = reader.root_object.get("/OCProperties")
    defaults = properties.get_object().get("/D") if properties is not None else None
    off = defaults.get_object().get("/OFF") if isinstance(defaults, DictionaryObject) else None
    return (
        {group.idnum for group in off.get_object() if hasattr(group, "idnum")}
        if isinstance(off, ArrayObject)
        else set()
    )
