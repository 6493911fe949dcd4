"""Feedback and troubles on record."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.engine import Database
from adapters.database.journal import Journal
from adapters.database.rows import AnyRow
from adapters.database.statements import insert_once, upsert
from adapters.database.tables import feedback as table
from adapters.database.tables import troubles
from core.domain.feedback import Feedback, Trouble
from core.domain.request import Person

KEPT = 500
"""Troubles kept: whoever looks for the cause needs the newest."""


class SqlFeedback:
    """One thumb a person and exchange."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def give(self, feedback: Feedback) -> Feedback:
        """See ``core.ports.feedback.FeedbackStore``."""
        name = _key("fb", feedback.exchange_id, feedback.giver)
        row = {
            "id": name,
            "exchange_id": feedback.exchange_id,
            "person_id": feedback.giver,
            "person": feedback.person.model_dump_json(),
            "helpful": feedback.helpful,
            "comment": feedback.comment,
            "given_at": feedback.given_at,
        }
        async with self._journal.write() as entry:
            if not await insert_once(entry.connection, table, row):
                earlier = await _earlier(entry.connection, name)
                if earlier.helpful == feedback.helpful and feedback.comment in (None, earlier.comment):
                    return earlier
                await entry.connection.execute(table.update().where(table.c.id == name).values(**row))
            content = feedback.model_dump(mode="json")
            await entry.record(feedback.given_at, "feedback", feedback.exchange_id, content)
        return feedback

    async def list(
        self,
        *,
        helpful: bool | None = None,
        since: datetime | None = None,
        before: datetime | None = None,
        limit: int = 100,
    ) -> Sequence[Feedback]:
        """The newest first."""
        query = select(table).order_by(table.c.given_at.desc(), table.c.exchange_id.desc(), table.c.person_id.desc())
        if helpful is not None:
            query = query.where(table.c.helpful.is_(helpful))
        if since is not None:
            query = query.where(table.c.given_at >= since)
        if before is not None:
            query = query.where(table.c.given_at < before)
        async with self._database.read() as connection:
            return [_feedback(row) for row in await connection.execute(query.limit(limit))]


class SqlTroubles:
    """A note for each message and code."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, trouble: Trouble) -> None:
        """Puts it on record, and lets the oldest go."""
        row = {"id": _key("tr", trouble.what, trouble.subject, trouble.code), **trouble.model_dump()}
        async with self._database.write() as connection:
            insert = upsert(connection, troubles).values(**row)
            again = insert.on_conflict_do_update(
                index_elements=["id"], set_={"at": trouble.at, "message": trouble.message}
            )
            await connection.execute(again)
            newest = select(troubles.c.id).order_by(troubles.c.at.desc(), troubles.c.id.desc()).limit(KEPT)
            await connection.execute(delete(troubles).where(troubles.c.id.not_in(newest)))

    async def recent(self, limit: int = 20) -> Sequence[Trouble]:
        """The newest first."""
        order = (column.desc() for column in (troubles.c.at, troubles.c.what, troubles.c.subject, troubles.c.code))
        columns = [column for column in troubles.c if column.name != "id"]
        async with self._database.read() as connection:
            rows = (await connection.execute(select(*columns).order_by(*order).limit(limit))).mappings().all()
        return [Trouble.model_validate(dict(row)) for row in rows]


async def _earlier(connection: AsyncConnection, name: str) -> Feedback:
    query = select(table).where(table.c.id == name).with_for_update()
    return _feedback((await connection.execute(query)).one())


def _feedback(row: AnyRow) -> Feedback:
    return Feedback(
        exchange_id=row.exchange_id,
        person=Person.model_validate_json(row.person),
        helpful=row.helpful,
        comment=row.comment,
        given_at=row.given_at,
    )


def _key(prefix: str, *parts: str) -> str:
    return f"{prefix}_{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]}"
