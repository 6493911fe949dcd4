"""Text on its way to Slack and back.

What people or documents wrote goes into rich text (``rich.py``), where Slack reads no markup. In the plain text of a
message it reads ``&``, ``<`` and ``>`` as control characters: there it is escaped, so that nothing can ping ``<!channel>``.
"""

from __future__ import annotations

import re
from datetime import datetime

from core.wording import foreign
from core.wording.foreign import literal, utc, whole

FORMAT = "{date_short_pretty} at {time}"
"""How Slack writes a point in time."""

_JOINER = "\u2060"
_LOOKS_CONTROL = re.compile(r"<(?=[!@#]|\w+:)")
_SEQUENCE = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")
ACCOUNT = re.compile(r"slack:([A-Za-z0-9_-]+)")


def escape(text: str) -> str:
    """Somebody's text for the plain text of a message, as Slack shows it word for word.

    What looks like a control sequence is broken by an invisible joiner besides: some viewers of Slack's messages unescape
    before they look for such sequences.
    """
    text = _LOOKS_CONTROL.sub(f"<{_JOINER}", literal(text))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def when(moment: datetime) -> str:
    """A point in time in a line of our own, shown in the reader's own time zone."""
    return f"<!date^{int(moment.timestamp())}^{FORMAT}|{utc(moment)}>"


def shorten(text: str, limit: int) -> str:
    """At most ``limit`` characters once escaped, cut between words and marked so where anything is missing."""
    return foreign.shorten(text, limit, escape)


def pieces(text: str, limit: int) -> list[str]:
    """The text in order, in pieces of at most ``limit`` characters once escaped; a citation mark stays whole."""
    return foreign.pieces(text, limit, escape)


def plain(text: str, bot_user: str = "") -> str:
    """What somebody typed, as they see it: the bot's mention dropped, links and mentions by their names, unescaped."""
    text = re.sub(rf"<@{re.escape(bot_user)}(\|[^<>]*)?>", " ", text) if bot_user else text
    text = _SEQUENCE.sub(_readable, text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return re.sub(r"[ \t]+", " ", whole(text)).strip()


def _readable(found: re.Match[str]) -> str:
    target, label = found[1], found[2]
    if target[:1] in ("@", "#"):
        return target[0] + (label or target[1:]).lstrip("@#")
    if target.startswith("!"):
        return label or "@" + re.split(r"[\^|]", target[1:])[0]
    return label or target.removeprefix("mailto:")
