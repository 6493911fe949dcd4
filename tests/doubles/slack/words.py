"""What a reader sees of blocks and views, and control characters in it that nobody meant."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any


def text_size(blocks: Any) -> int:
    """Characters of all text in the blocks."""
    return sum(len(text) for text in texts(blocks))


def texts(value: Any) -> Iterator[str]:
    """Every piece of text in blocks or views, in order, escaped; of rich text each paragraph is one, quotes with a mark."""
    if isinstance(value, dict) and str(value.get("type")) in ("rich_text_section", "rich_text_quote"):
        shown = "".join(map(_rich, value.get("elements", [])))
        yield re.sub(r"(?m)^", ">", shown) if value["type"] == "rich_text_quote" else shown
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key in ("text", "alt_text") and isinstance(inner, str):
                yield inner
            else:
                yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def _rich(element: dict[str, Any]) -> str:
    match element["type"]:
        case "link":
            shown = f"{element.get('text', '')} ({element['url']})"
        case "user":
            shown = f"@{element['user_id']}"
        case "channel":
            shown = f"#{element['channel_id']}"
        case "date":
            shown = element["fallback"]
        case _:
            shown = element["text"]
    return html.escape(str(shown), quote=False)


def marked_up(value: Any) -> Iterator[str]:
    """Every text in which Slack reads control sequences."""
    if isinstance(value, dict):
        if value.get("type") == "mrkdwn" and isinstance(value.get("text"), str):
            yield value["text"]
        for inner in value.values():
            yield from marked_up(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from marked_up(inner)


def unescaped(text: str) -> list[str]:
    """Raw control characters outside of control sequences, and sequences that ping more than one person."""
    faults = re.findall(r"<!(?:channel|here|everyone|subteam)[^<>]*>", text)
    rest = re.sub(r"<(?:![^<>]+|@\w+|#\w+|(?:https?|mailto):[^<>\s]+(?:\|[^<>]*)?)>", "", text)
    rest = re.sub(r"&(?:amp|lt|gt);", "", re.sub(r"(?m)^>+", "", rest))
    return faults + sorted(set(re.findall(r"[&<>]", rest)))
