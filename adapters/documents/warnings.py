"""Lines for the operator about what was left out."""

from __future__ import annotations

from collections.abc import Iterable

_SHOWN = 80


def hidden_text(found: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """One warning for each piece of hidden text that has words: (why it is hidden, the text)."""
    lines: dict[str, None] = {}
    for why, text in found:
        words = " ".join(text.split())
        if sum(character.isalnum() for character in words) >= 3:
            shown = words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"
            lines[f"Hidden text was left out ({why}): “{shown}”"] = None
    return tuple(lines)


def numbers(what: str, found: list[int]) -> str:
    """ "page 3" or "pages 3, 4 and 9"."""
    if len(found) == 1:
        return f"{what} {found[0]}"
    return f"{what}s {', '.join(map(str, found[:-1]))} and {found[-1]}"
