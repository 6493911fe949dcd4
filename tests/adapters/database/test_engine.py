"""Connections, transactions, and failures turned into StoreUnavailable."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from adapters.database.engine import Database, create_engine
from adapters.database.store import Store
from adapters.database.tables import term_statistics
from adapters.memory.clock import ManualClock, SequentialIds
from core.errors import ConfigurationError, StoreUnavailable
from tests.adapters.samples import exchange


@pytest.fixture
async def database(sql_store_url: str):
    database = Database(create_engine(sql_store_url))
    yield database
    await database.close()


@pytest.mark.parametrize("url", ["mysql://localhost/x", "oracle+cx://x", "not a url", "", "postgresql://host:port/x"])
def test_a_url_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="database"):
        create_engine(url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_postgresql_is_understood(scheme: str) -> None:
    assert create_engine(f"{scheme}://u:p@localhost/x").dialect.driver == "psycopg"


async def test_sqlite_is_set_up_to_survive(sqlite_url: str) -> None:
    database = Database(create_engine(sqlite_url))
    async with database.read() as connection:
        values = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    await database.engine.dispose()
    assert values == ["wal", 2, 1]


async def test_a_broken_rule_of_the_schema_is_no_unavailable_store(database: Database) -> None:
    async def insert_twice() -> None:
        async with database.write() as connection:
            for _ in range(2):
                await connection.execute(insert(term_statistics), {"term": "leave", "chunks": 1})

    with pytest.raises(IntegrityError):
        await insert_twice()
    async with database.read() as connection:
        assert (await connection.execute(select(term_statistics))).all() == []


async def test_a_wrong_statement_is_no_unavailable_store(database: Database) -> None:
    with pytest.raises(SQLAlchemyError):
        async with database.read() as connection:
            await connection.execute(text("SELECT * FROM nothing"))


async def test_a_reader_sees_one_state(database: Database) -> None:
    async with database.read() as reader:
        before = (await reader.execute(select(term_statistics))).all()
        async with database.write() as writer:
            await writer.execute(insert(term_statistics), {"term": "leave", "chunks": 1})
        assert (await reader.execute(select(term_statistics))).all() == before == []


async def test_what_reads_in_a_thread_sees_one_state_too(database: Database) -> None:
    began, written = threading.Event(), threading.Event()

    def read_twice(connection: Connection) -> list[int]:
        counts = [len(connection.execute(select(term_statistics)).all())]
        began.set()
        assert written.wait(timeout=10)
        return [*counts, len(connection.execute(select(term_statistics)).all())]

    reading = asyncio.create_task(database.fetch(read_twice))
    assert await asyncio.to_thread(began.wait, 10)
    async with database.write() as writer:
        await writer.execute(insert(term_statistics), {"term": "leave", "chunks": 1})
    written.set()
    assert await reading == [0, 0]
    assert await database.fetch(lambda connection: len(connection.execute(select(term_statistics)).all())) == 1


async def test_what_is_cancelled_leaves_nothing_and_blocks_nobody(database: Database) -> None:
    begun = asyncio.Event()

    async def hang() -> None:
        async with database.write() as connection:
            await connection.execute(insert(term_statistics), {"term": "leave", "chunks": 1})
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hang())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.write() as connection:
        assert (await connection.execute(select(term_statistics))).all() == []


async def test_a_database_locked_beyond_its_timeout_is_unavailable(sqlite_url: str) -> None:
    store = Store(create_engine(sqlite_url, busy_timeout=0.05), ManualClock(), SequentialIds())
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.exchanges.save(exchange(), None)
    await store.ping()  # readers go on
    other.execute("ROLLBACK")
    other.close()
    await store.exchanges.save(exchange(), None)
    await store.close()


async def test_a_row_locked_beyond_its_timeout_is_unavailable(postgres_url: str) -> None:
    holder = Database(create_engine(postgres_url))
    store = Store(create_engine(postgres_url, busy_timeout=0.05), ManualClock(), SequentialIds())
    async with holder.write() as connection:
        await connection.execute(text("SELECT * FROM audit_head FOR UPDATE"))
        with pytest.raises(StoreUnavailable, match="lock"):
            await store.exchanges.save(exchange(), None)
    await store.exchanges.save(exchange(), None)
    await store.close()
    await holder.engine.dispose()


async def test_busy_connections_are_an_unavailable_store(database: Database) -> None:
    small = Database(
        create_engine(database.engine.url.render_as_string(hide_password=False), busy_timeout=0.05, pool_size=1)
    )
    async with small.read() as connection:
        await connection.execute(text("SELECT 1"))
        with pytest.raises(StoreUnavailable, match="busy"):
            async with small.read():
                pass
    await small.engine.dispose()


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.db", "postgresql://user:secret@127.0.0.1:1/nothing"])
async def test_a_database_that_is_not_there_is_unavailable_and_keeps_its_secret(url: str) -> None:
    store = Store(create_engine(url, busy_timeout=2), ManualClock(), SequentialIds())
    with pytest.raises(StoreUnavailable) as raised:
        await store.ping()
    assert "secret" not in str(raised.value)
    with pytest.raises(StoreUnavailable) as raised:
        await store.passages.revision()
    assert "secret" not in str(raised.value)
    await store.close()


async def test_a_file_that_is_no_database_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "countersign.db"
    path.write_bytes(b"this is a text, and long enough to be told from an empty file" * 40)
    store = Store(create_engine(f"sqlite:///{path}"), ManualClock(), SequentialIds())
    with pytest.raises(StoreUnavailable, match="not a database"):
        await store.ping()
    with pytest.raises(StoreUnavailable, match="not a database"):
        await store.passages.revision()
    await store.close()


async def test_a_server_that_ends_the_connection_is_unavailable_once(postgres_url: str) -> None:
    store = Store(create_engine(postgres_url), ManualClock(), SequentialIds())
    with pytest.raises(StoreUnavailable):
        async with store.database.read() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    await store.ping()
    await store.close()
