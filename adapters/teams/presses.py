"""Teams' invokes -> what was pressed, and what it is answered with. Pure functions, total: a malformed one is None."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from adapters.teams.activities import CARD_TYPE, Card
from adapters.teams.http import Reply
from adapters.teams.payloads import identifier, part, person, place
from adapters.teams.tickets import INPUTS, Ticket, Verb, typed, verb_of
from core.domain.request import Person, Place
from core.wording.foreign import whole

MESSAGE_TYPE = "application/vnd.microsoft.activity.message"
ERROR_TYPE = "application/vnd.microsoft.error"
AUTOMATIC, MANUAL = "automatic", "manual"
"""The triggers of a press: of the client itself, which wants to show how a card stands now, and of somebody's finger."""

Activity = dict[str, Any]


@dataclass(frozen=True)
class Press:
    """A button of a card: who pressed it on which message, what it carries, and what was written into its input.

    ``automatic``: nobody pressed; the client wants to show how the card stands.
    """

    by: Person
    place: Place
    message: str
    verb: Verb
    ticket: Ticket
    text: str | None
    automatic: bool

    @property
    def key(self) -> str:
        """The same for every repetition of this press, whatever id Teams gives it."""
        carried = [self.by.id, self.verb, self.ticket.dump(), self.text]
        return f"teams:press:{hashlib.sha256(json.dumps(carried).encode()).hexdigest()}"


def pressed(activity: Activity) -> Press | None:
    """A press (``adaptiveCard/action``). One that the client made by itself only looks, whatever its button says.

    Without a trigger somebody pressed: Microsoft's local client sends none. A client that refreshes by itself says so, and
    its button is a refresh, which decides nothing under any trigger.
    """
    # The raw value: the SDK's class for it drops the trigger.
    value = part(activity, "value")
    action, trigger = part(value, "action"), value.get("trigger", MANUAL)
    by, where, message = person(activity), place(activity), identifier(activity.get("replyToId"))
    verb, ticket = Verb.REFRESH if trigger == AUTOMATIC else verb_of(action), Ticket.load(action.get("data"))
    if by is None or where is None or message is None or trigger not in (AUTOMATIC, MANUAL):
        return None
    if action.get("type") != "Action.Execute" or verb is None or ticket is None:
        return None
    text = typed(action["data"], INPUTS[verb]) if verb in INPUTS else None
    return Press(by, where, message, verb, ticket, whole(text) if text else None, trigger == AUTOMATIC)


@dataclass(frozen=True)
class Rating:
    """A thumb under a message, with what was written about it. ``message`` is None where the client does not name it."""

    by: Person
    place: Place
    message: str | None
    helpful: bool
    comment: str | None


def rated(activity: Activity) -> Rating | None:
    """A thumb (``message/submitAction``)."""
    value = part(activity, "value")
    given = part(value, "actionValue")
    by, where, message = person(activity), place(activity), identifier(activity.get("replyToId"))
    reaction = given.get("reaction")
    if by is None or where is None or value.get("actionName") != "feedback":
        return None
    return Rating(by, where, message, reaction == "like", _comment(given)) if reaction in ("like", "dislike") else None


def _comment(given: dict[str, Any]) -> str | None:
    """Teams puts what was written into JSON inside of a string, a local client into the string itself."""
    text = given.get("feedback")
    if not isinstance(text, str):
        return None
    try:
        inner = json.loads(text)
    except (ValueError, RecursionError):
        inner = text
    found = inner.get("feedbackText") if isinstance(inner, dict) else text
    return whole(found).strip() or None if isinstance(found, str) else None


def shows(card: Card) -> Reply:
    """Puts a card in place of the one that was pressed, for whoever pressed it."""
    return _answer(CARD_TYPE, card)


def says(words: str) -> Reply:
    """Tells whoever pressed something, and leaves the card."""
    return _answer(MESSAGE_TYPE, words)


def malformed(message: str) -> Reply:
    """400, in the form that Teams gives errors in."""
    return _answer(ERROR_TYPE, {"code": "BadRequest", "message": message}, 400)


def unknown(message: str) -> Reply:
    """404, after which the client leaves what it shows."""
    return _answer(ERROR_TYPE, {"code": "NotFound", "message": message}, 404)


def _answer(kind: str, value: Any, status: int = 200) -> Reply:
    return Reply(status, {"statusCode": status, "type": kind, "value": value})
