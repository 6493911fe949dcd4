"""One server at a time: on a data folder by a file lock, on a PostgreSQL database by an advisory lock.

Two would both recover what either had begun, and do everything twice (FIELD_NOTES: DBOS).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import psycopg
from filelock import FileLock, Timeout

from bot.settings import Settings
from core.errors import ConfigurationError, StoreUnavailable

_KEY = 0x636F756E74657273  # "counters": any number does, as long as it stays the same


@asynccontextmanager
async def only_server(settings: Settings) -> AsyncIterator[None]:
    """Holds both locks; the system takes them back however this process ends.

    Raises ConfigurationError if another server holds one of them, StoreUnavailable if PostgreSQL does not answer.
    """
    with _folder_lock(settings.home):
        if not settings.sqlalchemy_url.startswith("postgresql"):
            yield
            return
        async with _advisory_lock(settings.sqlalchemy_url.replace("postgresql+psycopg://", "postgresql://", 1)):
            yield


@contextmanager
def _folder_lock(home: Path) -> Iterator[None]:
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        lock = FileLock(home / "serve.lock", thread_local=False).acquire(blocking=False)
    except Timeout as error:
        raise ConfigurationError(
            f"Another server runs on {home}.", "Stop it, or set COUNTERSIGN_HOME to another folder."
        ) from error
    with lock:
        yield


@asynccontextmanager
async def _advisory_lock(url: str) -> AsyncIterator[None]:
    try:
        connection = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=10)
    except psycopg.OperationalError as error:
        raise StoreUnavailable(
            "PostgreSQL does not answer.", "Check COUNTERSIGN_DATABASE_URL and the server."
        ) from error
    try:
        taken = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", (_KEY,))).fetchone()
        if taken != (True,):
            raise ConfigurationError(
                "Another server runs on this PostgreSQL database.",
                "Stop it, or set COUNTERSIGN_DATABASE_URL to another.",
            )
        yield
    finally:
        await connection.close()
