"""What the store holds, page by page, and which of it may be shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from core.domain.base import Embedding
from core.domain.document import Scope, ScoredChunk
from core.ports.passages import Passages

PAGE = 2000
GROWTH = 8
"""How many times more candidates are looked at when too few were in scope."""

Nearest = Callable[[int], Awaitable[list[ScoredChunk]]]
"""The nearest chunks of an index, best first, in scope or not; fewer than asked for means that there are no more."""


async def pages(passages: Passages) -> AsyncIterator[list[tuple[str, Embedding]]]:
    """All (chunk id, embedding) pairs in retrieval, by chunk id."""
    after = ""
    while page := await passages.embeddings(after=after, limit=PAGE):
        yield page
        after = page[-1][0]


async def nearest_in_scope(nearest: Nearest, passages: Passages, limit: int, scope: Scope) -> list[ScoredChunk]:
    """The nearest ``limit`` chunks that SQL says are active and in scope, however many others are nearer.

    Mostly nearly everything is in scope and the first look is enough; a narrow scope costs more looks, not answers.
    """
    wanted = limit + limit // 2
    while True:
        candidates = await nearest(wanted)
        allowed = set(await passages.in_scope([c.chunk_id for c in candidates], scope))
        found = [c for c in candidates if c.chunk_id in allowed]
        if len(found) >= limit or len(candidates) < wanted:
            return found[:limit]
        wanted *= GROWTH
