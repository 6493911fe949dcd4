"""Exchanges in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adapters.memory.approvals import MemoryApprovals
from adapters.memory.audit import MemoryAudit
from core.domain.approval import Approval
from core.domain.exchange import Exchange
from core.ports.clock import Clock


class MemoryExchanges:
    """The audit log's units."""

    def __init__(self, clock: Clock, audit: MemoryAudit, approvals: MemoryApprovals) -> None:
        self._clock = clock
        self._audit = audit
        self._approvals = approvals
        self._exchanges: dict[str, Exchange] = {}

    async def save(self, exchange: Exchange, approval: Approval | None) -> Exchange:
        """Writes exchange, approval and audit row; if the id is on record, returns what is recorded."""
        if exchange.id in self._exchanges:
            return self._exchanges[exchange.id]
        self._exchanges[exchange.id] = exchange
        content = exchange.model_dump(mode="json", exclude={"delivered_at": True, "request": {"place": {"reply_url"}}})
        if approval:
            self._approvals.open(approval)
            content["approval"] = approval.model_dump(mode="json", exclude={"request", "draft"})
        self._audit.append(self._clock.now(), "exchange", exchange.id, content)
        return exchange

    async def get(self, exchange_id: str) -> Exchange | None:
        """The exchange; None if unknown."""
        return self._exchanges.get(exchange_id)

    async def delivered(self, exchange_id: str, at: datetime) -> None:
        """Notes the delivery; the first note stays."""
        exchange = self._exchanges.get(exchange_id)
        if exchange and exchange.delivered_at is None:
            self._exchanges[exchange_id] = exchange.model_copy(update={"delivered_at": at})

    async def conversation(self, name: str, before: datetime, limit: int = 5) -> Sequence[Exchange]:
        """The conversation's last exchanges before a moment, the newest first."""
        found = [e for e in await self.recent(len(self._exchanges)) if e.request.conversation == name and name]
        return [e for e in found if e.created_at < before][:limit]

    async def recent(self, limit: int = 20) -> Sequence[Exchange]:
        """The newest first."""
        newest = sorted(self._exchanges.values(), key=lambda e: (e.created_at, e.id), reverse=True)
        return newest[:limit]
