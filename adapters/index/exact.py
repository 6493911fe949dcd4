"""Exact search: every vector is compared. Sees exactly what SQL holds, and needs nothing but memory."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from adapters.index.rows import mixed_lengths, only_in_scope, pages
from core.domain.base import Embedding
from core.domain.document import Scope, ScoredChunk
from core.ports.passages import Passages

GROWTH = 8
"""How many times more chunks are looked at when too few were in scope: a narrow scope costs more looks, not answers."""


@dataclass(frozen=True)
class _Snapshot:
    """The vectors of one revision, a row each: float32, ``len(ids)`` by dimensions."""

    revision: int
    ids: list[str]
    matrix: npt.NDArray[np.float32]


class ExactIndex:
    """``core.ports.index.VectorIndex`` over a matrix in memory (1.5 KB a chunk), loaded anew when the revision moves."""

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._snapshot: _Snapshot | None = None
        self._loading = asyncio.Lock()

    async def search(self, embedding: Embedding, limit: int, scope: Scope) -> list[ScoredChunk]:
        """The nearest chunks in scope, best first. Raises IndexUnavailable."""
        snapshot = await self._current()
        if not snapshot.ids:
            return []
        # In a thread: of many vectors it takes the time of several requests.
        scores = await asyncio.to_thread(_scores, snapshot, embedding)
        looked_at = limit + limit // 2  # mostly nearly everything is in scope, and this is enough
        while True:
            nearest = [(snapshot.ids[row], float(scores[row])) for row in _best(scores, looked_at)]
            found = await only_in_scope(nearest, self._passages, scope)
            if len(found) >= limit or looked_at >= len(snapshot.ids):
                return found[:limit]
            looked_at *= GROWTH

    async def rebuild(self) -> int:
        """Loads the matrix anew; the number of chunks in it."""
        self._snapshot = None
        return len((await self._current()).ids)

    @property
    def size(self) -> int:
        """How many chunks the matrix in memory holds."""
        return len(self._snapshot.ids) if self._snapshot else 0

    async def health(self) -> str:
        """What it is and how much it holds. Raises IndexUnavailable."""
        return f"exact search, {len((await self._current()).ids)} chunks"

    async def close(self) -> None:
        """Gives the memory back; a later search loads it again."""
        self._snapshot = None

    async def _current(self) -> _Snapshot:
        async with self._loading:
            # Read before the pages: what changes while they are read moves it, and the next search loads again.
            revision = await self._passages.revision()
            if self._snapshot is None or self._snapshot.revision != revision:
                self._snapshot = await self._load(revision)
            return self._snapshot

    async def _load(self, revision: int) -> _Snapshot:
        ids: list[str] = []
        data = bytearray()  # grows in place: at no time are there two of it
        async for page in pages(self._passages):
            for chunk_id, embedding in page:
                ids.append(chunk_id)
                data += embedding
                if not embedding or len(data) != len(ids) * len(embedding):
                    raise mixed_lengths()
        return _Snapshot(revision, ids, np.frombuffer(data, dtype="<f4").reshape(len(ids), -1 if ids else 0))


def _scores(snapshot: _Snapshot, embedding: Embedding) -> npt.NDArray[np.float32]:
    asked = np.frombuffer(embedding, dtype="<f4")
    if len(asked) != snapshot.matrix.shape[1]:
        raise mixed_lengths()
    # Not ``matrix @ asked``: its threads wait for each other on a busy machine, and gain nothing on an idle one.
    scores: npt.NDArray[np.float32] = np.vecdot(snapshot.matrix, asked)
    return scores


def _best(scores: npt.NDArray[np.float32], count: int) -> list[int]:
    """Rows by falling score; equal ones by rising row, so that the order never depends on luck."""
    if count < len(scores):
        floor = np.partition(scores, -count)[-count]
        rows = np.flatnonzero(scores >= floor)
    else:
        rows = np.arange(len(scores))
    order: list[int] = rows[np.argsort(-scores[rows], kind="stable")][:count].tolist()
    return order
