"""Which format a file is of: by its name, and by its content, which has to agree."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePosixPath

from charset_normalizer import from_bytes

from adapters.documents import problems
from adapters.documents.limits import MEGABYTE, Limits

PDF, DOCX, MARKDOWN, HTML, TEXT = "PDF", "DOCX", "Markdown", "HTML", "plain text"
TYPED = frozenset({MARKDOWN, HTML, TEXT})
_SUFFIXES = {
    ".pdf": PDF,
    ".docx": DOCX,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".txt": TEXT,
    ".text": TEXT,
}
_MAGIC = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"{\\rtf", "an RTF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"%!PS", "a PostScript file"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_MOST_ENTRIES = 10_000
_RATIO = 200


def format_of(data: bytes, name: str, limits: Limits) -> str:
    """The format that name and content agree on. Raises DocumentError where they do not, or where it is not read."""
    suffix = PurePosixPath(name).suffix.lower()
    said = _SUFFIXES.get(suffix)
    if len(data) > limits.size:
        raise problems.too_large(f"{len(data) / MEGABYTE:.0f} MB, the limit is {limits.size / MEGABYTE:.0f} MB")
    if not data.strip(b" \t\r\n\x00\x0b\x0c\xef\xbb\xbf"):
        raise problems.empty()
    found = _content(data, limits)
    if said is None:
        raise problems.unsupported(f"“{suffix}”" if suffix else "A file without an ending")
    if found is None:
        if said in {PDF, DOCX}:
            raise problems.broken(said, "it does not begin like one")
        if b"\x00" in data[:8192] and data[:2] not in _UTF16_BOMS:
            raise problems.binary()
        return said
    if found != said:
        raise problems.mislabelled(said, found)
    return said


def _content(data: bytes, limits: Limits) -> str | None:
    """What the content is by its first bytes; None for text and for what cannot be told."""
    if b"%PDF-" in data[:1024]:
        return PDF
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise problems.encrypted("Office")
        return "an old Office document"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive(data, limits)
    return next((what for magic, what in _MAGIC if data.startswith(magic)), None)


def _archive(data: bytes, limits: Limits) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise problems.broken("ZIP or Office", "its directory cannot be read") from error
    unpacked = sum(entry.file_size for entry in entries)
    swollen = any(e.file_size > 10 * MEGABYTE and e.file_size > _RATIO * max(e.compress_size, 1) for e in entries)
    if unpacked > limits.unpacked or len(entries) > _MOST_ENTRIES or swollen:
        raise problems.too_large(f"{unpacked / MEGABYTE:.0f} MB when unpacked", "Save it again in its own program.")
    if any(entry.flag_bits & 1 for entry in entries):
        raise problems.encrypted("ZIP")
    names = {entry.filename for entry in entries}
    if "word/document.xml" in names:
        return DOCX
    kinds = {"xl/": "an Excel workbook", "ppt/": "a PowerPoint presentation", "content.xml": "an OpenDocument file"}
    return next((what for start, what in kinds.items() if any(n.startswith(start) for n in names)), "a ZIP archive")


def decode(data: bytes) -> str:
    """A text file's characters. Raises DocumentError for binary data."""
    text = _declared(data)
    if text is None:
        best = from_bytes(data).best()
        if best is None:
            raise problems.binary()
        text = str(best)
    text = text.removeprefix("\ufeff")
    controls = sum(ord(character) < 32 and character not in "\t\n\r\f\v\x1b" for character in text[:100_000])
    if controls > 0.02 * min(len(text), 100_000):
        raise problems.binary()
    return text.replace("\x00", "")


def _declared(data: bytes) -> str | None:
    """By byte order mark, as UTF-8, or by what an HTML head declares."""
    named = re.search(rb"<meta[^>]{0,80}charset=[\"']?([\w-]{3,20})", data[:2048], re.IGNORECASE)
    encodings = ["utf-16"] if data[:2] in _UTF16_BOMS else ["utf-8", *([named[1].decode("ascii")] if named else [])]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return None
