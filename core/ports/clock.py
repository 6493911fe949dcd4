"""Time and identity: the only way the core learns either, so that a replay gives the same result."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time."""

    def now(self) -> datetime:
        """The moment, in UTC, with its offset."""
        ...

    def elapsed(self) -> float:
        """Seconds on a clock that never goes back; only differences mean anything."""
        ...


class Ids(Protocol):
    """New identifiers."""

    def new(self, kind: str) -> str:
        """An identifier nobody else has, readable as ``{kind}_{letters and digits}``."""
        ...

    def salt(self) -> str:
        """32 unguessable hexadecimal digits."""
        ...
