"""Writing transactions that leave audit rows."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.chain import canonical, content_digest, row_hash
from adapters.database.engine import Database
from adapters.database.tables import audit_contents, audit_head, audit_rows
from core.ports.clock import Clock, Ids

_NOTE = re.compile(r"([0-9a-f]{64}),(\d{1,18}) \S+\n")
_log = logging.getLogger(__name__)


class Entry:
    """One open writing transaction."""

    def __init__(self, connection: AsyncConnection, salts: Ids) -> None:
        self.connection = connection
        self._salts = salts
        self.head: tuple[int, str, datetime] | None = None

    async def record(self, at: datetime, kind: str, subject: str, content: dict[str, Any]) -> None:
        """Adds an audit row. Takes the lock on the chain's head, which lasts to the end of the transaction."""
        at = at.astimezone(UTC)
        subject = subject.replace("\x00", "\ufffd")  # as the column will store it: the hash must be of what is stored
        locked = await self.connection.execute(select(audit_head.c.hash, audit_head.c.count).with_for_update())
        previous, count = locked.one()
        sequence, salt = count + 1, self._salts.salt()
        digest = content_digest(salt, content)
        link = row_hash(sequence, at, kind, subject, digest, previous)
        row = {
            "sequence": sequence,
            "at": at,
            "kind": kind,
            "subject": subject,
            "content_digest": digest,
            "previous": previous,
            "hash": link,
        }
        await self.connection.execute(insert(audit_rows), row)
        await self.connection.execute(
            insert(audit_contents), {"sequence": sequence, "salt": salt, "content": canonical(content)}
        )
        await self.connection.execute(update(audit_head).values(hash=link, count=sequence))
        self.head = (sequence, link, at)


class Journal:
    """Opens writing transactions and notes the chain's new head outside the database after each.

    ``head_log`` is that note: one line ``HASH,COUNT TIME`` a transaction, which ``audit verify`` holds the chain against. The file
    may lag behind the chain by what a crash cut off, but never claims a row that was not committed.
    """

    def __init__(self, database: Database, clock: Clock, ids: Ids, head_log: Path | None = None) -> None:
        self._database = database
        self._ids = ids
        self.clock = clock
        self.head_log = head_log

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Entry]:
        """A writing transaction."""
        async with self._database.write() as connection:
            entry = Entry(connection, self._ids)
            yield entry
        if entry.head and self.head_log:
            self._note(self.head_log, *entry.head)

    @staticmethod
    def _note(path: Path, count: int, head: str, at: datetime) -> None:
        try:
            with path.open("a", encoding="ascii") as file:
                file.write(f"{head},{count} {at.isoformat(timespec='microseconds')}\n")
        except OSError as error:  # what was committed stays committed
            _log.warning("the audit head could not be noted in %s: %s", path, error)


def noted_heads(path: Path | None) -> dict[int, set[str]]:
    """The hashes that were noted for each number of rows; a line that a crash cut short is none."""
    noted: dict[int, set[str]] = {}
    if path is None or not path.exists():
        return noted
    try:
        with path.open(encoding="ascii", errors="replace") as lines:
            for line in lines:
                if found := _NOTE.fullmatch(line):
                    noted.setdefault(int(found[2]), set()).add(found[1])
    except OSError as error:
        _log.warning("the audit heads noted in %s cannot be read: %s", path, error)
    return noted
