"""What is in retrieval: versions enter and leave it whole, and the corpus figures follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.statements import insert_all, upsert
from adapters.database.tables import chunk_embeddings, corpus, searchable, term_statistics, window_embeddings
from core.domain.document import Chunk, Version

LONGEST = 255
"""Characters of a search word; longer ones are keys or encoded data that nobody types, and PostgreSQL cannot index them."""


async def lock_corpus(connection: AsyncConnection) -> None:
    """Changes of documents wait for each other. Always taken before the audit head's lock."""
    await connection.execute(select(corpus.c.id).with_for_update())


async def enter(connection: AsyncConnection, version: Version) -> None:
    """Puts all chunks of a version into retrieval."""
    terms = {part.id: [word for word in part.lexemes.split() if len(word) <= LONGEST] for part in version.chunks}
    await insert_all(
        connection,
        searchable,
        [
            {"chunk_id": chunk_id, "version_id": version.id, "length": len(words), "lexemes": " ".join(words)}
            for chunk_id, words in terms.items()
        ],
    )
    await insert_all(
        connection, chunk_embeddings, [{"chunk_id": part.id, "embedding": part.embedding} for part in version.chunks]
    )
    await insert_all(
        connection, window_embeddings, [{"chunk_id": part.id, "embeddings": _joined(part)} for part in version.chunks]
    )
    await _count(connection, terms.values(), +1)


async def leave(connection: AsyncConnection, version_id: str) -> None:
    """Takes all chunks of a version out of retrieval; the chunks themselves stay for the audit."""
    mine = select(searchable.c.chunk_id).where(searchable.c.version_id == version_id)
    lexemes = (
        await connection.scalars(select(searchable.c.lexemes).where(searchable.c.version_id == version_id))
    ).all()
    await _count(connection, [words.split() for words in lexemes], -1)
    for table in (chunk_embeddings, window_embeddings):
        await connection.execute(delete(table).where(table.c.chunk_id.in_(mine)))
    await connection.execute(delete(searchable).where(searchable.c.version_id == version_id))


async def touch(connection: AsyncConnection) -> None:
    """A new revision: whoever keeps a copy looks again."""
    await connection.execute(update(corpus).values(revision=corpus.c.revision + 1))


async def _count(connection: AsyncConnection, texts: Iterable[list[str]], sign: int) -> None:
    texts = list(texts)
    figures = {
        "chunk_count": corpus.c.chunk_count + sign * len(texts),
        "total_length": corpus.c.total_length + sign * sum(map(len, texts)),
    }
    await connection.execute(update(corpus).values(**figures))
    holding = Counter(term for words in texts for term in set(words))
    if not holding:
        return
    if sign > 0:
        statement = upsert(connection, term_statistics)
        grown = statement.on_conflict_do_update(
            index_elements=["term"], set_={"chunks": term_statistics.c.chunks + statement.excluded.chunks}
        )
        await connection.execute(grown, [{"term": term, "chunks": n} for term, n in holding.items()])
        return
    shrunk = (
        update(term_statistics)
        .where(term_statistics.c.term == bindparam("word"))
        .values(chunks=term_statistics.c.chunks - bindparam("n"))
    )
    await connection.execute(shrunk, [{"word": term, "n": n} for term, n in holding.items()])
    await connection.execute(delete(term_statistics).where(term_statistics.c.chunks <= 0))


def _joined(part: Chunk) -> bytes:
    widths = {len(window.embedding) for window in part.windows}
    if len(widths) > 1:
        raise ValueError(f"the windows of chunk {part.id} have embeddings of different lengths")
    return b"".join(window.embedding for window in part.windows)


async def recount(connection: AsyncConnection) -> tuple[int, int, dict[str, int]]:
    """Chunks, total length and chunks by term, counted anew: what the kept figures must equal."""
    count, total = (
        await connection.execute(select(func.count(), func.coalesce(func.sum(searchable.c.length), 0)))
    ).one()
    holding: Counter[str] = Counter()
    for words in await connection.scalars(select(searchable.c.lexemes)):
        holding.update(set(words.split()))
    return count, total, dict(holding)
