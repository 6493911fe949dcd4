"""Reading and proving the audit chain."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Text, delete, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.comparison import exchange_faults, unrecorded
from adapters.database.engine import Database
from adapters.database.journal import Journal, noted_heads
from adapters.database.rows import AnyRow
from adapters.database.tables import audit_contents, audit_head, audit_rows
from adapters.database.verification import ERASURE, Verification
from core.domain.exchange import AuditFault, AuditReport, AuditRow
from core.errors import CountersignError, NotFound

_PAGE = 1000
_PARTS = (audit_contents.c.salt, audit_contents.c.content)


class SqlAudit:
    """The chain in the database."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def rows(self) -> AsyncIterator[AuditRow]:
        """All rows in order. Read in pages, so that a long export never holds a transaction open.

        Raises CountersignError at a row that no program of ours has written.
        """
        last = 0
        while True:
            async with self._database.read() as connection:
                page = await _page(connection, last)
            for row in page:
                yield _readable(row)
            if len(page) < _PAGE:
                return
            last = page[-1].sequence

    async def verify(self, expect_head: str | None = None, expect_count: int | None = None) -> AuditReport:
        """Recomputes every link, against one state of the database and the heads noted outside it before."""
        noted = noted_heads(self._journal.head_log)
        verification = Verification(expect_head, expect_count, noted)
        different: list[AuditFault] = []
        async with self._database.read() as connection:
            last: int | None = None
            while page := await _page(connection, last):
                links = [link for row in page if (link := _shown(verification, row))]
                different += await exchange_faults(connection, links)
                last = page[-1].sequence
            different += await unrecorded(connection, last or 0)
            head = (await connection.execute(select(audit_head.c.hash, audit_head.c.count))).one_or_none()
        count: Any = head.count if head else None
        if head is None or not isinstance(count, int):  # SQLite takes any text for a number
            return verification.end(None, 0, different)
        return verification.end(head.hash, count, different)

    async def erase(self, sequences: Sequence[int], reason: str, at: datetime) -> None:
        """See ``core.ports.audit.AuditLog``."""
        async with self._journal.write() as entry:
            for sequence in sorted(set(sequences)):
                kind = await entry.connection.scalar(select(audit_rows.c.kind).where(audit_rows.c.sequence == sequence))
                if kind is None or kind == ERASURE:
                    raise NotFound(f"The audit chain has no row {sequence} whose content could be erased.")
                gone = await entry.connection.execute(
                    delete(audit_contents).where(audit_contents.c.sequence == sequence)
                )
                if gone.rowcount:
                    await entry.record(at, ERASURE, str(sequence), {"erased": sequence, "note": reason})


async def _page(connection: AsyncConnection, after: int | None) -> Sequence[AnyRow]:
    # A forged time may be any text on SQLite, which takes it: it is read as text and understood row by row.
    forgeable = connection.dialect.name == "sqlite"
    at = type_coerce(audit_rows.c.at, Text).label("at") if forgeable else audit_rows.c.at
    columns = [at if column is audit_rows.c.at else column for column in audit_rows.c]
    query = (
        select(*columns, *_PARTS)
        .outerjoin_from(audit_rows, audit_contents)
        .order_by(audit_rows.c.sequence)
        .limit(_PAGE)
    )
    return (await connection.execute(query if after is None else query.where(audit_rows.c.sequence > after))).all()


def _shown(verification: Verification, row: AnyRow) -> AuditRow | None:
    try:
        link = _row(row)
    except ValueError:
        verification.unreadable(row.sequence)
        return None
    verification.link(link)
    return link


def _readable(row: AnyRow) -> AuditRow:
    try:
        return _row(row)
    except ValueError as error:
        raise CountersignError(
            f"Row {row.sequence} of the audit chain was changed: it cannot be read.", "See audit verify."
        ) from error


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Readers of JSON differ in which of two equal keys they believe."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is given twice")
    return found


def _row(row: AnyRow) -> AuditRow:
    """Raises ValueError for what no program of ours has written."""
    content = json.loads(row.content, object_pairs_hook=_unambiguous) if row.content is not None else None
    if (content is None) != (row.content is None):
        raise ValueError("erased contents have no row, they are not null")
    return AuditRow(
        sequence=row.sequence,
        at=datetime.fromisoformat(row.at).replace(tzinfo=UTC) if isinstance(row.at, str) else row.at,
        kind=row.kind,
        subject=row.subject,
        content_digest=row.content_digest,
        previous=row.previous,
        hash=row.hash,
        salt=row.salt,
        content=content,
    )
