"""Exchanges on record."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.domain.approval import Approval
from core.domain.exchange import Exchange


class Exchanges(Protocol):
    """The audit log's units. Writing is keyed by id: the same exchange written twice is written once."""

    async def save(self, exchange: Exchange, approval: Approval | None) -> Exchange:
        """Writes exchange, approval and audit row in one transaction; if the id is on record, returns what is recorded."""
        ...

    async def get(self, exchange_id: str) -> Exchange | None:
        """The exchange as it was written, with ``delivered_at`` as it is now; None if unknown."""
        ...

    async def delivered(self, exchange_id: str, at: datetime) -> None:
        """Notes the delivery; the first note stays."""
        ...

    async def conversation(self, name: str, before: datetime, limit: int = 5) -> Sequence[Exchange]:
        """The last exchanges before a moment of one conversation (``PipelineRequest.conversation``), the newest first."""
        ...

    async def recent(self, limit: int = 20) -> Sequence[Exchange]:
        """The newest first."""
        ...
