"""The service's SQLite file: one thread, one connection, and every effect a transaction of its own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
SCHEMA = Path(__file__).with_name("schema.sql")
_PATIENCE = 10.0
"""Seconds that a transaction waits for another process on the same file."""


class Database:
    """Work is a function of a connection that is inside a transaction; whatever it raises undoes all of it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="orders")
        self._connection: sqlite3.Connection | None = None

    async def open(self, fill: Callable[[sqlite3.Connection], None]) -> None:
        """Creates what is missing; ``fill`` is given a database without orders."""
        await self._in_thread(partial(self._open, fill))

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs work that changes nothing, on one state of the data."""
        return await self._in_thread(partial(self._transaction, "BEGIN", work))

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs work that changes something. When this returns, it is on disk."""
        return await self._in_thread(partial(self._transaction, "BEGIN IMMEDIATE", work))

    async def close(self) -> None:
        """Waits for what is running."""
        await self._in_thread(self._close)
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open(self, fill: Callable[[sqlite3.Connection], None]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.executescript(SCHEMA.read_text(encoding="utf-8"))
        self._connection = connection
        self._transaction("BEGIN IMMEDIATE", partial(_fill_if_empty, fill))

    def _transaction(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        assert self._connection is not None, "the database is not open"
        self._connection.execute(begin)
        try:
            result = work(self._connection)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        return result

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _fill_if_empty(fill: Callable[[sqlite3.Connection], None], connection: sqlite3.Connection) -> None:
    if connection.execute("SELECT 1 FROM orders").fetchone() is None:
        fill(connection)
