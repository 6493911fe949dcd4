"""Dense search over the chunks in retrieval."""

from __future__ import annotations

from typing import Protocol

from core.domain.base import Embedding
from core.domain.document import Scope, ScoredChunk


class VectorIndex(Protocol):
    """A disposable copy of SQL's embeddings that can be searched. What it returns is checked against SQL before use."""

    async def search(self, embedding: Embedding, limit: int, scope: Scope) -> list[ScoredChunk]:
        """The nearest chunks in scope, best first; fewer than ``limit`` if there are no more. Empty if nothing is indexed.

        Follows the store's revision first, so that what was ingested or removed by any process is seen. Raises
        IndexUnavailable.
        """
        ...

    async def rebuild(self) -> int:
        """Throws the copy away and makes it anew from SQL; the number of chunks indexed."""
        ...

    async def health(self) -> str:
        """One line for ``doctor``: what the index is, and how many chunks it holds. Raises IndexUnavailable."""
        ...

    async def close(self) -> None:
        """Releases files and locks."""
        ...
