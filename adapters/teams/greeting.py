"""What the bot says of itself: where it is added, and when it is asked for help."""

from __future__ import annotations

from adapters.teams.activities import Message
from adapters.teams.elements import Action, card, heading, message, paragraphs, row
from core.domain.language import Language
from core.wording import say

EXAMPLES = ("first", "second", "third")
"""The questions offered (``prompts.*``)."""


def greeting(language: Language | None = None, *, alone: bool) -> Message:
    """What it can do, and how to ask; in a chat of somebody's own (``alone``) with questions to try at a press."""
    words = say("help.teams", language)
    title = say("how_to_ask", language)
    shown = [heading(title), *paragraphs(words)]
    if not alone:
        return message(card(shown), title)
    shown.append(heading(say("prompts.title", language), size="Default", spacing="Medium"))
    shown += [row(_ask(say(f"prompts.{name}", language))) for name in EXAMPLES]
    return message(card(shown), title)


def _ask(question: str) -> Action:
    """Has its reader say the question, as if they had typed it."""
    return {"type": "Action.Submit", "title": question, "data": {"msteams": {"type": "imBack", "value": question}}}
