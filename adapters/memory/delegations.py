"""Delegations in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adapters.memory.audit import MemoryAudit
from core.domain.approval import Delegation
from core.domain.request import Person


class MemoryDelegations:
    """Who stands in for whom."""

    def __init__(self, audit: MemoryAudit) -> None:
        self._audit = audit
        self._delegations: dict[str, Delegation] = {}

    async def set(self, delegation: Delegation) -> None:
        """Puts it on record; the same id again changes nothing."""
        if delegation.id not in self._delegations:
            self._delegations[delegation.id] = delegation
            self._audit.append(_set_at(delegation), "delegation", delegation.id, delegation.model_dump(mode="json"))

    async def end(
        self, delegation_id: str, by: Person, now: datetime, typed_by: str | None = None
    ) -> Delegation | None:
        """Calls it off; None if unknown."""
        delegation = self._delegations.get(delegation_id)
        if delegation is None or delegation.ended_at:
            return delegation
        ended = delegation.model_copy(update={"ended_at": now, "ended_by": by})
        self._delegations[delegation_id] = ended
        content = {"ended_by": by.model_dump(mode="json"), "typed_by": typed_by}
        self._audit.append(now, "delegation", delegation_id, content)
        return ended

    async def list(self) -> Sequence[Delegation]:
        """All of them, by first day."""
        return sorted(self._delegations.values(), key=lambda d: (d.first_day, d.id))


def _set_at(delegation: Delegation) -> datetime:
    if delegation.set_at is None:
        raise ValueError("a delegation of the approvals file is not put on record")
    return delegation.set_at
