"""Block Kit in small words, and how much of it fits into one message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adapters.slack.text import escape, pieces, shorten

Block = dict[str, Any]

SECTION = 2900
"""Characters of one section; Slack refuses more than 3,000."""
ROOM = 9000
"""Characters of all text in one message. Slack has refused 11,341 (msg_blocks_too_long) without saying how it counts."""
BLOCKS = 45
"""Blocks in one message; Slack refuses more than 50."""
FALLBACK = 3000
"""Characters of the plain text that notifications and screen readers use."""


@dataclass(frozen=True)
class Message:
    """What Slack is asked to show: the blocks, and their plain text (escaped)."""

    text: str
    blocks: list[Block]


def section(markup: str, *, whole: bool = False) -> Block:
    """A paragraph. ``whole``: never folded behind "See more", because somebody signs it."""
    block: Block = {"type": "section", "text": mrkdwn(markup)}
    return {**block, "expand": True} if whole else block


def sections(text: str, *, lead: str = "", whole: bool = False) -> list[Block]:
    """Somebody's text of any length, escaped, under an optional lead-in of our own."""
    parts = [escape(piece) for piece in pieces(text, SECTION - len(lead) - 1)] or [""]
    parts[0] = f"{lead}\n{parts[0]}".strip() if lead else parts[0]
    return [section(part, whole=whole) for part in parts if part]


def quote_sections(text: str, *, lead: str) -> list[Block]:
    """Somebody's words of any length as quotes under a lead-in of our own."""
    # Half the room: every line gains a mark.
    parts = [escape(piece) for piece in pieces(text, SECTION // 2)] or [""]
    shown = ["\n".join(f">{line}" for line in part.split("\n")) for part in parts]
    return [section(f"{lead}\n{shown[0]}" if at == 0 else part, whole=True) for at, part in enumerate(shown)]


def context(markup: str) -> Block:
    """A small grey line."""
    return {"type": "context", "elements": [mrkdwn(markup)]}


def header(text: str) -> Block:
    """A heading."""
    return {"type": "header", "text": plain_text(text)}


def mrkdwn(markup: str) -> dict[str, Any]:
    """Text with markup. Verbatim: an address, a channel or ``@here`` that somebody merely wrote becomes no link and no ping."""
    return {"type": "mrkdwn", "text": markup, "verbatim": True}


def plain_text(text: str) -> dict[str, str]:
    """A text object without markup."""
    return {"type": "plain_text", "text": text}


def actions(block_id: str, *buttons: Block) -> Block:
    """A row of buttons."""
    return {"type": "actions", "block_id": block_id, "elements": list(buttons)}


def button(text: str, action_id: str, **more: str) -> Block:
    """A button; ``more`` is its value, url or style."""
    return {"type": "button", "text": plain_text(text), "action_id": action_id, **more}


def fallback(text: str) -> str:
    """Somebody's text as a message's plain text."""
    return escape(text) if len(escape(text)) <= FALLBACK else escape(shorten(text, FALLBACK))


def size(blocks: Sequence[Block]) -> int:
    """Characters of all text in the blocks, counted wherever Slack might."""

    def walk(value: Any) -> int:
        if isinstance(value, dict):
            return sum(
                len(v) if k in ("text", "value", "url") and isinstance(v, str) else walk(v) for k, v in value.items()
            )
        return sum(map(walk, value)) if isinstance(value, list) else 0

    return walk(list(blocks))


def fit(blocks: Sequence[Block], room: int, count: int = BLOCKS) -> int:
    """How many of the blocks, from the first, fit into the room."""
    used = 0
    for at, block in enumerate(blocks):
        used += size([block])
        if used > room or at >= count:
            return at
    return len(blocks)


def pack(blocks: Sequence[Block], room: int = ROOM) -> list[list[Block]]:
    """The blocks in order, on as few messages as hold them."""
    pages: list[list[Block]] = []
    rest = list(blocks)
    while rest:
        taken = max(1, fit(rest, room))
        pages.append(rest[:taken])
        rest = rest[taken:]
    return pages
