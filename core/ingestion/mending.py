"""Text as it was meant: ligatures, soft hyphens, private-use bullets, words broken at line ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain.document import Block

_CHARACTERS = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
    "\u00a0": " ", "\u2007": " ", "\u202f": " ", "\t": " ", "\r": "",
    "\uf0b7": "•", "\uf0a7": "•", "\uf0d8": "•", "\uf0fc": "•", "\uf076": "•", "\uf02d": "-", "\uf0a8": "•", "\uf06f": "•",
}  # fmt: skip
_TABLE = str.maketrans(_CHARACTERS)
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff]")
_BROKEN = re.compile(r"(?P<head>[^\W\d_]+)[-‐]\s*\n\s*(?P<tail>[^\W\d_]+)")
_CJK_BREAK = re.compile("(?<=[\u3000-\u9fff\uff00-\uffef])[ ]*\n[ ]*(?=[\u3000-\u9fff\uff00-\uffef])")
_SOFT = re.compile(r"[ ]*\n[ ]*")
_HARD = re.compile("[ ]*[\u2028\u2029][ ]*")
_WORDS = re.compile(r"[^\W\d_]+")


def mend(blocks: Sequence[Block]) -> list[Block]:
    """The same blocks with mended text; blocks left without any are dropped."""
    cleaned = [(block, _characters(block.text)) for block in blocks]
    words = {word.casefold() for _, text in cleaned for line in text.split("\n") for word in _WORDS.findall(line)}
    mended = [(block, _lines(text, words)) for block, text in cleaned]
    return [block.model_copy(update={"text": text}) for block, text in mended if text]


def _characters(text: str) -> str:
    return _INVISIBLE.sub("", text.translate(_TABLE))


def _lines(text: str, words: set[str]) -> str:
    def join(match: re.Match[str]) -> str:
        head, tail = match["head"], match["tail"]
        if tail[0].isupper() or {head.casefold(), tail.casefold()} <= words and (head + tail).casefold() not in words:
            return f"{head}-{tail}"
        return head + tail

    text = _SOFT.sub(" ", _CJK_BREAK.sub("", _BROKEN.sub(join, text)))
    return "\n".join(line for line in (re.sub(r" {2,}", " ", line).strip() for line in _HARD.split(text)) if line)
