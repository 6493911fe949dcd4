from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from docx.document import Document
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject

from adapters.documents.limits import Limits
from adapters.documents.reading import read
from core.errors import DocumentError, DocumentProblem
from tests.adapters.documents.files import HEIGHT, WIDTH, pdf, text, word

PAGE = text(72, 700, "The dispute deadline is thirty days.")
SAMPLE = Path(__file__).parents[3] / "bot" / "sample" / "policies"


def problem(data: bytes, name: str, limits: Limits | None = None) -> DocumentProblem:
    with pytest.raises(DocumentError) as caught:
        read(data, name, limits or Limits())
    assert caught.value.args[0]
    assert "\n" not in str(caught.value)
    assert caught.value.remedy
    return caught.value.problem


def locked(password: str, owner: str | None = None) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(PAGE))))
    writer.encrypt(password, owner, algorithm="AES-256")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def archive(**entries: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in entries.items():
            packed.writestr(name.replace("__", "/"), data)
    return buffer.getvalue()


def plain(document: Document) -> None:
    document.add_paragraph("Text.")


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
SCAN = pdf(f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /S Do Q")


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        pytest.param(b"", "a.pdf", "empty", id="no bytes"),
        pytest.param(b" \n\t\n", "a.txt", "empty", id="white space"),
        pytest.param(b"\xef\xbb\xbf", "a.md", "empty", id="a byte order mark"),
        pytest.param(b"---\ntitle: Only\n---\n", "a.md", "empty", id="front matter alone"),
        pytest.param(b"<html><!-- nothing --></html>", "a.html", "empty", id="a page without text"),
        pytest.param(pdf(""), "a.pdf", "empty", id="a blank page"),
        pytest.param(word(lambda d: None), "a.docx", "empty", id="a document without paragraphs"),
        pytest.param(locked("secret"), "a.pdf", "encrypted", id="PDF with a password"),
        pytest.param(OLE + "EncryptedPackage".encode("utf-16-le"), "a.docx", "encrypted", id="DOCX with a password"),
        pytest.param(SCAN, "a.pdf", "no_text", id="a scan"),
        pytest.param(b"%PDF-1.7\n1 0 obj", "a.pdf", "broken", id="PDF cut off"),
        pytest.param(b"\x00\x01\x02" * 50, "a.pdf", "broken", id="noise called PDF"),
        pytest.param(word(plain)[:900], "a.docx", "broken", id="DOCX cut off"),
        pytest.param(archive(word__document=b"x"), "a.docx", "mislabelled", id="another archive called DOCX"),
        pytest.param(archive(**{"word/document.xml": b"<broken"}), "a.docx", "broken", id="DOCX without its parts"),
        pytest.param(word(plain), "a.pdf", "mislabelled", id="DOCX called PDF"),
        pytest.param(pdf(PAGE), "a.txt", "mislabelled", id="PDF called text"),
        pytest.param(OLE, "a.docx", "mislabelled", id="an old DOC called DOCX"),
        pytest.param(b"{\\rtf1 text}", "a.docx", "mislabelled", id="RTF called DOCX"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(50), "a.md", "mislabelled", id="a picture called Markdown"),
        pytest.param(bytes(range(256)) * 20, "a.txt", "binary", id="noise called text"),
        pytest.param(b"\x01\x02\x03\x04 text " * 50, "a.md", "binary", id="control characters"),
        pytest.param(b"col\n1", "a.csv", "unsupported", id="CSV"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(50), "a.png", "unsupported", id="a picture"),
        pytest.param(archive(xl__workbook=b"x"), "a.xlsx", "unsupported", id="a workbook"),
        pytest.param(b"MIT License", "LICENSE", "unsupported", id="no ending"),
        pytest.param(archive(**{"word/document.xml": bytes(30_000_000)}), "a.docx", "too_large", id="a ZIP bomb"),
    ],
)
def test_what_is_wrong_with_a_file(data: bytes, name: str, expected: str) -> None:
    assert problem(data, name) == expected


def test_a_file_that_only_forbids_editing_is_read() -> None:
    assert read(locked("", owner="boss"), "a.pdf", Limits()).blocks


@pytest.mark.parametrize(
    ("data", "name", "limits"),
    [
        pytest.param(b"x" * 2000, "a.txt", Limits(size=1000), id="bytes"),
        pytest.param(pdf(PAGE, PAGE, PAGE), "a.pdf", Limits(pages=2), id="pages"),
        pytest.param(b"words " * 500, "a.txt", Limits(characters=1000), id="characters"),
        pytest.param(archive(**{"word/document.xml": bytes(5000)}), "a.docx", Limits(unpacked=1000), id="unpacked"),
    ],
)
def test_limits(data: bytes, name: str, limits: Limits) -> None:
    assert problem(data, name, limits) is DocumentProblem.TOO_LARGE


def test_one_damaged_page_does_not_cost_the_others() -> None:
    def damage(writer: PdfWriter) -> None:
        stream = writer.pages[1]["/Contents"].get_object()
        stream[NameObject("/Filter")] = NameObject("/NoSuchFilter")

    data = pdf(PAGE, text(72, 700, "A page that breaks."), text(72, 600, "The third page."), change=damage)
    document = read(data, "a.pdf", Limits())
    assert [block.page for block in document.blocks] == [1, 3]
    assert document.warnings == ("Damaged and left out: page 2.",)


def _survives(data: bytes, name: str) -> None:
    """Reading gives a document with text or a DocumentError; anything else fails the test."""
    with suppress(DocumentError):
        assert read(data, name, Limits()).blocks


NAMES = st.sampled_from(["a.pdf", "a.docx", "a.md", "a.html", "a.txt"])


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=3000), NAMES, st.sampled_from([b"", b"%PDF-1.7\n", b"PK\x03\x04", b"<html>", b"---\n"]))
def test_random_bytes_only_ever_raise_document_errors(data: bytes, name: str, start: bytes) -> None:
    _survives(start + data, name)


FILES: dict[str, Callable[[], bytes]] = {
    "a.pdf": lambda: pdf(PAGE, PAGE),
    "a.docx": lambda: word(plain),
    "b.pdf": lambda: next(SAMPLE.rglob("*.pdf")).read_bytes(),
    "b.docx": lambda: next(SAMPLE.rglob("*.docx")).read_bytes(),
    "b.html": lambda: next(SAMPLE.rglob("*.html")).read_bytes(),
}


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(FILES)),
    st.floats(0, 1),
    st.lists(st.tuples(st.floats(0, 0.999), st.binary(min_size=1, max_size=4)), max_size=3),
)
def test_cut_and_altered_files_only_ever_raise_document_errors(
    name: str, kept: float, edits: list[tuple[float, bytes]]
) -> None:
    data = bytearray(FILES[name]())
    for at, replacement in edits:
        start = int(at * len(data))
        data[start : start + len(replacement)] = replacement
    _survives(bytes(data[: int(kept * len(data))]), name)
