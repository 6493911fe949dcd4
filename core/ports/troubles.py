"""What surfaces refused, for operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.domain.feedback import Trouble


class Troubles(Protocol):
    """A note for each message and code; the same again only moves its time. Old ones are let go."""

    async def note(self, trouble: Trouble) -> None:
        """Puts it on record."""
        ...

    async def recent(self, limit: int = 20) -> Sequence[Trouble]:
        """The newest first."""
        ...
