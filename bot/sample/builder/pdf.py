"""A policy as a PDF: running head and foot, page numbers, tables that repeat their header on the next page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
)
from reportlab.platypus import Paragraph as Text
from reportlab.platypus import Table as Grid

from bot.sample.builder.elements import Break, Element, Heading, Item, Paragraph, Runs, Table

WIDTH, HEIGHT = LETTER
MARGIN = 0.9 * inch
INK = colors.HexColor("#1f3a4d")

# Embedded fonts carry a map back to Unicode; with the built-in ones a bullet is read back as a control character.
pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
pdfmetrics.registerFont(TTFont("VeraBd", "VeraBd.ttf"))
pdfmetrics.registerFontFamily("Vera", normal="Vera", bold="VeraBd", italic="Vera", boldItalic="VeraBd")

_BODY = ParagraphStyle("body", fontName="Vera", fontSize=9.2, leading=13, spaceAfter=6, bulletFontName="Vera")
_ITEM = ParagraphStyle("item", _BODY, leftIndent=16, bulletIndent=4, spaceAfter=3)
_CELL = ParagraphStyle("cell", _BODY, fontSize=8, leading=10.5, spaceAfter=0)
_HEADINGS = {
    level: ParagraphStyle(
        f"heading{level}", fontName="VeraBd", fontSize=size, leading=size * 1.25, textColor=INK,
        spaceBefore=before, spaceAfter=4, keepWithNext=1,
    )
    for level, size, before in ((1, 18, 0), (2, 13, 12), (3, 11, 8))
}  # fmt: skip
_GRID = [
    ("GRID", (0, 0), (-1, -1), 0.5, colors.grey),
    ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#e4ecf1")),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
]


def write_pdf(target: Path, meta: dict[str, Any], elements: Iterable[Element]) -> None:
    """Writes the elements; ``meta`` fills head and foot."""
    document = BaseDocTemplate(
        str(target), pagesize=LETTER, invariant=1, title=meta["title"], author="Meridian Outfitters", lang="en-US"
    )

    def head(canvas: Canvas, _: BaseDocTemplate) -> None:
        _margin_line(canvas, HEIGHT - 0.6 * inch, "Meridian Outfitters", meta["title"])

    def foot(canvas: Canvas, _: BaseDocTemplate) -> None:
        _margin_line(
            canvas, 0.6 * inch, f"Internal use. Updated {meta['updated_at']}", f"Page {canvas.getPageNumber()}"
        )

    document.addPageTemplates(
        [PageTemplate(id=str(columns), frames=_frames(columns), onPage=head, onPageEnd=foot) for columns in (1, 2)]
    )
    story: list[Flowable] = []
    columns = 1
    for element in elements:
        if isinstance(element, Break):
            columns = element.columns
        story.extend(_flowables(element, _frame_width(columns)))
    document.build(story)


def _margin_line(canvas: Canvas, y: float, left: str, right: str) -> None:
    canvas.saveState()
    canvas.setFont("Vera", 7.5)
    canvas.setFillColor(colors.grey)
    canvas.drawString(MARGIN, y, left)
    canvas.drawRightString(WIDTH - MARGIN, y, right)
    canvas.restoreState()


def _frame_width(columns: int) -> float:
    gap = 0.3 * inch
    return float((WIDTH - 2 * MARGIN - gap * (columns - 1)) / columns)


def _frames(columns: int) -> list[Frame]:
    step = WIDTH - 2 * MARGIN - _frame_width(columns)
    return [
        Frame(
            MARGIN + index * step, MARGIN, _frame_width(columns), HEIGHT - 2 * MARGIN,
            leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
        )
        for index in range(columns)
    ]  # fmt: skip


def _flowables(element: Element, width: float) -> list[Flowable]:
    match element:
        case Heading(level, text):
            return [Text(escape(text), _HEADINGS[level])]
        case Paragraph(runs):
            return [Text(_markup(runs), _BODY)]
        case Item(runs):
            return [Text(_markup(runs), _ITEM, bulletText="•")]
        case Table(rows):
            return [_grid(rows, width), Spacer(0, 8)]
        case Break(columns):
            return [NextPageTemplate(str(columns)), PageBreak()]


def _markup(runs: Runs) -> str:
    return "".join(f"<b>{escape(run.text)}</b>" if run.bold else escape(run.text) for run in runs)


def _grid(rows: tuple[tuple[str, ...], ...], width: float) -> Flowable:
    """Columns share the width by their longest cell, within reason."""
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    weights = [min(max(length, 9), 40) for length in longest]
    header, *body = rows
    cells = [[Text(f"<b>{escape(cell)}</b>", _CELL) for cell in header]]
    cells += [[Text(escape(cell), _CELL) for cell in row] for row in body]
    grid = Grid(cells, colWidths=[width * weight / sum(weights) for weight in weights], repeatRows=1)
    grid.setStyle(_GRID)
    return grid
