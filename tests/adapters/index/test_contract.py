"""What every index promises, over every one of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from adapters.index import following
from adapters.index.factory import open_index
from adapters.memory.clock import ManualClock
from adapters.memory.index import MemoryIndex
from adapters.memory.store import MemoryStore
from core.domain.document import Scope
from core.errors import IndexUnavailable
from core.ports.index import VectorIndex
from tests.adapters.index.corpus import ASKED, nearest, rounded, stored
from tests.adapters.samples import TODAY, vector


@pytest.fixture
def memory() -> MemoryStore:
    return MemoryStore(ManualClock())


@pytest.fixture(params=["memory", "exact", "chroma"])
async def index(
    request: pytest.FixtureRequest, memory: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[VectorIndex]:
    monkeypatch.setattr(following, "PATIENCE", 60.0)  # the copy answers, however slow the machine is
    index: VectorIndex = (
        MemoryIndex(memory.passages)
        if request.param == "memory"
        else open_index(memory.passages, tmp_path / "index", own=request.param == "chroma", chroma_url=None, few=0)
    )
    yield index
    await index.close()


def cosines(seeds: range, name: str, number: int = 1) -> dict[str, float]:
    asked = np.frombuffer(ASKED, dtype="<f4")
    return {
        f"{name}_v{number}_c{n}": round(float(np.frombuffer(vector(seed), dtype="<f4") @ asked), 4)
        for n, seed in enumerate(seeds)
    }


async def test_nothing_is_found_in_nothing(index, memory) -> None:
    assert await index.search(ASKED, 10, TODAY) == []
    assert "0 chunks" in await index.health()


async def test_the_nearest_come_first_with_their_cosines(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(60)))
    expected = sorted(cosines(range(60), "a").items(), key=lambda pair: -pair[1])
    found = await index.search(ASKED, 10, TODAY)
    assert list(rounded(found).items()) == expected[:10]
    assert "60 chunks" in await index.health()


async def test_more_than_there_is_gives_all(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(7)))
    assert await nearest(index) == cosines(range(7), "a")


async def test_a_new_version_takes_the_place_of_the_old(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(20)))
    await memory.documents.put("b.md", stored("b", range(20, 30)))
    await nearest(index)
    await memory.documents.put("a.md", stored("a", range(40, 45), number=2))
    assert await nearest(index) == cosines(range(40, 45), "a", 2) | cosines(range(20, 30), "b")


async def test_what_is_removed_is_gone_and_may_come_back(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(5)))
    assert len(await nearest(index)) == 5
    await memory.documents.remove("a.md")
    assert await nearest(index) == {}
    await memory.documents.put("a.md", stored("a", range(5), number=2))
    assert await nearest(index) == cosines(range(5), "a", 2)


async def test_a_narrow_scope_finds_its_few_behind_many_that_are_nearer(index, memory) -> None:
    for n in range(30):
        secret = stored(f"secret{n}", [1000] * 20, audience=("board",))  # the question's own vector
        await memory.documents.put(f"secret{n}.md", secret)
    await memory.documents.put("open.md", stored("open", range(3)))
    await memory.documents.put("old.md", stored("old", range(3), expiry=date(2025, 12, 31)))
    assert rounded(await index.search(ASKED, 3, TODAY)) == cosines(range(3), "open")
    board = Scope(on=TODAY.on, groups=frozenset({"board"}))
    assert set(rounded(await index.search(ASKED, 3, board)).values()) == {1.0}


async def test_many_searches_at_once_agree(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(50)))
    answers = await asyncio.gather(*(index.search(ASKED, 5, TODAY) for _ in range(20)))
    assert all(answer == answers[0] for answer in answers)


async def test_it_can_be_built_anew(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(12)))
    await nearest(index)
    assert await index.rebuild() == 12
    assert await nearest(index) == cosines(range(12), "a")


@pytest.mark.parametrize("index", ["exact", "chroma"], indirect=True)
async def test_vectors_of_another_length_are_a_typed_error(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(5)))
    with pytest.raises(IndexUnavailable, match="differ in length"):
        await index.search(ASKED[:16], 5, TODAY)
    mixed = stored("b", range(2))
    short = mixed.chunks[1].model_copy(update={"embedding": ASKED[:16]})
    await memory.documents.put("b.md", mixed.model_copy(update={"chunks": (mixed.chunks[0], short)}))
    with pytest.raises(IndexUnavailable, match="Ingest all documents again"):
        await index.search(ASKED, 5, TODAY)
