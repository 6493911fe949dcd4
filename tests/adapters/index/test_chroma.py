"""Chroma in a folder: owned by one process, never trusted after an interrupted write."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import contextmanager
from pathlib import Path

import pytest

from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.index import following
from adapters.index.chroma import ChromaFolder
from adapters.index.factory import open_index
from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.store import MemoryStore
from core.ports.index import VectorIndex
from tests.adapters.index.corpus import ASKED, nearest, stored
from tests.adapters.samples import TODAY

OWNER = """
import sys
from pathlib import Path
from adapters.index.chroma import ChromaFolder

vectors = ChromaFolder(Path(sys.argv[1])).open()
assert vectors is not None
print("owner", flush=True)
sys.stdin.read()
"""
INGESTION = """
import asyncio, sys
from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, SequentialIds
from tests.adapters.index.corpus import stored

async def main():
    store = Store(create_engine(sys.argv[1]), ManualClock(), SequentialIds())
    await store.documents.put("b.md", stored("b", range(20, 30)))
    await store.documents.remove("a.md")
    await store.close()

asyncio.run(main())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def memory() -> MemoryStore:
    return MemoryStore(ManualClock())


@pytest.fixture
async def opened(
    folder: Path, memory: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[], VectorIndex]]:
    """Opens the index of a process that would own it; closes what it opened."""
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    monkeypatch.setattr(following, "RETRY", 0.0)
    indexes: list[VectorIndex] = []

    def open_one() -> VectorIndex:
        indexes.append(open_index(memory.passages, folder, own=True, chroma_url=None, few=0))
        return indexes[-1]

    yield open_one
    for index in indexes:
        await index.close()


async def test_the_copy_outlives_the_process(folder, memory, opened) -> None:
    await memory.documents.put("a.md", stored("a", range(30)))
    first = opened()
    found = await nearest(first)
    await first.close()
    vectors = ChromaFolder(folder).open()
    assert vectors is not None
    assert len(vectors.keys()) == 30
    vectors.close()
    assert await nearest(opened()) == found


async def test_a_store_with_a_marker_is_deleted_unopened_and_made_anew(folder, memory, opened) -> None:
    await memory.documents.put("a.md", stored("a", range(30)))
    first = opened()
    found = await nearest(first)
    await first.close()
    (folder / "chroma" / "chroma.sqlite3").write_bytes(b"no database" * 1000)  # what an interrupted write may leave
    (folder / "dirty").touch()
    again = opened()
    assert await nearest(again) == found
    assert "Chroma in" in await again.health()
    assert "exact" not in await again.health()
    assert not (folder / "dirty").exists()


async def test_a_broken_store_without_a_marker_is_found_out_and_made_anew(folder, memory, opened) -> None:
    await memory.documents.put("a.md", stored("a", range(30)))
    first = opened()
    found = await nearest(first)
    await first.close()
    (folder / "chroma" / "chroma.sqlite3").write_bytes(b"no database" * 1000)
    again = opened()
    assert await nearest(again) == found  # exact search, while the store cannot be opened
    assert (folder / "dirty").exists()
    assert await nearest(again) == found  # the second attempt throws it away
    assert "exact" not in await again.health()


async def test_the_marker_surrounds_every_write(folder, memory, opened, monkeypatch) -> None:
    seen: list[bool] = []
    writing = ChromaFolder._writing

    @contextmanager
    def observed(self: ChromaFolder):
        with writing(self):
            seen.append((folder / "dirty").exists())
            yield
        seen.append((folder / "dirty").exists())

    monkeypatch.setattr(ChromaFolder, "_writing", observed)
    await memory.documents.put("a.md", stored("a", range(5)))
    index = opened()
    await nearest(index)
    await memory.documents.put("a.md", stored("a", range(3), number=2))
    await nearest(index)
    assert seen == [True, False] * 4  # opening, adding, adding, removing


async def test_beside_its_owner_search_is_exact_until_it_ends(folder, memory, opened) -> None:
    await memory.documents.put("a.md", stored("a", range(30)))
    index = opened()
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdin is not None
        assert await asyncio.to_thread(owner.stdout.readline) == b"owner\n"
        found = await nearest(index)
        assert len(found) == 30
        assert "exact search, 30 chunks, in place of Chroma" in await index.health()
        owner.kill()
    assert await nearest(index) == found
    assert "exact" not in await index.health()


async def test_what_another_process_ingests_is_seen(sqlite_url: str, folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    store = Store(create_engine(sqlite_url), ManualClock(), SequentialIds())
    await store.documents.put("a.md", stored("a", range(20)))
    owner = open_index(store.passages, folder, own=True, chroma_url=None, few=0)
    beside = open_index(store.passages, folder, own=False, chroma_url=None)
    assert len(await nearest(owner)) == 20
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", INGESTION, sqlite_url], env=environment, check=True, timeout=60
    )
    found = await nearest(owner)
    assert {chunk_id[:4] for chunk_id in found} == {"b_v1"}
    assert len(found) == 10
    assert await nearest(beside) == found
    assert "exact" not in await owner.health()
    for index in (owner, beside):
        await index.close()
    await store.close()


async def test_an_encoder_of_another_length_makes_the_copy_anew(folder, memory, opened) -> None:
    await memory.documents.put("a.md", stored("a", range(10)))
    index = opened()
    await nearest(index)
    await memory.documents.remove("a.md")
    longer = stored("b", range(4))
    chunks = [chunk.model_copy(update={"embedding": chunk.embedding * 2}) for chunk in longer.chunks]
    await memory.documents.put("b.md", longer.model_copy(update={"chunks": tuple(chunks)}))
    assert len(await index.search(ASKED * 2, 10, TODAY)) == 4  # exactly: Chroma refuses the new length
    assert len(await index.search(ASKED * 2, 10, TODAY)) == 4
    assert "exact" not in await index.health()
