"""Whether the tables that people read say what the audit chain recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.chain import canonical
from adapters.database.exchanges import audited, columns_of, load
from adapters.database.tables import audit_rows, exchanges
from core.domain.exchange import AuditFault, AuditRow, Exchange

KIND = "exchange"
Stored = tuple[Exchange, dict[str, Any]]
_BATCH = 200
_MISSING = ""


async def exchange_faults(connection: AsyncConnection, rows: Sequence[AuditRow]) -> list[AuditFault]:
    """Exchanges that are not what these rows recorded; a row whose content was erased has nothing to compare with."""
    recorded = [row for row in rows if row.kind == KIND and row.content is not None]
    faults = []
    for start in range(0, len(recorded), _BATCH):
        batch = recorded[start : start + _BATCH]
        stored = await _stored(connection, [row.subject for row in batch])
        for row in batch:
            if problem := _problem(row, stored.get(row.subject, _MISSING)):
                faults.append(AuditFault(sequence=row.sequence, problem=problem))
    return faults


async def unrecorded(connection: AsyncConnection, last: int) -> list[AuditFault]:
    """Exchanges that no row recorded, as rows that are missing behind the last one."""
    known = select(audit_rows.c.subject).where(audit_rows.c.kind == KIND)
    strays = await connection.scalars(
        select(exchanges.c.id).where(exchanges.c.id.not_in(known)).order_by(exchanges.c.id)
    )
    return [
        AuditFault(sequence=last + n, problem=f"is missing: exchange {stray} is in the table without a row")
        for n, stray in enumerate(strays, start=1)
    ]


async def _stored(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, Stored | None]:
    """Exchanges and their rows by id; None for one that cannot be read. Read together, and one by one if that fails."""
    try:
        found = await load(connection, exchanges.c.id.in_(ids), limit=len(ids))
        rows = (await connection.execute(select(exchanges).where(exchanges.c.id.in_(ids)))).mappings().all()
    except (ValueError, TypeError):  # SQLite takes any text for a moment or a number
        if len(ids) == 1:
            return {ids[0]: None}
        return {name: stored for one in ids for name, stored in (await _stored(connection, [one])).items()}
    columns = {row["id"]: dict(row) for row in rows}
    return {exchange.id: (exchange, columns[exchange.id]) for exchange in found}


def _problem(row: AuditRow, stored: Stored | str | None) -> str | None:
    if isinstance(stored, str):
        return f"records exchange {row.subject}, which is missing from the table"
    if stored is None:
        return f"records exchange {row.subject}, which cannot be read any more: it was changed"
    exchange, columns = stored
    changed = _changed(row.content or {}, exchange)
    changed += [name for name, value in columns_of(exchange).items() if not _same(columns[name], value)]
    if changed:
        return f"records another exchange {row.subject} than the table has: {', '.join(dict.fromkeys(changed))} changed"
    return None


def _changed(content: dict[str, Any], found: Exchange) -> list[str]:
    stored = audited(found)
    names = (content.keys() | stored.keys()) - {"approval"}
    return sorted(name for name in names if _text(content.get(name)) != _text(stored.get(name)))


def _same(stored: Any, value: Any) -> bool:
    return bool(stored == (value.replace("\x00", "\ufffd") if isinstance(value, str) else value))


def _text(value: Any) -> str:
    return canonical(value).replace("\\u0000", "\\ufffd")  # as the columns store it
