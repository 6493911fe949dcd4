"""What the store holds, page by page, and which of it may be shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from core.domain.base import Embedding
from core.domain.document import Scope, ScoredChunk
from core.errors import IndexUnavailable
from core.ports.passages import Passages

PAGE = 2000


async def pages(passages: Passages) -> AsyncIterator[list[tuple[str, Embedding]]]:
    """All (chunk id, embedding) pairs in retrieval, by chunk id."""
    after = ""
    while page := await passages.embeddings(after=after, limit=PAGE):
        yield page
        after = page[-1][0]


async def only_in_scope(found: Iterable[tuple[str, float]], passages: Passages, scope: Scope) -> list[ScoredChunk]:
    """Of (chunk id, cosine) pairs those that SQL says are active and in scope, in the same order."""
    scores = dict(found)
    allowed = await passages.in_scope(list(scores), scope)
    return [ScoredChunk(chunk_id=chunk_id, score=scores[chunk_id]) for chunk_id in allowed]


def mixed_lengths() -> IndexUnavailable:
    """Vectors that cannot be compared: of several encoders."""
    return IndexUnavailable(
        "The stored vectors and the encoder's differ in length.",
        "Ingest all documents again with the encoder that is set now.",
    )
