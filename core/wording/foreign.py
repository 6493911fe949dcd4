"""Somebody else's text, made safe to show anywhere: without what reorders, hides or breaks it, and in pieces that fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

MAX_URL = 1000
"""Characters of a link target; a longer one is left out, it would take the room of the quote."""

_HARMFUL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f"  # control characters but line breaks and tab; some clients refuse them
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that reorder what follows: $001 must not read as $100
    r"\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible annotations and tags
    r"\ud800-\udfff]"  # halves of a character, which no message can carry
)
_HALF = re.compile(r"[\ud800-\udfff]")
_BREAK = re.compile(r"\r\n?|[\x85\u2028\u2029]")


def literal(text: str) -> str:
    """Somebody's text without what would reorder, hide or break it; every kind of line break is one."""
    return _HARMFUL.sub("", _BREAK.sub("\n", text))


def whole(text: str) -> str:
    """Without halves of a character, which JSON can bring and nothing can store."""
    return _HALF.sub("", text)


def address(url: str | None) -> str | None:
    """The URL if a browser can open it and it is of a bearable length."""
    return url if url and len(url) <= MAX_URL and re.fullmatch(r"https?://\S+", url) and url.isprintable() else None


def utc(moment: datetime) -> str:
    """A point in time where the reader's time zone is not known."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def shorten(text: str, limit: int, shown: Callable[[str], str] = literal) -> str:
    """At most ``limit`` characters once ``shown``, cut between words and marked so where anything is missing."""
    text = " ".join(text.split())
    if len(shown(text)) <= limit:
        return text
    return pieces(text, limit - 2, shown)[0] + " …"


def pieces(text: str, limit: int, shown: Callable[[str], str] = literal) -> list[str]:
    """The text in order, in pieces of at most ``limit`` characters once ``shown`` (as a surface escapes it).

    Cut between paragraphs where that gives good pieces, else between lines, sentences or words, so that a citation mark
    stays whole; only a "word" longer than a piece is cut inside.
    """
    found: list[str] = []
    rest = text.strip()
    while len(shown(rest)) > limit:
        window = re.sub(r"(?<=.)\[\d*$", "", _fitting(rest, limit, shown))
        cut = next((at for mark in ("\n\n", "\n", ". ", " ") if (at := window.rfind(mark)) > len(window) // 3), -1)
        cut = cut + 1 if cut >= 0 else (window.rfind(" ") + 1 or len(window))
        found.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [piece for piece in [*found, rest] if piece]


def _fitting(text: str, limit: int, shown: Callable[[str], str]) -> str:
    """A beginning, about as long as possible, that takes at most ``limit`` characters once shown."""
    end = limit
    while (excess := len(shown(text[:end])) - limit) > 0:
        end -= excess // 6 + 1  # no surface makes more than six of one
    return text[:end]
