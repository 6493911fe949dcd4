"""How much of a file is read before it counts as too large."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Bounds for one file: bytes, printed pages, characters of text, bytes unpacked, seconds of work, bytes of memory.

    Typed text and web pages, which anybody can make hard to read on purpose, have fewer seconds, and bounds of their own:
    ``nesting`` of elements, ``elements`` of a page, ``work`` (style rules times elements), template ``tags``. ``sentences``
    bounds the windows a file can have, ``word`` the characters of one without a space or a stop,
    or as much work in several.
    """

    size: int = 50 * MEGABYTE
    pages: int = 2_000
    characters: int = 5_000_000
    unpacked: int = 250 * MEGABYTE
    seconds: float = 300.0
    text_seconds: float = 30.0
    nesting: int = 200
    elements: int = 200_000
    work: int = 3_000_000
    tags: int = 10_000
    sentences: int = 100_000
    word: int = 10_000
    memory: int = 3 * 1024 * MEGABYTE
