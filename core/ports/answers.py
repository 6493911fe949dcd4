"""What people ask of answers they were given: the answering half of the front desk, beside ``submit``."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from core.domain.exchange import Exchange
from core.domain.feedback import Feedback
from core.domain.request import Person, PipelineRequest


class Sharing(StrEnum):
    """Whether a private answer may be shown to a whole channel now."""

    ALLOWED = "allowed"
    OUTDATED = "outdated"  # a source has another version now, or is no longer in force
    RESTRICTED = "restricted"  # a source is not meant for everybody
    UNKNOWN = "unknown"  # no answer, or not this person's
    PAUSED = "paused"


class Answers(Protocol):
    """People are handed in as their surface names them; the program finds out who they are. All raise StoreUnavailable, and
    SurfaceError where a person cannot be looked up now."""

    async def follows_up(self, request: PipelineRequest) -> bool:
        """Whether a message that does not name the bot goes on with what its author asked there before, and asks anything."""
        ...

    async def shared(self, exchange_id: str, person: Person) -> tuple[Sharing, Exchange | None]:
        """Whether this person may show their answer to everybody now; the exchange if so."""
        ...

    async def rate(
        self, exchange_id: str, person: Person, helpful: bool, comment: str | None = None
    ) -> Feedback | None:
        """Puts a thumb on record; None for an exchange that is unknown."""
        ...
