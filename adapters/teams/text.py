"""Text on its way to Teams, which reads a message's text as markdown with a little HTML.

What people or documents wrote is escaped, so that it shows word for word: nothing of it formats, links or looks like one of
our citations. In cards it stands in text runs (``elements.py``), where Teams reads no markup at all.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from core.wording import foreign
from core.wording.foreign import address, literal

JOINER = "\u2060"
"""Invisible. It keeps what a document has in square brackets, "[14] days", from being taken for a citation."""

HOLDER = "\ue000"
"""Stands, while a text is escaped, for what is put in afterwards as it is."""

_ANYWHERE = re.compile(r"([\\`*_{}\[\]|~])")
_AT_START = re.compile(r"^([#>+=-]|\d{1,9}[.)])", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_BRACKETED = re.compile(r"\[(?=\d+\])")
_MARK = re.compile(r"\[([0-9]{1,3})\]")
_HELD = re.compile("\ue000([0-9]+)\ue001([(:]?)")
_IN_LINK = str.maketrans({sign: f"%{ord(sign):02X}" for sign in '()<>[]\\"`*_|'})
_HOLDERS = re.compile("[\ue000\ue001]")


def escape(text: str) -> str:
    """Somebody's text as markdown that shows it word for word, a paragraph a line."""
    text = _BRACKETED.sub(f"[{JOINER}", _INDENT.sub("", literal(text)))
    text = _ANYWHERE.sub(r"\\\1", text).replace("&", "&amp;").replace("<", "&lt;")
    text = _AT_START.sub(lambda found: f"{found[1][:-1]}\\{found[1][-1]}", text)
    return re.sub(r"\n+", "\n\n", text)


def marked(text: str, numbers: Collection[int]) -> str:
    """An answer as markdown: its own ``[n]`` stand, everything else is escaped."""
    held = _MARK.sub(
        lambda found: f"\ue000{found[1]}\ue001" if int(found[1]) in numbers else found[0], _HOLDERS.sub("", text)
    )
    # What follows a mark must not make a link of it.
    return _HELD.sub(lambda found: f"[{found[1]}]{found[2] and chr(92) + found[2]}", escape(held))


def marks(text: str, numbers: Collection[int]) -> list[int]:
    """The citations that a text is marked with, each once, in their order."""
    return list(dict.fromkeys(n for n in map(int, _MARK.findall(text)) if n in numbers))


def quotation(text: str) -> str:
    """Somebody's words as a block quote."""
    return "\n".join(f"> {line}".rstrip() for line in escape(text).split("\n"))


def link(url: str | None, label: str) -> str:
    """A label that opens a web address; the label alone where there is no address a browser could open."""
    target = address(url)
    label = escape(" ".join(label.split()))
    if target is None:
        return label
    return f"[{label or escape(target)}]({target.translate(_IN_LINK)})"


def shorten(text: str, limit: int) -> str:
    """At most ``limit`` characters of somebody's text, cut between words and marked so where anything is missing."""
    return foreign.shorten(text, limit)
