"""Feedback on record."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.domain.feedback import Feedback


class FeedbackStore(Protocol):
    """One thumb a person and exchange; they may change it, and each change leaves an audit row."""

    async def give(self, feedback: Feedback) -> Feedback:
        """Puts it on record in place of the person's earlier one; what is on record then.

        The same thumb again without words keeps the earlier words, and without anything new changes nothing.
        """
        ...

    async def list(
        self,
        *,
        helpful: bool | None = None,
        since: datetime | None = None,
        before: datetime | None = None,
        limit: int = 100,
    ) -> Sequence[Feedback]:
        """The newest first; ``since`` is included, ``before`` is not."""
        ...
