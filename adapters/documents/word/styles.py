"""What a run or a paragraph looks like once its styles are applied, and whether a reader sees it."""

from __future__ import annotations

import re
from typing import Any

from docx.document import Document
from docx.oxml.ns import qn

Element = Any  # an lxml element; lxml ships no types

_TINY = 4  # half points
_CONTRAST = 20  # of 255
_ON = {None, "1", "true", "on"}
_DARK = {
    "black": "000000",
    "darkBlue": "000080",
    "darkRed": "800000",
    "darkGreen": "008000",
    "darkGray": "808080",
    "blue": "0000FF",
    "red": "FF0000",
}


class Styles:
    """The styles of a document."""

    def __init__(self, document: Document) -> None:
        root = document.styles.element
        self._by_id = {style.get(qn("w:styleId")): style for style in root.iter(qn("w:style"))}
        self._default = next(
            (
                s
                for s in self._by_id.values()
                if s.get(qn("w:type")) == "paragraph" and s.get(qn("w:default")) in {"1", "true"}
            ),
            None,
        )
        self._document = root.find(f"{qn('w:docDefaults')}/{qn('w:rPrDefault')}/{qn('w:rPr')}")
        background = document.element.find(qn("w:background"))
        self._paper = (background.get(qn("w:color")) if background is not None else None) or "FFFFFF"

    def name(self, paragraph: Element) -> str:
        """The name of a paragraph's style, lower case; Word's own styles have English names in every language."""
        style = self._style(paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}"))
        name = style.find(qn("w:name")) if style is not None else None
        return (name.get(qn("w:val")) or "").lower() if name is not None else ""

    def paragraph_property(self, paragraph: Element, tag: str) -> Element | None:
        """The element of that name among the paragraph's properties, its own or its styles'."""
        own = paragraph.find(f"{qn('w:pPr')}/{qn(tag)}")
        if own is not None:
            return own
        for style in self._chain(paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}"), paragraph=True):
            found = style.find(f"{qn('w:pPr')}/{qn(tag)}")
            if found is not None:
                return found
        return None

    def outline_level(self, paragraph: Element) -> int | None:
        """How deep a heading is, 1 the highest; None if the paragraph is none. A title is 0."""
        name = self.name(paragraph)
        if name == "title":
            return 0
        if match := re.fullmatch(r"heading (\d)", name):
            return int(match[1])
        if name == "toc heading":
            return 1
        level = self.paragraph_property(paragraph, "w:outlineLvl")
        value = int(level.get(qn("w:val")) or 9) if level is not None else 9
        return value + 1 if value < 9 else None

    def is_on(self, run: Element, tag: str) -> bool:
        """Whether a switch such as bold is on for a run."""
        found = self._run_property(run, tag)
        return found is not None and found.get(qn("w:val")) in _ON

    def size(self, run: Element) -> float:
        """Font size in points."""
        found = self._run_property(run, "w:sz")
        value = found.get(qn("w:val")) if found is not None else None
        return float(value) / 2 if value and re.fullmatch(r"\d+(\.\d+)?", value) else 10.0

    def hidden(self, run: Element) -> str:
        """Why a reader does not see a run; empty where they do."""
        if self.is_on(run, "w:vanish"):
            return "hidden text"
        if self.size(run) * 2 <= _TINY:
            return "tiny font"
        colour = self._run_property(run, "w:color")
        value = colour.get(qn("w:val")) if colour is not None else None
        if value and (background := self._background(run)) and _alike(value, background):
            return "text in the colour of its background"
        return ""

    def _background(self, run: Element) -> str | None:
        """The colour behind a run; None where a table's style may have painted it."""
        highlight = self._run_property(run, "w:highlight")
        if highlight is not None:
            return _DARK.get(highlight.get(qn("w:val")) or "")
        shading = self._run_property(run, "w:shd")
        paragraph = next(run.iterancestors(qn("w:p")), None)
        if not _filled(shading) and paragraph is not None:
            shading = self.paragraph_property(paragraph, "w:shd")
        for cell in run.iterancestors(qn("w:tc")):
            if _filled(shading):
                break
            shading = cell.find(f"{qn('w:tcPr')}/{qn('w:shd')}")
        if shading is not None and _filled(shading):
            return str(shading.get(qn("w:fill")))
        for table in run.iterancestors(qn("w:tbl")):
            if any(
                _filled(s)
                for style in self._chain(table.find(f"{qn('w:tblPr')}/{qn('w:tblStyle')}"))
                for s in style.iter(qn("w:shd"))
            ):
                return None
        if next(run.iterancestors(qn("w:txbxContent")), None) is not None:
            return None  # a text box may have any colour
        return self._paper

    def _run_property(self, run: Element, tag: str) -> Element | None:
        properties = run.find(qn("w:rPr"))
        if properties is not None and (own := properties.find(qn(tag))) is not None:
            return own
        paragraph = next(run.iterancestors(qn("w:p")), None)
        references = [
            (properties.find(qn("w:rStyle")) if properties is not None else None, False),
            (paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}") if paragraph is not None else None, True),
        ]
        for reference, is_paragraph in references:
            for style in self._chain(reference, paragraph=is_paragraph):
                found = style.find(f"{qn('w:rPr')}/{qn(tag)}")
                if found is not None:
                    return found
        return self._document.find(qn(tag)) if self._document is not None else None

    def _style(self, reference: Element | None) -> Element | None:
        return self._by_id.get(reference.get(qn("w:val"))) if reference is not None else None

    def _chain(self, reference: Element | None, *, paragraph: bool = False) -> list[Element]:
        """A style and those it is based on, nearest first; a paragraph without style has the default one."""
        style = self._style(reference)
        if style is None and paragraph:
            style = self._default
        chain: list[Element] = []
        while style is not None and style not in chain:
            chain.append(style)
            style = self._style(style.find(qn("w:basedOn")))
        return chain


def _filled(shading: Element | None) -> bool:
    return shading is not None and re.fullmatch(r"[0-9A-Fa-f]{6}", shading.get(qn("w:fill")) or "") is not None


def _alike(one: str, two: str) -> bool:
    if not all(re.fullmatch(r"[0-9A-Fa-f]{6}", colour) for colour in (one, two)):
        return False
    return all(abs(int(one[i : i + 2], 16) - int(two[i : i + 2], 16)) <= _CONTRAST for i in (0, 2, 4))
