"""Documents with chosen vectors, and the question that is asked of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.document import ScoredChunk, Version
from core.ports.index import VectorIndex
from tests.adapters.samples import TODAY, vector, version

ASKED = vector(1000)


def stored(name: str, seeds: Sequence[int], *, number: int = 1, **meta: object) -> Version:
    """A version of the document ``name`` with a chunk for each seed, whose vector is made of it."""
    made = version(f"{name}_v{number}", ["text"] * len(seeds), document=name, number=number, **meta)
    chunks = [
        chunk.model_copy(update={"embedding": vector(seed)}) for chunk, seed in zip(made.chunks, seeds, strict=True)
    ]
    return made.model_copy(update={"chunks": tuple(chunks)})


def rounded(found: Sequence[ScoredChunk]) -> dict[str, float]:
    """What was found, comparable between engines that add up in another order."""
    return {chunk.chunk_id: round(chunk.score, 4) for chunk in found}


async def nearest(index: VectorIndex, limit: int = 1000) -> dict[str, float]:
    return rounded(await index.search(ASKED, limit, TODAY))
