"""Who stands in for whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update

from adapters.database.approval_rows import person_text, read_person
from adapters.database.engine import Database
from adapters.database.journal import Journal
from adapters.database.rows import AnyRow
from adapters.database.statements import insert_once
from adapters.database.tables import delegations
from core.domain.approval import Delegation
from core.domain.request import Person


class SqlDelegations:
    """Delegations that people set."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def set(self, delegation: Delegation) -> None:
        """Puts it on record; the same id again changes nothing."""
        if delegation.set_at is None:
            raise ValueError("a delegation of the approvals file is not put on record")
        people = {"set_by": person_text(delegation.set_by), "ended_by": person_text(delegation.ended_by)}
        async with self._journal.write() as entry:
            if await insert_once(entry.connection, delegations, delegation.model_dump() | people):
                content = delegation.model_dump(mode="json")
                await entry.record(delegation.set_at, "delegation", delegation.id, content)

    async def end(
        self, delegation_id: str, by: Person, now: datetime, typed_by: str | None = None
    ) -> Delegation | None:
        """Calls it off; None if unknown. One that was called off before stays as it was."""
        this = delegations.c.id == delegation_id
        change = {"ended_at": now, "ended_by": person_text(by)}
        async with self._journal.write() as entry:
            standing = this & delegations.c.ended_at.is_(None)
            if (await entry.connection.execute(update(delegations).where(standing).values(**change))).rowcount:
                content = {"ended_by": by.model_dump(mode="json"), "typed_by": typed_by}
                await entry.record(now, "delegation", delegation_id, content)
            row = (await entry.connection.execute(select(delegations).where(this))).one_or_none()
        return _delegation(row) if row else None

    async def list(self) -> Sequence[Delegation]:
        """All of them, by first day."""
        query = select(delegations).order_by(delegations.c.first_day, delegations.c.id)
        async with self._database.read() as connection:
            return [_delegation(row) for row in await connection.execute(query)]


def _delegation(row: AnyRow) -> Delegation:
    return Delegation(
        id=row.id,
        absent=row.absent,
        delegate=row.delegate,
        first_day=row.first_day,
        last_day=row.last_day,
        set_at=row.set_at,
        set_by=read_person(row.set_by),
        typed_by=row.typed_by,
        ended_at=row.ended_at,
        ended_by=read_person(row.ended_by),
    )
