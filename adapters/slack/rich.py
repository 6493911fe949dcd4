"""Somebody else's words, as rich text: Slack shows a text element character by character and reads no markup in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from adapters.slack.text import ACCOUNT, FORMAT
from core.domain.request import Person
from core.wording.foreign import address, literal, utc

Block = dict[str, Any]
Element = dict[str, Any]


def rich_text(*parts: Element) -> Block:
    """A block of paragraphs and quotations."""
    return {"type": "rich_text", "elements": list(parts)}


def paragraph(*elements: Element) -> Element:
    """Running text of several elements."""
    return {"type": "rich_text_section", "elements": list(elements)}


def quotation(text: str) -> Element:
    """Somebody's words, marked as theirs."""
    return {"type": "rich_text_quote", "elements": [said(text)]}


def said(text: str, **style: bool) -> Element:
    """Words exactly as they stand; ``style`` is ``bold`` or ``italic``."""
    shown: Element = {"type": "text", "text": literal(text) or " "}  # Slack takes no empty one
    return {**shown, "style": style} if style else shown


def linked(url: str | None, label: str) -> Element:
    """A label that opens a web address; the label alone where there is no address a browser could open."""
    label = " ".join(label.split())
    target = address(url)
    return {"type": "link", "url": target, "text": literal(label) or target} if target else said(label)


def account(person: Person) -> Element:
    """A person as a mention where they are one of Slack's, by name otherwise."""
    found = ACCOUNT.fullmatch(person.id)
    return {"type": "user", "user_id": found[1]} if found else said(person.name)


def channel(name: str) -> Element:
    """A channel by its id."""
    return {"type": "channel", "channel_id": name}


def moment(at: datetime) -> Element:
    """A point in time, shown in the reader's own time zone."""
    return {"type": "date", "timestamp": int(at.timestamp()), "format": FORMAT, "fallback": utc(at)}


def filled(template: str, values: Mapping[str, Element]) -> list[Element]:
    """A text of ours whose ``{name}`` are elements."""
    parts = re.split(r"\{(\w+)\}", template)
    return [values[part] if at % 2 else said(part) for at, part in enumerate(parts) if part]
