"""PDF: pages as they are printed."""

from __future__ import annotations

import io
from dataclasses import replace

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError, PdfReadError
from pypdf.generic import ArrayObject, DictionaryObject

from adapters.documents import problems
from adapters.documents.limits import Limits
from adapters.documents.pdf.blocks import Builder, body_style
from adapters.documents.pdf.columns import reading_order
from adapters.documents.pdf.content import read_canvas
from adapters.documents.pdf.fonts import Face
from adapters.documents.pdf.furniture import Sheet, remove_furniture
from adapters.documents.pdf.lines import fragments, lines
from adapters.documents.pdf.paint import Canvas
from adapters.documents.pdf.repair import repair
from adapters.documents.pdf.tables import take_tables
from adapters.documents.warnings import hidden_text, numbers
from core.domain.document import ExtractedDocument


def read_pdf(data: bytes, limits: Limits) -> ExtractedDocument:
    """The blocks of all pages, without what is printed on every page. Raises DocumentError."""
    reader = _open(data, limits)
    canvases, failed = _canvases(reader)
    sheets = remove_furniture([_sheet(canvas, number) for number, canvas in enumerate(canvases, 1)])
    pictures = [s.number for s, canvas in zip(sheets, canvases, strict=True) if s.blank and canvas.pictured()]
    if all(sheet.blank for sheet in sheets):
        raise problems.no_text() if pictures else problems.empty()
    builder = Builder(*body_style([line for sheet in sheets for line in lines(sheet.pieces, sheet.number)]))
    for sheet in sheets:
        builder.page(reading_order([*sheet.pieces, *sheet.tables], sheet.number), sheet.number, sheet.height)
    hidden = [found for canvas in canvases for found in _hidden(canvas)]
    warnings = list(hidden_text(hidden))
    if pictures:
        warnings.append(f"Pictures without text, run OCR over them: {numbers('page', pictures)}.")
    if failed:
        warnings.append(f"Damaged and left out: {numbers('page', failed)}.")
    blocks, restored = repair(builder.finish())
    if restored:
        pairs = ", ".join(f"“{wrong}” as “{right}”" for wrong, right in sorted(restored.items()))
        warnings.append(f"The file's fonts name some letters wrongly; read {pairs}, as they look on the page.")
    return ExtractedDocument(blocks=tuple(blocks), warnings=tuple(warnings))


def _sheet(canvas: Canvas, number: int) -> Sheet:
    tables, rest = take_tables(fragments(canvas.runs, canvas.rulings), canvas.rulings)
    return Sheet(number, canvas.height, rest, tables)


def _hidden(canvas: Canvas) -> list[tuple[str, str]]:
    """What is on a page but not to be seen, as (why, text)."""
    reasons = dict.fromkeys(run.hidden for run in canvas.runs if run.hidden)
    runs = {why: [replace(run, hidden="") for run in canvas.runs if run.hidden == why] for why in reasons}
    return [(why, " ".join(piece.text for piece in fragments(held, []))) for why, held in runs.items()]


def _open(data: bytes, limits: Limits) -> PdfReader:
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted:
        try:
            opened = reader.decrypt("")  # a file that only forbids editing opens without a password
        except (DependencyError, NotImplementedError, PdfReadError) as error:
            raise problems.encrypted("PDF") from error
        if not opened:
            raise problems.encrypted("PDF")
    if len(reader.pages) > limits.pages:
        raise problems.too_large(f"{len(reader.pages):,} pages, the limit is {limits.pages:,}")
    return reader


def _canvases(reader: PdfReader) -> tuple[list[Canvas], list[int]]:
    """What is painted on each page, and the numbers of the pages that could not be read."""
    faces: dict[int, Face] = {}
    off = _hidden_layers(reader)
    canvases: list[Canvas] = []
    failed: list[int] = []
    for number, page in enumerate(reader.pages, 1):
        try:
            canvases.append(read_canvas(page, off, faces))
        # pypdf meets damaged objects with errors of many kinds; one bad page must not cost the others.
        except Exception:
            if isinstance(page, PageObject) and len(reader.pages) == 1:
                raise
            canvases.append(Canvas(0, 0))
            failed.append(number)
    if len(failed) == len(canvases):
        raise problems.broken("PDF", "no page can be read")
    return canvases, failed


def _hidden_layers(reader: PdfReader) -> set[int]:
    """Object numbers of the optional content that is off when the document is opened."""
    properties = reader.root_object.get("/OCProperties")
    content = properties.get_object() if properties is not None else None
    defaults = content.get("/D") if isinstance(content, DictionaryObject) else None
    defaults = defaults.get_object() if defaults is not None else None
    off = defaults.get("/OFF") if isinstance(defaults, DictionaryObject) else None
    off = off.get_object() if off is not None else None
    return {group.idnum for group in off if hasattr(group, "idnum")} if isinstance(off, ArrayObject) else set()
