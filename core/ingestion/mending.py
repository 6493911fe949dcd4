"""Text as it was meant: ligatures, soft hyphens, private-use bullets, words broken at line ends, sentences at page ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.domain.document import Block, BlockKind

_CHARACTERS = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
    "\u00a0": " ", "\u2007": " ", "\u202f": " ", "\t": " ", "\r": "",
    # Symbol and Wingdings bullets, which Word writes as private-use characters
    "\uf0b7": "•", "\uf0a7": "•", "\uf0d8": "•", "\uf0fc": "•", "\uf076": "•", "\uf0a8": "•", "\uf06f": "•", "\uf02d": "-",
}  # fmt: skip
_TABLE = str.maketrans(_CHARACTERS)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff]")
_LEADERS = re.compile(r"(?:[.·…] ?){5,}")
_CJK = "\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_BROKEN = re.compile(r"(?P<head>[^\W\d_]+)[-‐] ?\n ?(?P<tail>[^\W\d_]+)")
_CJK_BREAK = re.compile(f"(?<=[{_CJK}]) ?\n ?(?=[{_CJK}])")
_HARD = re.compile("[ \n]*[\u2028\u2029][ \n]*")
_SPACES = re.compile(r"[ \n]+")
_STUCK = re.compile(r"^((?:\d{1,3}\.){1,5})(?=[A-Z]\w)")  # "3.4.3.Responsibilities"
_WORDS = re.compile(r"[^\W\d_]+")
_FINISHED = re.compile(r"[.!?:;。！？：；][\"'”’»)\]）」]*[⁰¹²³⁴-⁹]*$")
_MORE_FOLLOWS = re.compile(
    r"(?:[,–—-]|\b(?:a|an|the|and|or|of|to|in|for|by|with|on|at|from|as|that|which|is|are|be|shall|will|may|must|not|any|its|their"
    r"|der|die|das|des|dem|den|ein|eine|und|oder|von|zu|mit|für|auf|el|la|los|las|un|una|y|o|de|del|en|con|por|para"
    r"|та|і|або|в|у|на|з|до|за|від|для|що))$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Unit:
    """A block put together again where a page or column broke it. ``pages``: where in the text each printed page begins.

    ``order`` marks what orders the machine about (``core.ingestion.isolation``).
    """

    kind: BlockKind
    text: str
    level: int | None
    pages: tuple[tuple[int, int], ...]
    order: bool = False


def mend(blocks: Sequence[Block], apart: Callable[[Sequence[Unit]], Iterable[Unit]] = tuple) -> list[Unit]:
    """The blocks with mended text, in order; blocks left without any are dropped.

    In a block's text a line feed is where its line ended on paper; U+2028 is a break that means something, and becomes the
    line feed of the result. ``apart`` sets orders to the machine apart before a sentence that a page has broken is joined:
    one that was laid between its parts is no part of it.
    """
    cleaned = [(block, _INVISIBLE.sub("", block.text.translate(_TABLE))) for block in blocks]
    words = {word.casefold() for _, text in cleaned for line in text.split("\n") for word in _WORDS.findall(line)[:-1]}
    units: list[Unit] = []
    honest: int | None = None  # the last of them that is no order
    for unit in apart([_unit(block, mended) for block, text in cleaned if (mended := _lines(text, words))]):
        if not unit.order and honest is not None and _continues(units[honest], unit):
            units[honest] = _joined(units[honest], unit, words)
        else:
            honest = honest if unit.order else len(units)
            units.append(unit)
    return units


def _unit(block: Block, text: str) -> Unit:
    return Unit(block.kind, text, block.level, ((0, block.page),) if block.page is not None else ())


def _lines(text: str, words: set[str]) -> str:
    text = _BROKEN.sub(lambda match: _rejoin(match["head"], match["tail"], words), text)
    text = _LEADERS.sub(" … ", _CJK_BREAK.sub("", text))
    lines = (_STUCK.sub(r"\1 ", _SPACES.sub(" ", line).strip()) for line in _HARD.split(text))
    return "\n".join(line for line in lines if line)


def _rejoin(head: str, tail: str, words: set[str]) -> str:
    """A word broken at a line's end: without its hyphen, unless both halves are words of this document and the whole is not."""
    whole = (head + tail).casefold() in words
    halves = head.casefold() in words and tail.casefold() in words
    return f"{head}-{tail}" if tail[0].isupper() or (halves and not whole) else head + tail


def _continues(unit: Unit, behind: Unit) -> bool:
    """Whether a block goes on with the sentence that a page's or column's end has broken."""
    if not unit.pages or not behind.pages or behind.kind is not BlockKind.PARAGRAPH:
        return False
    if unit.kind not in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM} or _FINISHED.search(unit.text):
        return False
    return behind.text[0].islower() or bool(_MORE_FOLLOWS.search(unit.text))


def _joined(unit: Unit, behind: Unit, words: set[str]) -> Unit:
    broken = re.search(r"([^\W\d_]+)[-‐]$", unit.text)
    first = _WORDS.match(behind.text)
    if broken and first:
        kept = _rejoin(broken[1], first[0], words)[: -len(first[0])]
        before = unit.text[: broken.start()] + kept
    else:
        before = unit.text if re.search(f"[{_CJK}]$", unit.text) else unit.text + " "
    pages = unit.pages
    page = behind.pages[0][1]
    if pages[-1][1] != page:
        pages = (*pages, (len(before), page))
    return Unit(unit.kind, before + behind.text, unit.level, pages)
