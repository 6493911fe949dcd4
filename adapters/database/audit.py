"""Reading and proving the audit chain."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.engine import Database
from adapters.database.rows import AnyRow
from adapters.database.tables import audit_contents, audit_head, audit_rows
from adapters.database.verification import Verification
from core.domain.exchange import AuditReport, AuditRow

_PAGE = 1000
_ROWS = select(audit_rows, audit_contents.c.salt, audit_contents.c.content).outerjoin_from(audit_rows, audit_contents)


class SqlAudit:
    """The chain in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rows(self) -> AsyncIterator[AuditRow]:
        """All rows in order. Read in pages, so that a long export never holds a transaction open."""
        last = 0
        while True:
            async with self._database.read() as connection:
                page = await _page(connection, last)
            for row in page:
                yield _row(row)
            if len(page) < _PAGE:
                return
            last = page[-1].sequence

    async def verify(self, expect_head: str | None = None, expect_count: int | None = None) -> AuditReport:
        """Recomputes every link, against one state of the database."""
        verification = Verification()
        async with self._database.read() as connection:
            last: int | None = None
            while page := await _page(connection, last):
                for row in page:
                    verification.link(_row(row))
                last = page[-1].sequence
            head = (await connection.execute(select(audit_head.c.hash, audit_head.c.count))).one_or_none()
        verification.check_end(*(head or (None, 0)))
        if expect_head is not None or expect_count is not None:
            verification.check_noted(expect_head, expect_count)
        return verification.report()


async def _page(connection: AsyncConnection, after: int | None) -> Sequence[AnyRow]:
    query = _ROWS.order_by(audit_rows.c.sequence).limit(_PAGE)
    return (await connection.execute(query if after is None else query.where(audit_rows.c.sequence > after))).all()


def _row(row: AnyRow) -> AuditRow:
    return AuditRow(
        sequence=row.sequence,
        at=row.at,
        kind=row.kind,
        subject=row.subject,
        content_digest=row.content_digest,
        previous=row.previous,
        hash=row.hash,
        salt=row.salt,
        content=None if row.content is None else json.loads(row.content),
    )
