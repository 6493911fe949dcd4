"""Who stands in for whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.domain.approval import Delegation
from core.domain.request import Person


class Delegations(Protocol):
    """Delegations that people set; those of the approvals file are not among them. Each change leaves an audit row."""

    async def set(self, delegation: Delegation) -> None:
        """Puts it on record; the same id again changes nothing."""
        ...

    async def end(
        self, delegation_id: str, by: Person, now: datetime, typed_by: str | None = None
    ) -> Delegation | None:
        """Calls it off and gives it back as it then is; None if unknown. One that was called off before stays as it was."""
        ...

    async def list(self) -> Sequence[Delegation]:
        """All of them, by first day, those called off and those over included."""
        ...
