"""Finds a quote in its source although the two are typeset differently, and says where it stands there.

What is shown is always the source's own characters: the normalised text only serves the search.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.retrieval.lexemes import CJK

Span = tuple[int, int]
"""Start and end, in characters of the source."""

_SINGLE, _DOUBLE, _DASHES = "‘’‚‛′`´", "“”„‟″«»", "‐‑‒–—―−﹘﹣－"
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_SAME = (
    dict.fromkeys(_SINGLE, "'")
    | dict.fromkeys(_DOUBLE, '"')
    | dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_INVISIBLE, "")
    | _LIGATURES
)
_CJK = re.compile(f"[{CJK}、。「」『』（），！？：；]")


@dataclass(frozen=True, slots=True)
class Normalised:
    """``text`` is compared; its character ``i`` comes from the source's characters ``spans[i]``."""

    text: str
    spans: tuple[Span, ...]


@lru_cache(maxsize=512)
def normalise(text: str) -> Normalised:
    """The text as quotes are compared.

    Runs of white space are one space, and none between characters of scripts written without spaces; quotation marks and
    apostrophes are ``"`` and ``'``, dashes are ``-``, Latin ligatures their letters; soft hyphens and zero-width characters
    are left out. Nothing else changes: letters, case, digits, superscripts and punctuation count.
    """
    characters: list[str] = []
    spans: list[Span] = []
    for at, character in enumerate(text):
        same = " " if character.isspace() else _SAME.get(character, character)
        if same == " " and characters and characters[-1] == " ":
            spans[-1] = (spans[-1][0], at + 1)
            continue
        if len(characters) > 1 and characters[-1] == " " and _CJK.match(characters[-2]) and _CJK.match(same):
            characters.pop(), spans.pop()
        characters.extend(same)
        spans.extend([(at, at + 1)] * len(same))
    return Normalised("".join(characters), tuple(spans))


def find(quote: str, text: str) -> Span | None:
    """Where a quote stands in a text, as the text's own offsets; None if it does not.

    The first place whose ends are ends of words: "able to pay" does not stand in "unable to pay".
    """
    sought, source = normalise(quote).text.strip(), normalise(text)
    at = source.text.find(sought) if sought else -1
    while at >= 0:
        end = at + len(sought)
        if not _inside_word(source.text, at) and not _inside_word(source.text, end):
            return source.spans[at][0], source.spans[end - 1][1]
        at = source.text.find(sought, at + 1)
    return None


def _inside_word(text: str, at: int) -> bool:
    """Whether a position parts a word, or a number, of a script that separates words."""
    if not 0 < at < len(text):
        return False
    before, behind = text[at - 1], text[at]
    if before.isdigit() and behind.isdigit():
        return True
    number = before in ",." and behind.isdigit() and at > 1 and text[at - 2].isdigit()
    number |= behind in ",." and before.isdigit() and text[at + 1 : at + 2].isdigit()
    word = before.isalnum() and behind.isalnum() and not _CJK.match(before) and not _CJK.match(behind)
    return number or word
