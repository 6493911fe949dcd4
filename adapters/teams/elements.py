"""Adaptive Cards in small words. What people and documents wrote stands in text runs, where Teams reads no markup."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from adapters.teams import text
from adapters.teams.activities import Card, Message, size
from adapters.teams.tickets import INPUTS, Field, Ticket, Verb
from core.wording.foreign import address, literal, pieces

QUOTED = 4 * 1024
"""Bytes of words that are marked as somebody's in one piece."""
VERSION = "1.5"
CARD_BYTES = 28 * 1024
"""Of one card, as UTF-16: what every client of Teams shows."""
MOST_READERS = 60
"""Whom a card may name for a view of their own."""
PARAGRAPH = 1500
"""Characters of one paragraph; a longer one is divided, so that a card can end between its pieces."""

Element = dict[str, Any]
Action = dict[str, Any]


def card(
    body: Sequence[Element],
    actions: Sequence[Action] = (),
    refresh: Ticket | None = None,
    readers: Sequence[str] = (),
) -> Card:
    """A card; with ``refresh``, Teams asks for it anew for each of these readers, and for others by its menu."""
    look = {"type": "Action.Execute", "verb": Verb.REFRESH, "data": refresh.dump()} if refresh else None
    again = {"action": look, **({"userIds": list(readers[:MOST_READERS])} if readers else {})}
    return {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": VERSION,
        "msteams": {"width": "full"},
        **({"refresh": again} if look else {}),
        "body": list(body),
        **({"actions": list(actions)} if actions else {}),
    }


def message(shown: Card, summary: str) -> Message:
    """A card as a message; ``summary`` is what a notification says of it."""
    return Message(card=shown, summary=literal(summary))


def heading(words: str, **style: str) -> Element:
    """A heading of our own words."""
    return {"type": "TextBlock", "text": words, "size": "Medium", "weight": "Bolder", "wrap": True, **style}


def line(words: str, **style: str) -> Element:
    """A line of markdown: of our own words, or escaped."""
    return {"type": "TextBlock", "text": words, "wrap": True, **style}


def note(words: str, **style: str) -> Element:
    """A small grey line of our own words, which may hold ``moment``."""
    return {"type": "TextBlock", "text": words, "isSubtle": True, "wrap": True, "spacing": "Small", **style}


def said(words: str, **style: Any) -> Element:
    """Words exactly as they stand, within a paragraph; ``style`` is ``weight``, ``italic``, ``isSubtle`` and the like."""
    # Clients fill in dates even here: a document's "{{DATE(...)}}" must stay what it is.
    return {"type": "TextRun", "text": literal(words).replace("{{", f"{{{text.JOINER}{{") or " ", **style}


def linked(url: str | None, label: str) -> Element:
    """A label that opens a web address; the label alone where there is no address a browser could open."""
    target, label = address(url), " ".join(label.split())
    if target is None:
        return said(label)
    return said(label or target, color="Accent", selectAction={"type": "Action.OpenUrl", "url": target})


def paragraph(*runs: Element, **style: str) -> Element:
    """Running text of several runs."""
    return {"type": "RichTextBlock", "inlines": list(runs), **style}


def paragraphs(words: str) -> list[Element]:
    """Somebody's text of any length, word for word, a paragraph a line."""
    lines = [piece for line in literal(words).split("\n") for piece in pieces(line, PARAGRAPH)]
    return [paragraph(said(line), spacing="Small") for line in lines]


def quotations(words: str) -> list[Element]:
    """Somebody's text of any length, marked as theirs."""
    shown = pack(paragraphs(words) or [paragraph(said(" "))], QUOTED)
    return [{"type": "Container", "style": "emphasis", "spacing": "Small", "items": items} for items in shown]


def titled(lead: str, elements: Sequence[Element]) -> list[Element]:
    """Elements under a lead-in of our own."""
    return [paragraph(said(lead, weight="Bolder"), spacing="Medium"), *elements]


def facts(*pairs: tuple[str, str]) -> Element:
    """Short facts; the values are markdown: escape what is not ours."""
    return {"type": "FactSet", "facts": [{"title": title, "value": value} for title, value in pairs]}


def fact(words: str) -> str:
    """Somebody's words as the value of a fact: one line."""
    return text.escape(" ".join(words.split()))


def moment(at: datetime) -> str:
    """A point in time within our own words, shown in the reader's own time zone and way."""
    at_utc = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"{{{{DATE({at_utc}, SHORT)}}}} {{{{TIME({at_utc})}}}}"


def execute(title: str, verb: Verb, ticket: Ticket, **more: str) -> Action:
    """A button that comes back to us, with the inputs of its card."""
    return {"type": "Action.Execute", "title": title, "verb": verb, "data": ticket.dump(), **more}


def row(action: Action) -> Element:
    """A button within a card, below what it is about."""
    return {"type": "ActionSet", "actions": [action], "spacing": "Small"}


def form(title: str, body: Sequence[Element], submit: Action) -> Action:
    """A button that unfolds a form within the card."""
    return {
        "type": "Action.ShowCard",
        "title": title,
        "card": {"type": "AdaptiveCard", "version": VERSION, "body": list(body), "actions": [submit]},
    }


def text_input(verb: Verb, label: str, most: int, missing: str = "", initial: str = "") -> Element:
    """A field of several lines; ``missing`` is said where it must not be left empty."""
    name: Field = INPUTS[verb]
    return {
        "type": "Input.Text",
        "id": name,
        "label": label,
        "isMultiline": True,
        "maxLength": most,
        **({"isRequired": True, "errorMessage": missing} if missing else {}),
        **({"value": initial} if initial else {}),
    }


def pack(elements: Sequence[Element], room: int) -> list[list[Element]]:
    """The elements in order, on as few cards as hold them; ``room`` is in bytes."""
    pages: list[list[Element]] = []
    used = 0
    for element in elements:
        needed = size(element) + 4
        if not pages or used + needed > room:
            pages.append([])
            used = 0
        pages[-1].append(element)
        used += needed
    return pages
