"""Feedback and troubles in dictionaries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adapters.memory.audit import MemoryAudit
from core.domain.feedback import Feedback, Trouble


class MemoryFeedback:
    """One thumb a person and exchange."""

    def __init__(self, audit: MemoryAudit) -> None:
        self._audit = audit
        self._given: dict[tuple[str, str], Feedback] = {}

    async def give(self, feedback: Feedback) -> Feedback:
        """See ``core.ports.feedback.FeedbackStore``."""
        key = feedback.exchange_id, feedback.giver
        earlier = self._given.get(key)
        if earlier and earlier.helpful == feedback.helpful and feedback.comment in (None, earlier.comment):
            return earlier
        self._given[key] = feedback
        self._audit.append(feedback.given_at, "feedback", feedback.exchange_id, feedback.model_dump(mode="json"))
        return feedback

    async def list(
        self,
        *,
        helpful: bool | None = None,
        since: datetime | None = None,
        before: datetime | None = None,
        limit: int = 100,
    ) -> Sequence[Feedback]:
        """The newest first."""
        found = [
            given
            for given in self._given.values()
            if (helpful is None or given.helpful is helpful)
            and (since is None or given.given_at >= since)
            and (before is None or given.given_at < before)
        ]
        return sorted(found, key=lambda given: (given.given_at, given.exchange_id, given.giver), reverse=True)[:limit]


class MemoryTroubles:
    """A note for each message and code."""

    def __init__(self) -> None:
        self._noted: dict[tuple[str, str, str], Trouble] = {}

    async def note(self, trouble: Trouble) -> None:
        """Puts it on record."""
        self._noted[trouble.what, trouble.subject, trouble.code] = trouble

    async def recent(self, limit: int = 20) -> Sequence[Trouble]:
        """The newest first."""
        newest = sorted(self._noted.values(), key=lambda t: (t.at, t.what, t.subject, t.code), reverse=True)
        return newest[:limit]
