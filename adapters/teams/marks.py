"""The keys under which sent messages are on record, so that a repeated step sends nothing twice.

Teams cannot be searched for what the bot wrote: the record of conversations keeps a message's id under its key, and finds
the key of a message that somebody reacts to.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """What a message is, and what its key is of."""

    ANSWER = "answer"  # of an exchange
    VERDICT = "verdict"  # of an exchange
    PRIVATE = "private"  # an answer to the asker alone; of an exchange
    CARD = "card"  # of an approval
    REMINDER = "reminder"  # of an approval, by the reminder's number
    HANDOFF = "handoff"  # of an approval
    REMARK = "remark"  # in front of a reviewer; of a remark
    ASKS_BACK = "asks_back"  # in front of whoever asked; of an approval
    DIGEST = "digest"  # of a day


RATED = frozenset({Part.ANSWER, Part.VERDICT, Part.PRIVATE})
"""What people may call helpful or not: their key is the exchange's id."""


@dataclass(frozen=True)
class Mark:
    """Part ``n`` of something shown ``at`` a place (a channel or person; empty where there is but one place)."""

    part: Part
    key: str
    n: int = 0
    at: str = ""
    more: str = ""
    """What tells two of a kind apart beside their number: a remark's id."""

    def dump(self) -> str:
        """As a key on record."""
        return json.dumps([self.part, self.key, self.n, self.at, self.more], separators=(",", ":"))

    @classmethod
    def load(cls, value: str | None) -> Mark | None:
        """From a key on record; None for one of another kind."""
        try:
            part, key, n, at, more = json.loads(value or "")
            return cls(Part(part), str(key), int(n), str(at), str(more))
        except (ValueError, TypeError, RecursionError):
            return None
