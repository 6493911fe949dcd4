"""How much of a file is read before it counts as too large."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Bounds for one file: bytes, printed pages, characters of text, bytes unpacked, seconds of work, bytes of memory."""

    size: int = 50 * MEGABYTE
    pages: int = 2_000
    characters: int = 5_000_000
    unpacked: int = 250 * MEGABYTE
    seconds: float = 300.0
    memory: int = 3 * 1024 * MEGABYTE
