"""Dense search inside PostgreSQL: a copy of the embeddings as pgvector's type, beside the truth and disposable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from pgvector.sqlalchemy import Vector
from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.engine import Database
from adapters.database.keywords import IN_SCOPE, of
from adapters.database.schema import VECTOR_INDEX, VECTORS
from adapters.database.tables import chunk_embeddings, corpus, searchable, versions
from core.domain.base import Embedding
from core.domain.document import Scope, ScoredChunk
from core.errors import IndexUnavailable, StoreUnavailable

FEW = 10_000
"""Up to this many chunks in scope, looking at each is as fast as the graph and misses none."""
_PAGE = 1000
_LOCK = 0x766563746F72  # "vector"


class PgVectorIndex:
    """Vectors in a table of their own with an HNSW index over their inner product (a cosine: they have unit length)."""

    def __init__(self, database: Database, dimensions: int) -> None:
        if database.dialect != "postgresql":
            raise IndexUnavailable("pgvector needs PostgreSQL.", "Set COUNTERSIGN_DATABASE_URL or use another index.")
        self._database = database
        self._dimensions = dimensions
        tables = MetaData()
        self._state = Table(
            VECTOR_INDEX,
            tables,
            Column("revision", BigInteger, nullable=False),  # of the corpus that was copied
            Column("dimensions", Integer, nullable=False),
        )
        self._vectors = Table(
            VECTORS,
            tables,
            Column("chunk_id", String, primary_key=True),
            Column("version_id", String, nullable=False),
            Column("embedding", Vector(dimensions), nullable=False),
        )

    async def search(self, embedding: Embedding, limit: int, scope: Scope) -> list[ScoredChunk]:
        """The nearest chunks in scope, best first. Follows the store's revision first. Raises IndexUnavailable."""
        with _translated():
            if not await self._is_current():
                await self._follow(anew=False)
            async with self._database.read() as connection:
                return await self._nearest(connection, embedding, limit, scope)

    async def rebuild(self) -> int:
        """Throws the copy away and makes it anew; the number of chunks indexed. Raises IndexUnavailable."""
        with _translated():
            await self._follow(anew=True)
            return await self._count()

    async def health(self) -> str:
        """What it is and how many chunks it holds. Raises IndexUnavailable."""
        with _translated():
            if not await self._is_current():
                await self._follow(anew=False)
            return f"pgvector, {await self._count()} chunks"

    async def close(self) -> None:
        """The connections belong to the store."""

    async def _nearest(
        self, connection: AsyncConnection, embedding: Embedding, limit: int, scope: Scope
    ) -> list[ScoredChunk]:
        readable = select(versions.c.id).where(versions.c.current, IN_SCOPE)
        counted = await connection.execute(
            select(func.coalesce(func.sum(versions.c.chunk_count), 0)).where(versions.c.id.in_(readable)), of(scope)
        )
        if counted.scalar_one() <= FEW:
            await connection.execute(text("SET LOCAL enable_indexscan = off"))
        else:  # the graph goes on until enough of what it meets is in scope, whatever the filter
            await connection.execute(text("SET LOCAL hnsw.iterative_scan = relaxed_order"))
            await connection.execute(text(f"SET LOCAL hnsw.ef_search = {max(40, min(4 * limit, 1000))}"))
        distance = self._vectors.c.embedding.max_inner_product(np.frombuffer(embedding, dtype="<f4"))
        query: Select[str, float] = select(self._vectors.c.chunk_id, -distance).where(
            self._vectors.c.version_id.in_(readable)
        )
        found = (await connection.execute(query.order_by(distance).limit(limit), of(scope))).all()
        scored = [ScoredChunk(chunk_id=chunk_id, score=score) for chunk_id, score in found]
        return sorted(scored, key=lambda one: -one.score)  # relaxed order is not quite order

    async def _is_current(self) -> bool:
        async with self._database.read() as connection:
            if not await connection.run_sync(lambda sync: inspect(sync).has_table(VECTOR_INDEX)):
                return False
            state = (await connection.execute(select(self._state.c.dimensions, self._state.c.revision))).one_or_none()
            return state is not None and tuple(state) == (self._dimensions, await _revision(connection))

    async def _count(self) -> int:
        async with self._database.read() as connection:
            return await connection.scalar(select(func.count()).select_from(self._vectors)) or 0

    async def _follow(self, *, anew: bool) -> None:
        """Copies what is missing and drops what is gone, in one transaction that other processes wait for."""
        async with self._database.write() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            await _load_extension(connection)
            revision = await _revision(connection)
            fresh = await connection.run_sync(self._create, anew)
            gone = self._vectors.c.chunk_id.not_in(select(chunk_embeddings.c.chunk_id))
            await connection.execute(delete(self._vectors).where(gone))
            after = ""
            while page := await self._missing(connection, after):
                await connection.execute(insert(self._vectors), page)
                after = str(page[-1]["chunk_id"])
            if fresh:  # built over what is there, a graph is faster made than row by row
                await connection.execute(text(f"CREATE INDEX ON {VECTORS} USING hnsw (embedding vector_ip_ops)"))
            await connection.execute(update(self._state).values(revision=revision))

    def _create(self, connection: Connection, anew: bool) -> bool:
        if inspect(connection).has_table(VECTOR_INDEX):
            known = connection.scalar(select(self._state.c.dimensions))
            if not anew and known == self._dimensions:
                return False
            self._state.metadata.drop_all(connection)
        self._state.metadata.create_all(connection)
        connection.execute(insert(self._state).values(revision=-1, dimensions=self._dimensions))
        return True

    async def _missing(self, connection: AsyncConnection, after: str) -> Sequence[dict[str, object]]:
        query = (
            select(searchable.c.chunk_id, searchable.c.version_id, chunk_embeddings.c.embedding)
            .join_from(searchable, chunk_embeddings, chunk_embeddings.c.chunk_id == searchable.c.chunk_id)
            .where(searchable.c.chunk_id > after, searchable.c.chunk_id.not_in(select(self._vectors.c.chunk_id)))
            .order_by(searchable.c.chunk_id)
            .limit(_PAGE)
        )
        return [
            {
                "chunk_id": row.chunk_id,
                "version_id": row.version_id,
                "embedding": np.frombuffer(row.embedding, dtype="<f4"),
            }
            for row in await connection.execute(query)
        ]


async def _load_extension(connection: AsyncConnection) -> None:
    try:
        await connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
    except DBAPIError as error:
        raise IndexUnavailable(
            "This PostgreSQL has no pgvector.", "Install its extension `vector`, or set COUNTERSIGN_CHROMA_URL."
        ) from error


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except StoreUnavailable as error:
        raise IndexUnavailable(str(error)) from error


async def _revision(connection: AsyncConnection) -> int:
    revision: int = (await connection.execute(select(corpus.c.revision))).scalar_one()
    return revision
