"""A policy as a Word file: heading styles, bulleted lists, tables with a repeated header row, head and foot."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import docx
from docx.document import Document
from docx.enum.text import WD_BREAK
from docx.oxml import OxmlElement
from docx.shared import Pt
from docx.text.paragraph import Paragraph as Text

from bot.sample.builder.elements import Break, Element, Heading, Item, Paragraph, Runs, Table

_EPOCH = (1980, 1, 1, 0, 0, 0)


def write_docx(target: Path, meta: dict[str, Any], elements: Iterable[Element]) -> None:
    """Writes the elements; ``meta`` fills head, foot and the file's properties."""
    document = docx.Document()
    document.styles["Normal"].font.name = "Calibri"
    document.styles["Normal"].font.size = Pt(11)
    _properties(document, meta)
    _head_and_foot(document, meta)
    for element in elements:
        _add(document, element)
    target.write_bytes(_without_clock(document))


def _properties(document: Document, meta: dict[str, Any]) -> None:
    properties = document.core_properties
    properties.title = meta["title"]
    properties.author = properties.last_modified_by = "Meridian Outfitters"
    properties.comments = ""
    updated = meta["updated_at"]
    properties.created = properties.modified = datetime(updated.year, updated.month, updated.day)  # noqa: DTZ001


def _head_and_foot(document: Document, meta: dict[str, Any]) -> None:
    section = document.sections[0]
    section.header.paragraphs[0].text = f"Meridian Outfitters\t\t{meta['title']}"
    foot = section.footer.paragraphs[0]
    foot.text = f"Internal use. Updated {meta['updated_at']}\t\tPage "
    _page_field(foot)


def _page_field(paragraph: Text) -> None:
    field = OxmlElement("w:fldSimple")
    field.set("{http://schemas.openxmlformats.org/wordprocessingml/2006/main}instr", "PAGE")
    field.append(paragraph.add_run("1")._r)
    paragraph._p.append(field)


def _add(document: Document, element: Element) -> None:
    match element:
        case Heading(level, text):
            document.add_heading(text, level=level - 1)  # level 0 is Word's Title
        case Paragraph(runs):
            _write(document.add_paragraph(), runs)
        case Item(runs):
            _write(document.add_paragraph(style="List Bullet"), runs)
        case Table(rows):
            _table(document, rows)
        case Break():
            document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)


def _write(paragraph: Text, runs: Runs) -> None:
    for run in runs:
        paragraph.add_run(run.text).bold = run.bold or None


def _table(document: Document, rows: tuple[tuple[str, ...], ...]) -> None:
    table = document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    header = table.rows[0]
    header._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    for cell in header.cells:
        cell.paragraphs[0].runs[0].bold = True
    document.add_paragraph()


def _without_clock(document: Document) -> bytes:
    """The file's bytes with every archive member dated alike: python-docx stamps them with the time of writing."""
    written = io.BytesIO()
    document.save(written)
    packed = io.BytesIO()
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as copy:
        for name in source.namelist():
            copy.writestr(zipfile.ZipInfo(name, _EPOCH), source.read(name), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
