"""One engine, two kinds of transaction, and the one place that turns a database's failures into ours."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import Any, Literal, TypeVar

import sqlalchemy
from sqlalchemy import Dialect, Engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from core.errors import ConfigurationError, StoreUnavailable

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
_SQLITE_ERROR = 1
"""SQLite's primary code for a wrong statement: a defect of ours, not an unavailable store."""
_MADE_WITH = "made_with"
"""The execution option that says with which options an engine was made."""

T = TypeVar("T")


def create_engine(url: str, *, busy_timeout: float = 10.0, pool_size: int = 10) -> AsyncEngine:
    """The engine for a database URL; connects only when used.

    ``busy_timeout`` (seconds) bounds every wait: for SQLite's write lock, a PostgreSQL row lock, a connection. Raises
    ConfigurationError for a URL that is neither SQLite nor PostgreSQL.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # a port that is no number is a ValueError
        raise ConfigurationError(
            "The database URL cannot be read.",
            "Set COUNTERSIGN_DATABASE_URL to sqlite:///PATH or postgresql://USER@HOST/NAME.",
        ) from error
    backend = parsed.drivername.partition("+")[0]
    if backend not in _DRIVERS:
        raise ConfigurationError(
            f"There is no database driver for {parsed.drivername}.", "Use a sqlite:/// or postgresql:// URL."
        )
    options = _options(backend, busy_timeout, pool_size)
    engine = create_async_engine(
        parsed.set(drivername=_DRIVERS[backend]), **options, execution_options={_MADE_WITH: options}
    )
    _listen(engine.sync_engine)
    return engine


def _readers(engine: AsyncEngine) -> Engine:
    """The same database, with connections that a thread uses for a whole reading; connects only when used."""
    url = engine.url.set(drivername="sqlite") if engine.dialect.name == "sqlite" else engine.url
    readers = sqlalchemy.create_engine(url, **engine.get_execution_options()[_MADE_WITH])
    _listen(readers)
    return readers


def _options(backend: str, patience: float, size: int) -> dict[str, Any]:
    waits: dict[str, Any] = {"timeout": patience}
    if backend != "sqlite":
        waits = {"connect_timeout": max(2, int(patience)), "options": f"-c lock_timeout={int(patience * 1000)}"}
    return {
        "pool_size": size,
        "max_overflow": 0,
        "pool_timeout": patience,
        "pool_pre_ping": backend != "sqlite",
        "connect_args": waits,
    }


def _listen(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _probe_sqlite)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)


def _probe_sqlite(_: Dialect, __: ConnectionPoolEntry, arguments: list[Any], options: dict[str, Any]) -> None:
    # A connection that fails within aiosqlite leaves a thread that complains when the loop is gone: fail here instead.
    sqlite3.connect(arguments[0], uri=options.get("uri", False)).close()


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # The driver must not open transactions by itself: it would open them without IMMEDIATE and end them before DDL.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A reader that turns writer fails at once if somebody wrote meanwhile: writers say so when they begin.
    write = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


class Database:
    """Transactions over one engine. All raise StoreUnavailable, and nothing else, for what is the database's fault."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.readers = _readers(engine)
        self.dialect: Literal["sqlite", "postgresql"] = "sqlite" if engine.dialect.name == "sqlite" else "postgresql"
        self._writer = engine.execution_options(write=True)
        # SQLite has one writer; waiting for each other here is fair and fast, waiting in SQLite is polling.
        self._turn = asyncio.Lock() if self.dialect == "sqlite" else nullcontext()
        self._one_state: dict[str, Any] = {} if self.dialect == "sqlite" else {"isolation_level": "REPEATABLE READ"}

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A reading transaction; what it reads is one state of the database."""
        with _translated():
            async with self.engine.connect() as connection:
                yield await connection.execution_options(**self._one_state)

    async def fetch(self, reading: Callable[[Connection], T]) -> T:
        """What ``reading`` makes of a reading transaction, all of it in a thread.

        For what every question reads: the thread is changed once, where the driver behind ``read`` changes it four times a
        statement, and rows become values beside the event loop.
        """
        return await asyncio.to_thread(self._fetch, reading)

    def _fetch(self, reading: Callable[[Connection], T]) -> T:
        with _translated(), self.readers.connect() as connection:
            return reading(connection.execution_options(**self._one_state))

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A writing transaction: committed at the end, rolled back by any exception."""
        with _translated():
            async with self._turn, self._writer.begin() as connection:
                yield connection

    async def close(self) -> None:
        """Closes every connection."""
        await self.engine.dispose()
        self.readers.dispose()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except PoolTimeout as error:
        raise StoreUnavailable("All database connections are busy.", "Raise the load limit or try again.") from error
    except (OperationalError, InterfaceError) as error:
        if getattr(error.orig, "sqlite_errorcode", None) == _SQLITE_ERROR:
            raise
        raise StoreUnavailable(
            f"The database is not available: {_first_line(error)}", "Check that it runs and is reachable."
        ) from error
    except DatabaseError as error:
        if (
            not error.connection_invalidated
            and "malformed" not in str(error.orig)
            and "not a database" not in str(error.orig)
        ):
            raise
        raise StoreUnavailable(
            f"The database cannot be used: {_first_line(error)}", "Restore it from a backup."
        ) from error


def _first_line(error: DatabaseError | InterfaceError) -> str:
    return (str(error.orig).splitlines() or ["no reason given"])[0]
