"""A paragraph's words: what its runs show, without what is deleted, hidden or only an instruction for a field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from docx.oxml.ns import qn

from adapters.documents.word.styles import Element, Styles

_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_GONE = {qn("w:del"), qn("w:moveFrom"), qn("w:pPr"), qn("w:rPr"), qn("w:txbxContent"), _FALLBACK}
_CHARACTERS = {
    qn("w:tab"): "\t",
    qn("w:ptab"): "\t",
    qn("w:br"): "\u2028",
    qn("w:cr"): "\u2028",
    qn("w:noBreakHyphen"): "-",
}


@dataclass
class Words:
    """What a paragraph says. ``bold`` counts the bold characters that it begins with, ``size`` is its largest type."""

    text: str = ""
    bold: int = 0
    size: float = 0.0
    hidden: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def all_bold(self) -> bool:
        """Whether every visible character is bold."""
        return bool(self.text.strip()) and self.bold >= len(self.text.rstrip())


def words_of(paragraph: Element, styles: Styles) -> Words:
    """The words of one paragraph; text boxes in it are others' (``boxes_in``)."""
    words = Words()
    bold = True
    for run in _runs(paragraph):
        text = "".join(_shown(run, words))
        if not text:
            continue
        if any(character.isalnum() for character in text) and (why := styles.hidden(run)):
            words.hidden.append((why, text))
            continue
        words.text += text
        bold = bold and (not text.strip() or styles.is_on(run, "w:b"))
        words.bold = len(words.text) if bold else words.bold
        if text.strip():
            words.size = max(words.size, styles.size(run))
    indent = len(words.text) - len(words.text.lstrip())
    words.text = words.text.strip()
    words.bold = max(0, words.bold - indent)
    return words


def boxes_in(paragraph: Element) -> Iterator[Element]:
    """The contents of the text boxes that are anchored in a paragraph."""
    for box in paragraph.iter(qn("w:txbxContent")):
        if next(box.iterancestors(_FALLBACK), None) is None:
            yield box


def _runs(node: Element) -> Iterator[Element]:
    for child in node:
        if child.tag == qn("w:r"):
            yield child
        elif child.tag not in _GONE:
            yield from _runs(child)


def _shown(run: Element, words: Words) -> Iterator[str]:
    for child in run:
        if child.tag == qn("w:t"):
            yield child.text or ""
        elif child.tag in _CHARACTERS:
            yield _CHARACTERS[child.tag]
        elif child.tag == qn("w:sym"):
            code = child.get(qn("w:char")) or ""
            yield chr(int(code, 16)) if code else ""
        elif child.tag in {qn("w:footnoteReference"), qn("w:endnoteReference")}:
            kind = "footnote" if child.tag == qn("w:footnoteReference") else "endnote"
            words.notes.append(f"{kind}:{child.get(qn('w:id'))}")
