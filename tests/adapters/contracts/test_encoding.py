"""What every store promises about the encoder of its vectors."""

from __future__ import annotations

from core.domain.document import Version
from tests.adapters.samples import TODAY, vector, version


def encoded(name: str, number: int, seed: int) -> Version:
    """A version with a vector of its own in every place."""
    made = version(f"{name}_v{number}", ["leave days", "sick days"], document=name, number=number)
    chunks = []
    for at, chunk in enumerate(made.chunks):
        windows = tuple(window.model_copy(update={"embedding": vector(seed + at)}) for window in chunk.windows)
        chunks.append(chunk.model_copy(update={"embedding": vector(seed + at), "windows": windows}))
    return made.model_copy(update={"chunks": tuple(chunks)})


async def test_nobody_has_said_at_first(store) -> None:
    assert await store.encoding.current() is None


async def test_the_last_claim_counts(store) -> None:
    await store.encoding.claim("one@1")
    await store.encoding.claim("two@2")
    assert await store.encoding.current() == "two@2"


async def test_vectors_are_replaced_and_nothing_else(store) -> None:
    await store.documents.put("a.md", encoded("a", 1, 0))
    await store.documents.put("b.md", encoded("b", 1, 50))
    ids = [name for name, _ in await store.passages.embeddings()]
    found = await store.passages.keyword_candidates(["leave"], 10, TODAY)
    revision = await store.passages.revision()

    await store.encoding.replace(encoded("a", 1, 500))

    after = dict(await store.passages.embeddings())
    mine = sorted(name for name in ids if name.startswith("a"))
    assert [after[name] for name in mine] == [vector(500), vector(501)]
    assert sorted(after) == sorted(ids)
    passages = await store.passages.get(mine, TODAY)
    assert all(w.embedding == p.chunk.embedding for p in passages for w in p.chunk.windows)
    assert await store.passages.keyword_candidates(["leave"], 10, TODAY) == found
    assert await store.passages.revision() > revision


async def test_what_left_retrieval_meanwhile_stays_out(store) -> None:
    await store.documents.put("a.md", encoded("a", 1, 0))
    await store.documents.put("a.md", encoded("a", 2, 10))
    revision = await store.passages.revision()
    await store.encoding.replace(encoded("a", 1, 500))
    assert await store.passages.revision() == revision
    assert sorted(found for _, found in await store.passages.embeddings()) == sorted([vector(10), vector(11)])
