"""What a reader sees of a message: markdown as text, a card's words, its buttons and what they send."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

CARD = "application/vnd.microsoft.card.adaptive"
JOINER = "\u2060"
"""A character that nobody sees."""
_MESSAGE = MarkdownIt("commonmark")
_BLOCK = MarkdownIt("commonmark").disable(["heading", "lheading", "html_block", "fence", "code", "image"])
"""Text blocks and facts of a card know less markdown than messages."""


@dataclass(frozen=True)
class Button:
    """An ``Action.Execute`` before a reader, and the inputs whose values go with it."""

    action: dict[str, Any]
    inputs: tuple[dict[str, Any], ...]

    @property
    def verb(self) -> str:
        return str(self.action.get("verb", ""))


def words_of(activity: dict[str, Any]) -> str:
    """All words of a message, one paragraph a line, links as ``label (url)``."""
    parts = [plain(activity["text"], activity.get("textFormat"))] if activity.get("text") else []
    parts += [text for card in cards_of(activity) for text in texts(card)]
    return "\n".join(parts).replace(JOINER, "")


def cards_of(activity: dict[str, Any]) -> list[dict[str, Any]]:
    return [a["content"] for a in activity.get("attachments") or [] if a.get("contentType") == CARD]


def card_of(activity: dict[str, Any]) -> dict[str, Any] | None:
    """The message's first card."""
    return next(iter(cards_of(activity)), None)


def plain(text: str, text_format: str | None = None) -> str:
    """Markdown as it reads."""
    return text if text_format == "plain" else _read(_MESSAGE, text)


def texts(element: Any) -> Iterator[str]:
    """What a card shows before anything is pressed, in its order."""
    if isinstance(element, list):
        for inner in element:
            yield from texts(inner)
        return
    if not isinstance(element, dict) or element.get("isVisible") is False:
        return
    if element.get("type") == "TextBlock":
        yield _read(_BLOCK, element["text"])
    if element.get("type") == "RichTextBlock":
        yield "".join(map(_run, element["inlines"]))
    for fact in element.get("facts", []):
        yield f"{_read(_BLOCK, fact['title'])} {_read(_BLOCK, fact['value'])}"
    if str(element.get("type", "")).startswith("Input.") and element.get("label"):
        yield element["label"]
    for key in ("body", "items", "columns", "rows", "cells"):
        yield from texts(element.get(key, []))


def buttons(card: dict[str, Any]) -> list[Button]:
    """Every button that sends something, those behind a ``ShowCard`` too, with the inputs of its card and those around it."""
    return list(_buttons(card, ()))


def links(card: dict[str, Any]) -> list[str]:
    """Every address that a card leads to by a button."""
    return [action["url"] for action in _actions(card) if action["type"] == "Action.OpenUrl"]


def _buttons(card: dict[str, Any], outer: tuple[dict[str, Any], ...]) -> Iterator[Button]:
    inputs = (*outer, *_inputs(card.get("body", [])))
    for action in _actions(card):
        if action["type"] == "Action.ShowCard":
            yield from _buttons(action["card"], inputs)
        elif action["type"] == "Action.Execute":
            yield Button(action, () if action.get("associatedInputs") == "none" else inputs)


def _actions(element: Any) -> Iterator[dict[str, Any]]:
    """The actions of a card and of the action sets in it, without those behind a ``ShowCard``."""
    if isinstance(element, list):
        for inner in element:
            yield from _actions(inner)
    elif isinstance(element, dict) and element.get("isVisible") is not False:
        yield from element.get("actions", [])
        if "selectAction" in element:
            yield element["selectAction"]
        for key in ("body", "items", "columns", "rows", "cells"):
            yield from _actions(element.get(key, []))


def _inputs(element: Any) -> Iterator[dict[str, Any]]:
    if isinstance(element, list):
        for inner in element:
            yield from _inputs(inner)
    elif isinstance(element, dict):
        if str(element.get("type", "")).startswith("Input."):
            yield element
        for key in ("items", "columns", "rows", "cells"):
            yield from _inputs(element.get(key, []))


def _run(run: str | dict[str, Any]) -> str:
    """A piece of rich text, which knows no markdown."""
    if isinstance(run, str):
        return run
    leads = (run.get("selectAction") or {}).get("url")
    return f"{run['text']} ({leads})" if leads else str(run["text"])


def _read(reader: MarkdownIt, text: str) -> str:
    paragraphs = []
    for token in reader.parse(text):
        if token.type == "inline":
            paragraphs.append("".join(_inline(token.children or [])))
        elif token.content:
            paragraphs.append(token.content.rstrip("\n"))
    return "\n".join(paragraphs)


def _inline(tokens: list[Token]) -> Iterator[str]:
    address = ""
    for token in tokens:
        if token.type == "link_open":
            address = str(token.attrs["href"])
        elif token.type == "link_close":
            yield f" ({address})"
        elif token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type == "html_inline" and re.fullmatch("</?at>", token.content):
            continue  # a mention reads as the name in it
        else:
            yield token.content
