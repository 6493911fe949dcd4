"""Exact search over a store's passages."""

from __future__ import annotations

from adapters.memory.index import MemoryIndex
from core.domain.document import Scope
from tests.adapters.samples import TODAY, vector, version


async def test_nothing_is_found_in_nothing(store) -> None:
    assert await MemoryIndex(store.passages).search(vector(0), 5, TODAY) == []


async def test_the_nearest_come_first_and_every_change_is_seen(store) -> None:
    index = MemoryIndex(store.passages)
    await store.documents.put("a.md", version("v1", ["one", "two", "three"]))
    best = await index.search(vector(1), 2, TODAY)
    assert best[0].chunk_id == "v1_c1"
    assert len(best) == 2
    assert abs(best[0].score - 1.0) < 1e-6
    assert best[0].score > best[1].score
    await store.documents.remove("a.md")
    assert await index.search(vector(1), 2, TODAY) == []
    assert await index.rebuild() == 0


async def test_what_is_out_of_scope_is_left_out(store) -> None:
    index = MemoryIndex(store.passages)
    await store.documents.put("a.md", version("v1", ["one"], audience=("hr",)))
    await store.documents.put("b.md", version("v2", ["two", "three"], document="doc_2"))
    assert {scored.chunk_id for scored in await index.search(vector(0), 5, TODAY)} == {"v2_c0", "v2_c1"}
    everything = Scope(on=TODAY.on, groups=frozenset({"hr"}))
    assert len(await index.search(vector(0), 5, everything)) == 3
    assert await index.health() == "exact search in memory, 3 chunks"
