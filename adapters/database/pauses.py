"""The operator's brake."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.engine import Database
from adapters.database.journal import Journal
from adapters.database.statements import insert_once
from adapters.database.tables import approvals, pauses
from core.domain.approval import ApprovalState, Pause


class SqlPauses:
    """Whether the program is paused. A unique column sees to it that at most one pause holds."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def current(self) -> Pause | None:
        """The pause that holds now; None if there is none."""
        async with self._database.read() as connection:
            return await _current(connection)

    async def begin(self, pause: Pause) -> Pause:
        """Pauses; if a pause holds already, that one stays and is given back."""
        async with self._journal.write() as entry:
            if not await insert_once(entry.connection, pauses, {**pause.model_dump(), "holds": 1}):
                return await _current(entry.connection) or pause
            content = {"reason": pause.reason, "by": pause.paused_by}
            await entry.record(pause.paused_at, "pause", pause.id, content)
            return pause

    async def end(self, by: str, now: datetime) -> Pause | None:
        """Resumes, and gives pending approvals the time back; the pause that is over, None if there was none."""
        async with self._journal.write() as entry:
            pause = await _current(entry.connection)
            change = {"holds": None, "resumed_at": now, "resumed_by": by}
            ended = update(pauses).where(pauses.c.holds == 1).values(**change)
            if pause is None or not (await entry.connection.execute(ended)).rowcount:
                return None
            pending = await _give_back(entry.connection, pause.paused_at, now)
            content = {"by": by, "pending": pending, "paused_at": pause.paused_at.isoformat()}
            await entry.record(now, "resume", pause.id, content)
            return pause.model_copy(update={"resumed_at": now, "resumed_by": by})


async def _current(connection: AsyncConnection) -> Pause | None:
    columns = [column for column in pauses.c if column.name != "holds"]
    row = (await connection.execute(select(*columns).where(pauses.c.holds == 1))).mappings().one_or_none()
    return Pause.model_validate(dict(row)) if row else None


async def _give_back(connection: AsyncConnection, paused_at: datetime, now: datetime) -> int:
    """Lengthens the time of every pending approval by what the pause took of it; how many there are."""
    wanted = approvals.c.id, approvals.c.opened_at, approvals.c.expires_at, approvals.c.held
    query = select(*wanted).where(approvals.c.state == ApprovalState.PENDING).with_for_update()
    pending = (await connection.execute(query)).all()
    for row in pending:
        held = max(0, int((now - max(paused_at, row.opened_at)).total_seconds()))
        longer = {"expires_at": row.expires_at + timedelta(seconds=held), "held": row.held + held}
        await connection.execute(update(approvals).where(approvals.c.id == row.id).values(**longer))
    return len(pending)
