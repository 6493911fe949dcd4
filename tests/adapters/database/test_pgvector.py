"""Dense search inside PostgreSQL."""

from __future__ import annotations

import numpy as np
import pytest

from adapters.database import pgvector
from adapters.database.engine import Database, create_engine
from adapters.database.migrate import upgrade
from adapters.database.pgvector import PgVectorIndex
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, SequentialIds
from core.domain.document import Scope
from core.errors import IndexUnavailable
from tests.adapters.samples import DIMENSIONS, TODAY, vector, version

pytestmark = pytest.mark.postgres


@pytest.fixture
async def vector_store(postgres_url: str):
    store = Store(create_engine(postgres_url), ManualClock(), SequentialIds())
    yield store
    await store.close()


@pytest.fixture(params=["exact", "graph"])
def index(request: pytest.FixtureRequest, vector_store: Store, monkeypatch: pytest.MonkeyPatch) -> PgVectorIndex:
    if request.param == "graph":
        monkeypatch.setattr(pgvector, "FEW", 0)
    return PgVectorIndex(vector_store.database, DIMENSIONS)


async def test_nothing_is_found_in_nothing(index: PgVectorIndex) -> None:
    assert await index.search(vector(0), 5, TODAY) == []
    assert await index.health() == "pgvector, 0 chunks"


async def test_the_nearest_come_first_with_their_cosine(index: PgVectorIndex, vector_store: Store) -> None:
    stored = version("v1", [f"text {n}" for n in range(30)])
    await vector_store.documents.put("a.md", stored)
    found = await index.search(vector(7), 5, TODAY)
    question = np.frombuffer(vector(7), "<f4")
    cosines = sorted(((float(np.frombuffer(c.embedding, "<f4") @ question), c.id) for c in stored.chunks), reverse=True)
    assert [one.chunk_id for one in found] == [chunk_id for _, chunk_id in cosines[:5]]
    assert np.allclose([one.score for one in found], [cosine for cosine, _ in cosines[:5]], atol=1e-6)


async def test_every_change_of_the_store_is_followed(index: PgVectorIndex, vector_store: Store) -> None:
    await vector_store.documents.put("a.md", version("v1", ["one", "two"]))
    assert {one.chunk_id for one in await index.search(vector(0), 9, TODAY)} == {"v1_c0", "v1_c1"}
    await vector_store.documents.put("a.md", version("v2", ["three"], number=2))
    assert [one.chunk_id for one in await index.search(vector(0), 9, TODAY)] == ["v2_c0"]
    await vector_store.documents.remove("a.md")
    assert await index.search(vector(0), 9, TODAY) == []


async def test_only_what_is_in_scope_is_found(index: PgVectorIndex, vector_store: Store) -> None:
    await vector_store.documents.put("a.md", version("v1", ["one"] * 40, audience=("hr",)))
    await vector_store.documents.put("b.md", version("v2", ["two"], document="doc_2"))
    assert [one.chunk_id for one in await index.search(vector(20), 3, TODAY)] == ["v2_c0"]
    everything = Scope(on=TODAY.on, groups=frozenset({"hr"}))
    assert len(await index.search(vector(20), 3, everything)) == 3


async def test_it_is_made_anew_on_demand_and_for_other_dimensions(index: PgVectorIndex, vector_store: Store) -> None:
    await vector_store.documents.put("a.md", version("v1", ["one", "two"]))
    assert await index.rebuild() == 2
    assert await index.rebuild() == 2
    await vector_store.documents.remove("a.md")
    wide = version("v2", ["three"], document="doc_2")
    chunk = wide.chunks[0].model_copy(update={"embedding": np.array([1, 0, 0], "<f4").tobytes(), "windows": ()})
    await vector_store.documents.put("b.md", wide.model_copy(update={"chunks": (chunk,)}))
    other = PgVectorIndex(vector_store.database, 3)
    assert [one.chunk_id for one in await other.search(chunk.embedding, 5, TODAY)] == ["v2_c0"]


async def test_its_tables_are_no_drift(index: PgVectorIndex, vector_store: Store) -> None:
    from tests.adapters.database.test_migrate import differences

    await index.rebuild()
    async with vector_store.database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    assert await upgrade(vector_store.database.engine) == []


async def test_a_server_without_the_extension_is_told(vector_store: Store) -> None:
    """A role that may not create extensions sees the same as a server that has none."""
    from sqlalchemy import text

    async with vector_store.database.write() as connection:
        await connection.execute(text("DROP ROLE IF EXISTS nobody"))
        await connection.execute(text("CREATE ROLE nobody LOGIN"))
        await connection.execute(text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO nobody"))
    url = vector_store.database.engine.url.set(username="nobody").render_as_string(hide_password=False)
    engine = create_engine(url)
    with pytest.raises(IndexUnavailable, match="pgvector"):
        await PgVectorIndex(Database(engine), DIMENSIONS).search(vector(0), 5, TODAY)
    await engine.dispose()


async def test_a_stopped_database_is_an_unavailable_index() -> None:
    engine = create_engine("postgresql://127.0.0.1:1/nothing", busy_timeout=2)
    with pytest.raises(IndexUnavailable):
        await PgVectorIndex(Database(engine), DIMENSIONS).health()


def test_it_needs_postgresql(tmp_path) -> None:
    with pytest.raises(IndexUnavailable, match="needs PostgreSQL"):
        PgVectorIndex(Database(create_engine(f"sqlite:///{tmp_path}/x.db")), DIMENSIONS)
