"""Which encoder the vectors in retrieval are of, and their replacement."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from adapters.database.engine import Database
from adapters.database.retrieval import lock_corpus, touch
from adapters.database.tables import chunk_embeddings, corpus, searchable, window_embeddings
from core.domain.document import Version


class SqlEncoding:
    """``core.ports.encoding.Encoding`` in the row of the corpus."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def current(self) -> str | None:
        """The name on record."""
        async with self._database.read() as connection:
            name: str | None = await connection.scalar(select(corpus.c.encoder))
        return name

    async def claim(self, name: str) -> None:
        """Puts another name on record."""
        async with self._database.write() as connection:
            await lock_corpus(connection)
            await connection.execute(update(corpus).values(encoder=name))

    async def replace(self, version: Version) -> None:
        """Writes over the vectors of all passages of a version."""
        chunks = [
            {"chunk": part.id, "own": part.embedding, "windows": b"".join(window.embedding for window in part.windows)}
            for part in version.chunks
        ]
        async with self._database.write() as connection:
            await lock_corpus(connection)
            present = select(searchable.c.id).where(searchable.c.version_id == version.id).limit(1)
            if not chunks or await connection.scalar(present) is None:
                return
            for table, column, value in (
                (chunk_embeddings, "embedding", "own"),
                (window_embeddings, "embeddings", "windows"),
            ):
                mine = update(table).where(table.c.chunk_id == bindparam("chunk"))
                await connection.execute(
                    mine.values({column: bindparam(value)}),
                    [{"chunk": row["chunk"], value: row[value]} for row in chunks],
                )
            await touch(connection)
