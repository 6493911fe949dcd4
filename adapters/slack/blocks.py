"""Block Kit in small words, and how much of it fits into one message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adapters.slack.rich import Block, paragraph, quotation, rich_text, said
from adapters.slack.text import escape, pieces, shorten

SECTION = 2900
"""Characters of one paragraph; in a section Slack refuses more than 3,000."""
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


def section(markup: str) -> Block:
    """A paragraph of our own words."""
    return {"type": "section", "text": mrkdwn(markup)}


def sections(text: str, *, lead: str = "") -> list[Block]:
    """Somebody's text of any length, word for word, under an optional lead-in of our own."""
    parts = pieces(text, SECTION - len(lead) - 1)
    if not parts:
        return [rich_text(paragraph(said(lead, bold=True)))] if lead else []
    first = [said(lead, bold=True), said(f"\n{parts[0]}")] if lead else [said(parts[0])]
    return [rich_text(paragraph(*first)), *(rich_text(paragraph(said(part))) for part in parts[1:])]


def quote_sections(text: str, *, lead: str) -> list[Block]:
    """Somebody's words of any length as quotes under a lead-in of our own."""
    first, *more = pieces(text, SECTION) or [""]
    return [
        rich_text(paragraph(said(lead, bold=True)), quotation(first)),
        *(rich_text(quotation(part)) for part in more),
    ]


def context(markup: str) -> Block:
    """A small grey line of our own words."""
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
                len(escape(v)) if k in ("text", "value", "url") and isinstance(v, str) else walk(v)
                for k, v in value.items()
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
