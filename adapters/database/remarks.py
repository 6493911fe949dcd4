"""What reviewers and askers say to each other before a decision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, func, select

from adapters.database.approval_rows import person_text, read_person
from adapters.database.engine import Database
from adapters.database.journal import Journal
from adapters.database.rows import AnyRow
from adapters.database.statements import insert_once
from adapters.database.tables import approvals, remarks
from core.domain.approval import ApprovalState, Remark


class SqlRemarks:
    """Remarks on pending approvals, in the order they were put on record."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def add(self, remark: Remark) -> Remark:
        """Puts it on record; the first under an id stays."""
        async with self._journal.write() as entry:
            mine = select(func.count()).select_from(remarks).where(remarks.c.approval_id == remark.approval_id)
            row = remark.model_dump() | {
                "author": person_text(remark.author),
                "ordinal": await entry.connection.scalar(mine),
            }
            if await insert_once(entry.connection, remarks, row):
                await entry.record(remark.said_at, "remark", remark.approval_id, remark.model_dump(mode="json"))
            this = select(remarks).where(remarks.c.id == remark.id)
            return _remark((await entry.connection.execute(this)).one())

    async def get(self, remark_id: str) -> Remark | None:
        """The remark under this id; None if there is none."""
        found = await self._read(select(remarks).where(remarks.c.id == remark_id))
        return found[0] if found else None

    async def of(self, approval_id: str) -> Sequence[Remark]:
        """All on this approval, in the order they were said."""
        return await self._read(select(remarks).where(remarks.c.approval_id == approval_id))

    async def since(self, moment: datetime) -> Sequence[Remark]:
        """All that were said from that moment on."""
        return await self._read(select(remarks).where(remarks.c.said_at >= moment))

    async def unanswered(self) -> Sequence[str]:
        """The pending approvals whose last remark is a reviewer's."""
        last = select(remarks.c.approval_id, func.max(remarks.c.ordinal).label("ordinal")).group_by(
            remarks.c.approval_id
        )
        newest = last.subquery()
        query = (
            select(remarks.c.approval_id)
            .join(newest, (newest.c.approval_id == remarks.c.approval_id) & (newest.c.ordinal == remarks.c.ordinal))
            .join(approvals, approvals.c.id == remarks.c.approval_id)
            .where(approvals.c.state == ApprovalState.PENDING, remarks.c.from_asker.is_(False))
        )
        async with self._database.read() as connection:
            return list((await connection.scalars(query.order_by(remarks.c.said_at))).all())

    async def _read(self, query: Select[tuple[object, ...]]) -> Sequence[Remark]:
        ordered = query.order_by(remarks.c.said_at, remarks.c.ordinal)
        async with self._database.read() as connection:
            return [_remark(row) for row in await connection.execute(ordered)]


def _remark(row: AnyRow) -> Remark:
    author = read_person(row.author)
    assert author is not None
    return Remark(
        id=row.id,
        approval_id=row.approval_id,
        author=author,
        from_asker=row.from_asker,
        text=row.text,
        said_at=row.said_at,
    )
