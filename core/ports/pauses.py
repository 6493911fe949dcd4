"""The operator's brake."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from core.domain.approval import Pause


class Pauses(Protocol):
    """Whether the program is paused. Each change leaves an audit row."""

    async def current(self) -> Pause | None:
        """The pause that holds now; None if there is none."""
        ...

    async def begin(self, pause: Pause) -> Pause:
        """Pauses; if a pause holds already, that one stays and is given back."""
        ...

    async def end(self, by: str, now: datetime) -> Pause | None:
        """Resumes, and gives back the pause that is over; None if there was none.

        In the same transaction the time of the pause is given back to every pending approval: ``expires_at`` and ``held``
        grow by its whole seconds.
        """
        ...
