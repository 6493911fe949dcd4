"""The numbers and bullets that Word draws before paragraphs; they are in no text of the file."""

from __future__ import annotations

import re
from collections import defaultdict

from docx.document import Document
from docx.oxml.ns import qn

from adapters.documents.word.styles import Element, Styles

_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
_CJK_DIGITS = "〇一二三四五六七八九"


class Numbering:
    """Counts through the document: ask for each paragraph once, in order."""

    def __init__(self, document: Document, styles: Styles) -> None:
        self._styles = styles
        self._levels: dict[str, dict[int, Element]] = {}
        self._abstract: dict[str, str] = {}
        self._starts: dict[tuple[str, int], int] = {}
        self._counters: dict[str, dict[int, int]] = defaultdict(dict)
        part = next((r.target_part for r in document.part.rels.values() if r.reltype.endswith("/numbering")), None)
        if part is not None:
            self._read(part.element)

    def _read(self, root: Element) -> None:
        for abstract in root.iter(qn("w:abstractNum")):
            levels = {int(level.get(qn("w:ilvl")) or 0): level for level in abstract.iter(qn("w:lvl"))}
            self._levels[abstract.get(qn("w:abstractNumId"))] = levels
        for number in root.iter(qn("w:num")):
            identity = number.get(qn("w:numId"))
            reference = number.find(qn("w:abstractNumId"))
            self._abstract[identity] = reference.get(qn("w:val")) if reference is not None else ""
            for override in number.iter(qn("w:lvlOverride")):
                start = override.find(qn("w:startOverride"))
                if start is not None:
                    self._starts[identity, int(override.get(qn("w:ilvl")) or 0)] = int(start.get(qn("w:val")) or 1)

    def label(self, paragraph: Element) -> tuple[str, int] | None:
        """What stands before the paragraph ("3.1", "a)", "•") and how deep it is nested, 0 outermost; None for nothing."""
        properties = self._styles.paragraph_property(paragraph, "w:numPr")
        if properties is None:
            return None
        number, level = properties.find(qn("w:numId")), properties.find(qn("w:ilvl"))
        identity = number.get(qn("w:val")) if number is not None else None
        depth = int(level.get(qn("w:val")) or 0) if level is not None else 0
        levels = self._levels.get(self._abstract.get(identity or "", ""), {})
        if depth not in levels:
            return None
        return self._count(identity or "", depth, levels), depth

    def _count(self, identity: str, depth: int, levels: dict[int, Element]) -> str:
        counters = self._counters[self._abstract[identity]]
        start = self._starts.pop((identity, depth), None)
        counters[depth] = start if start is not None else counters.get(depth, _start(levels[depth]) - 1) + 1
        for deeper in [d for d in counters if d > depth]:
            del counters[deeper]
        if _value(levels[depth], "w:numFmt") == "bullet":
            return "•"
        legal = levels[depth].find(qn("w:isLgl")) is not None

        def shown(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            own = levels.get(at)
            count = counters.get(at, _start(own) if own is not None else 1)
            return _formatted(count, "decimal" if legal or own is None else _value(own, "w:numFmt"))

        return re.sub(r"%(\d)", shown, _value(levels[depth], "w:lvlText")).strip()


def _start(level: Element) -> int:
    value = _value(level, "w:start")
    return int(value) if value.isdigit() else 1


def _value(level: Element, tag: str) -> str:
    found = level.find(qn(tag))
    return (found.get(qn("w:val")) or "") if found is not None else ""


def _formatted(count: int, style: str) -> str:
    if style in {"lowerLetter", "upperLetter"} and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letter.upper() if style == "upperLetter" else letter
    if style in {"lowerRoman", "upperRoman"} and 0 < count < 4000:
        text = ""
        for value, sign in _ROMAN:
            text += sign * (count // value)
            count %= value
        return text.upper() if style == "upperRoman" else text
    if style in {
        "chineseCounting",
        "japaneseCounting",
        "ideographDigital",
        "chineseCountingThousand",
        "taiwaneseCounting",
    }:
        return _counted(count)
    if style == "none":
        return ""
    return f"{count:02d}" if style == "decimalZero" else str(count)


def _counted(count: int) -> str:
    """A number from 0 to 99 in Chinese characters: 七, 十二, 二十."""
    if not 0 < count < 100:
        return str(count)
    tens, ones = divmod(count, 10)
    return ("" if tens == 0 else "十" if tens == 1 else f"{_CJK_DIGITS[tens]}十") + (_CJK_DIGITS[ones] if ones else "")
