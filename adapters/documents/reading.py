"""One file to a document, in this process and for as long as it takes."""

from __future__ import annotations

import re

from adapters.documents import problems
from adapters.documents.limits import Limits
from adapters.documents.sniff import DOCX, HTML, MARKDOWN, PDF, decode, format_of
from core.domain.document import ExtractedDocument
from core.errors import DocumentError

_FRONT_MATTER = re.compile(
    r"\A---[ \t]*\r?\n(?:\s*|\s*[\w-]+[ \t]*:.*?\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL
)
"""Metadata at the head of a text file, which a reader of the page does not see."""
_STOP = re.compile(r"[.!?。！？]")
_UNBROKEN = re.compile(r"[^\s.!?。！？,;、，；]{500,}")


def read(data: bytes, name: str, limits: Limits) -> ExtractedDocument:
    """The document in a file. Raises DocumentError, and nothing else, for whatever is wrong with the file."""
    kind = format_of(data, name, limits)
    try:
        document = _read(data, kind, limits)
    except (DocumentError, MemoryError):
        raise
    # The parsers meet hostile and damaged files and fail in ways that they do not document (KeyError, RecursionError,
    # struct.error, ...): this is the boundary where all of it becomes one line about one file.
    except Exception as error:
        said = " ".join(str(error).split())[:80]  # a parser may draw a picture of where it stopped
        raise problems.broken(kind, f"{type(error).__name__}: {said}".rstrip(": ")) from error
    characters = sum(len(block.text) for block in document.blocks)
    if characters > limits.characters:
        raise problems.too_large(f"{characters:,} characters of text")
    _check_text(document, limits)
    if not any(character.isalnum() for block in document.blocks for character in block.text):
        raise problems.empty()
    return document


def _check_text(document: ExtractedDocument, limits: Limits) -> None:
    """What would take the passages' makers, in turn, longer than any document is worth."""
    stops = sum(len(_STOP.findall(block.text)) + 1 for block in document.blocks)
    if stops > limits.sentences:
        raise problems.too_large(f"{stops:,} sentences, table rows and list items")
    words = [len(word) for block in document.blocks for word in _UNBROKEN.findall(block.text)]
    if sum(length**2 for length in words) > limits.word**2:  # as finding a place to cut one takes
        longest = max(words)
        raise problems.too_large(
            f"a word of {longest:,} characters", "Take out what is no text, such as encoded data or drawn lines."
        )


def _read(data: bytes, kind: str, limits: Limits) -> ExtractedDocument:
    # Each parser is loaded with the first file that needs it.
    if kind == PDF:
        from adapters.documents.pdf.reader import read_pdf

        return read_pdf(data, limits)
    if kind == DOCX:
        from adapters.documents.word.reader import read_docx

        return read_docx(data)
    source = _FRONT_MATTER.sub("", decode(data))
    if kind == MARKDOWN:
        from adapters.documents.markdown import read_markdown

        return read_markdown(source, limits)
    if kind == HTML:
        from adapters.documents.html import read_html

        return read_html(source, limits)
    from adapters.documents.text import read_text

    return read_text(source)
