"""Text on its way to Slack and back.

What people or documents wrote goes into rich text (``rich.py``), where Slack reads no markup. In the plain text of a
message it reads ``&``, ``<`` and ``>`` as control characters: there it is escaped, so that nothing can ping ``<!channel>``.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

MAX_URL = 1000
"""Characters of a link target; a longer one is left out, it would take the room of the quote."""

FORMAT = "{date_short_pretty} at {time}"
"""How Slack writes a point in time."""

_HARMFUL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f"  # control characters but line breaks and tab; some clients refuse them
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that reorder what follows: $001 must not read as $100
    r"\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible annotations and tags
    r"\ud800-\udfff]"  # halves of a character, which no message can carry
)
_HALF = re.compile(r"[\ud800-\udfff]")
_BREAK = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_JOINER = "\u2060"
_LOOKS_CONTROL = re.compile(r"<(?=[!@#]|\w+:)")
_SEQUENCE = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")
ACCOUNT = re.compile(r"slack:([A-Za-z0-9_-]+)")


def literal(text: str) -> str:
    """Somebody's text without what would reorder, hide or break it; every kind of line break is one."""
    return _HARMFUL.sub("", _BREAK.sub("\n", text))


def escape(text: str) -> str:
    """Somebody's text for the plain text of a message, as Slack shows it word for word.

    What looks like a control sequence is broken by an invisible joiner besides: some viewers of Slack's messages unescape
    before they look for such sequences.
    """
    text = _LOOKS_CONTROL.sub(f"<{_JOINER}", literal(text))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def address(url: str | None) -> str | None:
    """The URL if a browser can open it and it is of a bearable length."""
    return url if url and len(url) <= MAX_URL and re.fullmatch(r"https?://\S+", url) and url.isprintable() else None


def when(moment: datetime) -> str:
    """A point in time in a line of our own, shown in the reader's own time zone."""
    return f"<!date^{int(moment.timestamp())}^{FORMAT}|{utc(moment)}>"


def utc(moment: datetime) -> str:
    """A point in time where the reader's time zone is not known."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def shorten(text: str, limit: int) -> str:
    """At most ``limit`` characters once escaped, cut between words and marked so where anything is missing."""
    text = " ".join(text.split())
    if len(escape(text)) <= limit:
        return text
    return pieces(text, limit - 2)[0] + " …"


def pieces(text: str, limit: int) -> list[str]:
    """The text in order, in pieces of at most ``limit`` characters once escaped.

    Cut between paragraphs where that gives good pieces, else between lines, sentences or words, so that a citation mark
    stays whole; only a "word" longer than a piece is cut inside.
    """
    found: list[str] = []
    rest = text.strip()
    while len(escape(rest)) > limit:
        window = re.sub(r"(?<=.)\[\d*$", "", _fitting(rest, limit))
        cut = next((at for mark in ("\n\n", "\n", ". ", " ") if (at := window.rfind(mark)) > len(window) // 3), -1)
        cut = cut + 1 if cut >= 0 else (window.rfind(" ") + 1 or len(window))
        found.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [piece for piece in [*found, rest] if piece]


def _fitting(text: str, limit: int) -> str:
    """A beginning, about as long as possible, that takes at most ``limit`` characters once escaped."""
    end = limit
    while (excess := len(escape(text[:end])) - limit) > 0:
        end -= excess // 6 + 1  # no character takes more than six
    return text[:end]


def plain(text: str, bot_user: str = "") -> str:
    """What somebody typed, as they see it: the bot's mention dropped, links and mentions by their names, unescaped."""
    text = re.sub(rf"<@{re.escape(bot_user)}(\|[^<>]*)?>", " ", text) if bot_user else text
    text = _SEQUENCE.sub(_readable, text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return re.sub(r"[ \t]+", " ", whole(text)).strip()


def whole(text: str) -> str:
    """Without halves of a character, which JSON can bring and nothing can store."""
    return _HALF.sub("", text)


def _readable(found: re.Match[str]) -> str:
    target, label = found[1], found[2]
    if target[:1] in ("@", "#"):
        return target[0] + (label or target[1:]).lstrip("@#")
    if target.startswith("!"):
        return label or "@" + re.split(r"[\^|]", target[1:])[0]
    return label or target.removeprefix("mailto:")
