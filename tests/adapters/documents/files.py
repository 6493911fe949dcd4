"""Files made for tests: PDF pages from content operators, Word documents from python-docx."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import docx
from docx.document import Document
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from adapters.documents.limits import Limits
from adapters.documents.reading import read
from core.domain.document import Block, BlockKind, ExtractedDocument

WIDTH, HEIGHT = 612, 792


def font(name: str) -> DictionaryObject:
    return DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject(f"/{name}"),
            NameObject("/Encoding"): NameObject("/WinAnsiEncoding"),
        }
    )


def pdf(*pages: str, change: Callable[[PdfWriter], None] | None = None) -> bytes:
    """A PDF of these content streams; /F is Helvetica, /B its bold, /S a picture of one dot, /G transparent paint."""
    writer = PdfWriter()
    picture = DecodedStreamObject()
    picture.set_data(b"\x80")
    picture.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Image"),
        }
    )
    for content in pages:
        page = writer.add_blank_page(WIDTH, HEIGHT)
        stream = DecodedStreamObject()
        stream.set_data(content.encode("cp1252"))
        page[NameObject("/Contents")] = writer._add_object(stream)
        page[NameObject("/Resources")] = DictionaryObject(
            {
                NameObject("/Font"): DictionaryObject(
                    {NameObject("/F"): font("Helvetica"), NameObject("/B"): font("Helvetica-Bold")}
                ),
                NameObject("/XObject"): DictionaryObject({NameObject("/S"): writer._add_object(picture)}),
                NameObject("/ExtGState"): DictionaryObject(
                    {NameObject("/G"): DictionaryObject({NameObject("/ca"): _number(0.0)})}
                ),
            }
        )
    if change:
        change(writer)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _number(value: float) -> object:
    from pypdf.generic import FloatObject

    return FloatObject(value)


def text(x: float, y: float, words: str, size: float = 11, face: str = "F") -> str:
    """Operators that print words with their baseline at (x, y)."""
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /{face} {size} Tf 1 0 0 1 {x} {y} Tm ({escaped}) Tj ET\n"


def lines(x: float, y: float, words: Sequence[str], size: float = 11, face: str = "F") -> str:
    """Operators that print one line below the other."""
    return "".join(text(x, y - 1.2 * size * n, line, size, face) for n, line in enumerate(words))


def rectangle(x: float, y: float, width: float, height: float, *, fill: str | None = None) -> str:
    """Operators that draw a rectangle, or fill it with a colour ("1 0 0")."""
    shape = f"{x} {y} {width} {height} re"
    return f"q {fill} rg {shape} f Q\n" if fill else f"{shape} S\n"


def word(build: Callable[[Document], None]) -> bytes:
    document = docx.Document()
    build(document)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def extract(data: bytes | str, name: str) -> ExtractedDocument:
    return read(data.encode() if isinstance(data, str) else data, name, Limits())


def shown(document: ExtractedDocument) -> list[tuple[str, str]]:
    """Kind and text of each block, soft line ends as spaces."""
    return [(_short(block), " ".join(block.text.split("\n"))) for block in document.blocks]


def _short(block: Block) -> str:
    names = {
        BlockKind.HEADING: f"h{block.level}" if block.level else "h",
        BlockKind.PARAGRAPH: "p",
        BlockKind.LIST_ITEM: f"li{block.level}",
        BlockKind.TABLE_HEADER: "th",
        BlockKind.TABLE_ROW: "tr",
    }
    return names[block.kind]


def all_text(document: ExtractedDocument) -> str:
    return " ".join(" ".join(block.text.split()) for block in document.blocks)
