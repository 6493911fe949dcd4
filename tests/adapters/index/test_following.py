"""A copy that follows SQL: when it answers, and when exact search answers for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Mapping, Set

import numpy as np
import pytest

from adapters.index import following
from adapters.index.copy import key
from adapters.index.following import FollowingIndex
from adapters.memory.clock import ManualClock
from adapters.memory.store import MemoryStore
from core.domain.base import Embedding
from core.errors import IndexUnavailable
from tests.adapters.index.corpus import ASKED, nearest, stored
from tests.adapters.samples import TODAY


class MemoryCopy:
    """A copy in memory, opened at most once at a time. Does what a broken, slow or foreign one would."""

    def __init__(self) -> None:
        self.vectors: dict[str, Embedding] = {}
        self.searches = self.closed = self.discarded = 0
        self.owned_elsewhere = False
        self.failing: set[str] = set()
        self.go = threading.Event()
        self.go.set()

    def open(self) -> MemoryCopy | None:
        self._do("open")
        return None if self.owned_elsewhere else self

    def keys(self) -> set[str]:
        self._do("keys")
        return set(self.vectors)

    def add(self, vectors: Mapping[str, Embedding]) -> None:
        assert self.go.wait(10)
        self._do("add")
        self.vectors.update(vectors)

    def remove(self, keys: Set[str]) -> None:
        self._do("remove")
        for name in keys:
            self.vectors.pop(name, None)

    def nearest(self, embedding: Embedding, count: int) -> list[tuple[str, float]]:
        self._do("nearest")
        self.searches += 1
        asked = np.frombuffer(embedding, dtype="<f4")
        scores = {key: float(np.frombuffer(vector, dtype="<f4") @ asked) for key, vector in self.vectors.items()}
        return sorted(scores.items(), key=lambda pair: -pair[1])[:count]

    def close(self) -> None:
        self.closed += 1
        self._do("close")

    def discard(self) -> None:
        self.discarded += 1
        self.vectors.clear()

    def describe(self) -> str:
        return "a copy"

    def _do(self, what: str) -> None:
        if what in self.failing:
            raise KeyError(f"{what} broke")


@pytest.fixture
def memory() -> MemoryStore:
    return MemoryStore(ManualClock())


@pytest.fixture
def copy() -> MemoryCopy:
    return MemoryCopy()


@pytest.fixture
async def index(memory, copy, monkeypatch) -> AsyncIterator[FollowingIndex]:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    index = FollowingIndex(memory.passages, copy)
    yield index
    copy.failing.clear()
    copy.go.set()
    await index.close()


async def test_the_copy_answers_and_is_written_only_what_changed(index, memory, copy) -> None:
    await memory.documents.put("a.md", stored("a", range(5)))
    await memory.documents.put("b.md", stored("b", range(5)))
    assert len(await nearest(index)) == 10
    kept = {key for key in copy.vectors if key.startswith("a_")}
    await memory.documents.put("b.md", stored("b", range(3), number=2))
    assert len(await nearest(index)) == 8
    assert kept < set(copy.vectors)
    assert copy.searches == 2
    assert await index.health() == "a copy, 8 chunks"


async def test_few_chunks_are_searched_exactly_and_the_copy_stays_untouched(memory, copy, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    index = FollowingIndex(memory.passages, copy, few=5)
    await memory.documents.put("a.md", stored("a", range(5)))
    assert len(await nearest(index)) == 5
    assert await index.rebuild() == 5
    assert await index.health() == "exact search, 5 chunks"
    assert (copy.searches, copy.discarded, copy.vectors) == (0, 0, {})
    await memory.documents.put("b.md", stored("b", range(1)))
    assert len(await nearest(index)) == 6  # exactly; from now on the copy is followed
    assert len(await nearest(index)) == 6
    assert copy.searches == 1
    assert await index.health() == "a copy, 6 chunks"
    await index.close()


async def test_health_and_a_rebuild_see_for_themselves_that_there_are_many(memory, copy, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    await memory.documents.put("a.md", stored("a", range(6)))
    for look in (FollowingIndex.health, FollowingIndex.rebuild):
        index = FollowingIndex(memory.passages, copy, few=5)
        assert await look(index) in ("a copy, 6 chunks", 6)
        assert len(copy.vectors) == 6
        await index.close()


async def test_searches_do_not_wait_for_a_long_catching_up(index, memory, copy, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 0.0)
    copy.go.clear()
    await memory.documents.put("a.md", stored("a", range(5)))
    assert len(await nearest(index)) == 5
    assert copy.searches == 0
    assert await index.health() == "exact search, 5 chunks, in place of a copy: The copy is catching up."
    copy.go.set()
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    await index.rebuild()
    assert len(await nearest(index)) == 5
    assert copy.searches == 1


@pytest.mark.parametrize("what", ["open", "keys", "add"])
async def test_a_copy_that_cannot_be_written_is_closed_and_left_alone_for_a_while(index, memory, copy, what) -> None:
    copy.failing.add(what)
    await memory.documents.put("a.md", stored("a", range(5)))
    assert len(await nearest(index)) == 5
    assert f"KeyError: '{what} broke'" in await index.health()
    assert copy.closed == (0 if what == "open" else 1)
    copy.failing.clear()
    assert len(await nearest(index)) == 5
    assert copy.searches == 0


@pytest.mark.parametrize("what", ["open", "keys", "add"])
async def test_later_it_is_tried_again(index, memory, copy, what, monkeypatch) -> None:
    monkeypatch.setattr(following, "RETRY", 0.0)
    copy.failing.add(what)
    await memory.documents.put("a.md", stored("a", range(5)))
    await nearest(index)
    with pytest.raises(IndexUnavailable, match=f"{what} broke"):
        await index.rebuild()
    copy.failing.clear()
    assert len(await nearest(index)) == 5
    assert copy.searches == 1


async def test_a_copy_that_fails_to_answer_is_replaced_by_exact_search(index, memory, copy, caplog) -> None:
    await memory.documents.put("a.md", stored("a", range(5)))
    copy.failing.update({"nearest", "close"})
    assert len(await nearest(index)) == 5
    assert "searching exactly in place of a copy: KeyError: 'nearest broke'" in caplog.text
    assert "could not be closed" in caplog.text
    assert copy.closed == 1


async def test_beside_the_owner_search_is_exact(index, memory, copy) -> None:
    copy.owned_elsewhere = True
    await memory.documents.put("a.md", stored("a", range(5)))
    assert len(await nearest(index)) == 5
    assert "Another process keeps it" in await index.health()
    with pytest.raises(IndexUnavailable, match="Another process keeps it"):
        await index.rebuild()
    assert copy.discarded == 0  # it is not ours


async def test_when_the_owner_ends_the_next_takes_over(index, memory, copy, monkeypatch) -> None:
    monkeypatch.setattr(following, "RETRY", 0.0)
    copy.owned_elsewhere = True
    await memory.documents.put("a.md", stored("a", range(5)))
    await nearest(index)
    copy.owned_elsewhere = False
    assert len(await nearest(index)) == 5
    assert copy.searches == 1


async def test_foreign_and_outdated_vectors_in_the_copy_go(index, memory, copy) -> None:
    version = stored("a", range(5))
    copy.vectors["stranger/000000000000"] = ASKED
    copy.vectors[key(version.chunks[0].id, ASKED)] = ASKED
    await memory.documents.put("a.md", version)
    assert len(await nearest(index)) == 5
    assert set(copy.vectors) == {key(chunk.id, chunk.embedding) for chunk in version.chunks}


async def test_closing_while_it_catches_up_is_orderly(memory, copy, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 0.0)
    await memory.documents.put("a.md", stored("a", range(5)))
    index = FollowingIndex(memory.passages, copy)
    await nearest(index)
    await index.close()
    await index.close()
    assert copy.closed <= 1
    assert len(await nearest(index)) == 5  # exactly
    assert copy.searches == 0


async def test_an_index_closed_while_its_copy_opens_does_not_leave_it_open(memory, copy, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 0.0)
    opening = copy.open

    def slow() -> MemoryCopy | None:
        assert copy.go.wait(10)
        return opening()

    copy.open = slow  # type: ignore[method-assign]
    copy.go.clear()
    index = FollowingIndex(memory.passages, copy)
    await nearest(index)
    closing = asyncio.create_task(index.close())
    await asyncio.sleep(0)
    copy.go.set()
    await closing
    assert copy.closed == 1


async def test_a_question_of_another_length_does_not_cost_the_copy(index, memory, copy) -> None:
    await memory.documents.put("a.md", stored("a", range(5)))
    await nearest(index)
    with pytest.raises(IndexUnavailable, match="differ in length"):
        await index.search(ASKED * 2, 5, TODAY)
    assert len(await nearest(index)) == 5
    assert (copy.searches, copy.closed) == (2, 0)


async def test_vectors_of_two_lengths_are_never_written(index, memory, copy) -> None:
    mixed = stored("a", range(2))
    longer = mixed.chunks[1].model_copy(update={"embedding": ASKED * 2})
    await memory.documents.put("a.md", mixed.model_copy(update={"chunks": (mixed.chunks[0], longer)}))
    with pytest.raises(IndexUnavailable, match="differ in length"):
        await index.rebuild()
    assert copy.vectors == {}


async def test_rebuilding_mends_a_copy_that_cannot_be_opened(index, memory, copy) -> None:
    await memory.documents.put("a.md", stored("a", range(5)))
    attempts = iter([{"open"}, set()])
    opening = copy.open

    def mended_by_the_attempt() -> MemoryCopy | None:
        copy.failing = next(attempts, set())
        return opening()

    copy.open = mended_by_the_attempt  # type: ignore[method-assign]
    assert await index.rebuild() == 5
