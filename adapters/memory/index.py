"""Exact dense search over what the passages hold."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.domain.base import Embedding
from core.domain.document import Scope, ScoredChunk
from core.ports.passages import Passages

_PAGE = 1000


class MemoryIndex:
    """A matrix in memory, reloaded when the store's revision moves."""

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._revision = -1
        self._ids: list[str] = []
        self._matrix: npt.NDArray[np.float32] = np.zeros((0, 0), dtype="<f4")

    async def search(self, embedding: Embedding, limit: int, scope: Scope) -> list[ScoredChunk]:
        """The nearest chunks in scope, best first."""
        if self._revision != await self._passages.revision():
            await self.rebuild()
        if not self._ids:
            return []
        scores = self._matrix @ np.frombuffer(embedding, dtype="<f4")
        order = np.argsort(-scores, kind="stable")
        in_scope = {p.chunk.id for p in await self._passages.get(self._ids, scope)}
        best = [i for i in order if self._ids[i] in in_scope][:limit]
        return [ScoredChunk(chunk_id=self._ids[i], score=float(scores[i])) for i in best]

    async def rebuild(self) -> int:
        """Loads everything anew."""
        revision = await self._passages.revision()
        ids: list[str] = []
        vectors: list[Embedding] = []
        while page := await self._passages.embeddings(after=ids[-1] if ids else "", limit=_PAGE):
            ids += [chunk_id for chunk_id, _ in page]
            vectors += [vector for _, vector in page]
        self._ids = ids
        self._matrix = (
            np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(ids), -1)
            if ids
            else np.zeros((0, 0), dtype="<f4")
        )
        self._revision = revision
        return len(ids)

    async def health(self) -> str:
        """What it is and how much it holds."""
        return f"exact search in memory, {len(self._ids)} chunks"

    async def close(self) -> None:
        """Holds nothing that must be released."""
