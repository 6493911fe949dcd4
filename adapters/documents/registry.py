"""One door to every format."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath

from adapters.documents.docx import read_docx
from adapters.documents.html import read_html
from adapters.documents.markdown import read_markdown
from adapters.documents.pdf.reader import read_pdf
from adapters.documents.text import read_text
from core.domain.document import ExtractedDocument
from core.errors import DocumentError, DocumentProblem


class FileExtractor:
    """Reads a file by the format that its name and its content agree on."""

    async def extract(self, data: bytes, name: str) -> ExtractedDocument:
        """See ``core.ports.documents.Extractor``."""
        return await asyncio.to_thread(read, data, name)


def read(data: bytes, name: str) -> ExtractedDocument:
    """The document in a file."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix == ".pdf":
        return read_pdf(data)
    if suffix == ".docx":
        return read_docx(data)
    if suffix not in {".md", ".markdown", ".html", ".htm", ".txt"}:
        raise DocumentError(
            DocumentProblem.UNSUPPORTED,
            f"{name}: not a format that is read.",
            "Use PDF, DOCX, Markdown, HTML or plain text.",
        )
    source = data.decode("utf-8", errors="replace")
    if suffix in {".md", ".markdown"}:
        return read_markdown(source)
    return read_html(source) if suffix in {".html", ".htm"} else read_text(source)
