"""What the buttons of a card hand back: what was pressed, on which approval, and exactly what was shown.

It reaches us through other people's clients, so reading it is total: what is not ours is None and decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Verb(StrEnum):
    """What a button does (``Action.Execute``'s verb)."""

    APPROVE = "approve"
    EDIT = "edit"
    DENY = "deny"
    ASK_BACK = "ask_back"
    HAND_OVER = "hand_over"
    WITHDRAW = "withdraw"  # the asker's own question
    ANSWER_BACK = "answer_back"  # the asker's answer to a reviewer
    REFRESH = "refresh"  # shows how things stand, and decides nothing


class Field(StrEnum):
    """The inputs of a card, by what they are for."""

    WORDS = "words"
    REASON = "reason"
    QUESTION = "question"
    NOTE = "note"
    REPLY = "reply"


INPUTS: Mapping[Verb, Field] = {
    Verb.EDIT: Field.WORDS,
    Verb.DENY: Field.REASON,
    Verb.ASK_BACK: Field.QUESTION,
    Verb.HAND_OVER: Field.NOTE,
    Verb.ANSWER_BACK: Field.REPLY,
}
"""Which input goes with which button."""

MAX_ID = 200
"""Characters of an approval's id and of a digest."""


@dataclass(frozen=True)
class Ticket:
    """All that a button carries. ``digest`` is empty where nothing is signed: a question that its asker takes back."""

    approval_id: str
    digest: str = ""

    def dump(self) -> dict[str, str]:
        """As an action's data; a client adds the card's inputs to it."""
        return {"approval": self.approval_id, "digest": self.digest}

    @classmethod
    def load(cls, data: object) -> Ticket | None:
        """From an action's data; None for data that is not ours."""
        if not isinstance(data, dict):
            return None
        approval_id, digest = data.get("approval"), data.get("digest", "")
        if not isinstance(approval_id, str) or not isinstance(digest, str):
            return None
        return cls(approval_id, digest) if 0 < len(approval_id) <= MAX_ID and len(digest) <= MAX_ID else None


def verb_of(action: object) -> Verb | None:
    """What was pressed, of an invoke's ``action``; None for a button that is not ours."""
    verb = action.get("verb") if isinstance(action, dict) else None
    return Verb(verb) if isinstance(verb, str) and verb in set(Verb) else None


def typed(data: object, field: Field) -> str | None:
    """What was written into an input, without the space around it; None if nothing was."""
    text: Any = data.get(field) if isinstance(data, dict) else None
    return (text.strip() or None) if isinstance(text, str) else None
