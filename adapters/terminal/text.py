"""Text from documents and people, made safe to print: it cannot colour, move, hide or reorder anything on the terminal."""

from __future__ import annotations

import re

_SEQUENCE = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]")
"""A colour or a movement as a whole, so that what is left of it does not read as noise (ECMA-48, section 5.4).

The words inside longer sequences (a window's title, a link) stay: nothing that somebody signs may be left out of sight.
"""

_HARMFUL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that reorder what follows (UAX #9)
    r"\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible annotations and tags
    r"\ud800-\udfff]"  # halves of a character, which no terminal can be sent
)


def clean(text: str) -> str:
    """The text as it may be printed: terminal sequences, control characters and direction overrides are left out.

    Line breaks of every kind become line feeds and a tab four spaces, so that columns stay columns.
    """
    text = re.sub(r"\r\n?|[\x85\u2028\u2029]", "\n", _SEQUENCE.sub("", text))
    return _HARMFUL.sub("", text).expandtabs(4)


def one_line(text: str) -> str:
    """The cleaned text on a single line, for a title or a table's cell."""
    return " ".join(clean(text).split())


def in_place(text: str) -> str:
    """The text with every harmful character replaced by one ``\\ufffd``: it is safe, and its character offsets hold."""
    return _HARMFUL.sub("\ufffd", text)


def in_json(encoded: str) -> str:
    """JSON with every harmful character inside its strings written as an escape: nothing is lost, nothing is drawn."""
    return _HARMFUL.sub(lambda found: _escape(found.group()), encoded)


def _escape(character: str) -> str:
    code = ord(character)
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
