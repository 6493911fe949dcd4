"""Exchanges on record."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.approval_rows import approval_row
from adapters.database.engine import Database
from adapters.database.journal import Journal
from adapters.database.statements import insert_all, insert_once
from adapters.database.tables import approvals, exchanges, module_runs, sources
from core.domain.approval import Approval
from core.domain.exchange import Exchange, ModuleRun, SourceRecord, Thresholds
from core.domain.outcome import Outcome, OutcomeKind
from core.domain.request import PipelineRequest


class SqlExchanges:
    """The audit log's units."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def save(self, exchange: Exchange, approval: Approval | None) -> Exchange:
        """Writes exchange, approval and audit row in one transaction; if the id is on record, returns what is recorded."""
        async with self._journal.write() as entry:
            connection = entry.connection
            if not await insert_once(connection, exchanges, columns_of(exchange)):
                (recorded,) = await load(connection, exchanges.c.id == exchange.id, limit=1)
                return recorded
            await insert_all(connection, sources, _parts(exchange.id, exchange.sources))
            await insert_all(connection, module_runs, _parts(exchange.id, exchange.modules))
            content = audited(exchange)
            if approval:
                await insert_once(connection, approvals, approval_row(approval))
                content["approval"] = approval.model_dump(mode="json", exclude={"request", "draft"})
            await entry.record(self._journal.clock.now(), "exchange", exchange.id, content)
        return exchange

    async def get(self, exchange_id: str) -> Exchange | None:
        """The exchange as it was written, with ``delivered_at`` as it is now; None if unknown."""
        async with self._database.read() as connection:
            found = await load(connection, exchanges.c.id == exchange_id, limit=1)
        return found[0] if found else None

    async def delivered(self, exchange_id: str, at: datetime) -> None:
        """Notes the delivery; the first note stays."""
        undelivered = (exchanges.c.id == exchange_id) & exchanges.c.delivered_at.is_(None)
        async with self._database.write() as connection:
            await connection.execute(update(exchanges).where(undelivered).values(delivered_at=at))

    async def conversation(self, name: str, before: datetime, limit: int = 5) -> Sequence[Exchange]:
        """The conversation's last exchanges before a moment, the newest first."""
        earlier = (exchanges.c.conversation == name) & (exchanges.c.created_at < before)
        async with self._database.read() as connection:
            return await load(connection, earlier, limit=limit) if name else []

    async def recent(self, limit: int = 20) -> Sequence[Exchange]:
        """The newest first."""
        async with self._database.read() as connection:
            return await load(connection, limit=limit)


def audited(exchange: Exchange) -> dict[str, Any]:
    """What the audit chain records. The reply address grants the right to post: it is never audited."""
    return exchange.model_dump(mode="json", exclude={"delivered_at": True, "request": {"place": {"reply_url"}}})


def columns_of(exchange: Exchange) -> dict[str, Any]:
    """The exchange's row in its table."""
    request, outcome = exchange.request, exchange.outcome
    return {
        "id": exchange.id,
        "request": request.model_dump_json(),
        "outcome": outcome.model_dump_json(),
        "thresholds": exchange.thresholds.model_dump_json(),
        "features": json.dumps(exchange.features),
        "request_id": request.id,
        "asker_id": request.asker.id,
        "surface": request.place.surface,
        "received_at": request.received_at,
        "question": request.question,
        "answer": outcome.text,
        "kind": outcome.outcome,
        "reason": outcome.reason,
        "refused": outcome.outcome is OutcomeKind.REFUSED,
        "confidence": outcome.confidence,
        "engine": outcome.engine,
        "created_at": exchange.created_at,
        "delivered_at": exchange.delivered_at,
        "conversation": request.conversation or None,
    }


def _parts(exchange_id: str, parts: Sequence[SourceRecord] | Sequence[ModuleRun]) -> list[dict[str, Any]]:
    """Every field, also those that a record leaves out where they say nothing: all rows have the same columns."""
    return [{"exchange_id": exchange_id, "ordinal": n, **dict(part)} for n, part in enumerate(parts)]


async def load(connection: AsyncConnection, *where: ColumnElement[bool], limit: int) -> list[Exchange]:
    """The newest exchanges first. Raises ValueError for one that no program of ours has written."""
    newest = select(exchanges).where(*where).order_by(exchanges.c.created_at.desc(), exchanges.c.id.desc()).limit(limit)
    found = (await connection.execute(newest)).all()
    ids = [row.id for row in found]
    parts: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for table in (sources, module_runs):
        query = select(table).where(table.c.exchange_id.in_(ids)).order_by(table.c.exchange_id, table.c.ordinal)
        for part in (await connection.execute(query)).mappings():
            parts[table.name, part["exchange_id"]].append(
                {k: v for k, v in part.items() if k not in ("exchange_id", "ordinal")}
            )
    return [
        Exchange(
            id=row.id,
            request=PipelineRequest.model_validate_json(row.request),
            outcome=Outcome.model_validate_json(row.outcome),
            thresholds=Thresholds.model_validate_json(row.thresholds),
            features=json.loads(row.features),
            sources=tuple(SourceRecord.model_validate(part) for part in parts["sources", row.id]),
            modules=tuple(ModuleRun.model_validate(part) for part in parts["module_runs", row.id]),
            created_at=row.created_at,
            delivered_at=row.delivered_at,
        )
        for row in found
    ]
