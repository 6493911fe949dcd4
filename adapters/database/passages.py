"""The reading side of the documents."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from adapters.database import keywords, rows
from adapters.database.engine import Database
from adapters.database.tables import (
    chunk_embeddings,
    chunks,
    corpus,
    documents,
    searchable,
    versions,
    window_embeddings,
)
from core.domain.base import Embedding
from core.domain.document import DocumentState, KeywordCandidates, Passage, Scope

IDS = 10_000
"""Ids of one query, at most; SQLite takes 32,766 parameters."""

_PASSAGE = (
    select(
        chunks,
        searchable.c.lexemes,
        chunk_embeddings.c.embedding,
        window_embeddings.c.embeddings,
        versions.c.document_id,
        versions.c.content_hash,
        versions.c.title,
        versions.c.url,
        versions.c.meta,
        documents.c.path,
    )
    .join_from(searchable, chunks)
    .join(chunk_embeddings, chunk_embeddings.c.chunk_id == chunks.c.id)
    .join(window_embeddings, window_embeddings.c.chunk_id == chunks.c.id)
    .join(versions, versions.c.id == searchable.c.version_id)
    .join(documents, documents.c.id == versions.c.document_id)
    .where(chunks.c.id.in_(bindparam("ids", expanding=True)), keywords.IN_SCOPE)
)
_IN_SCOPE = (
    select(searchable.c.chunk_id)
    .join(versions, versions.c.id == searchable.c.version_id)
    .where(searchable.c.chunk_id.in_(bindparam("ids", expanding=True)), keywords.IN_SCOPE)
)
_REVISION = select(corpus.c.revision)


class SqlPassages:
    """Chunks of versions in force."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keyword_candidates(self, terms: Sequence[str], limit: int, scope: Scope) -> KeywordCandidates:
        """Chunks in scope with at least one of the terms, with the figures that BM25 needs."""
        return await self._database.fetch(lambda connection: keywords.candidates(connection, terms, limit, scope))

    async def get(self, chunk_ids: Sequence[str], scope: Scope) -> list[Passage]:
        """The passages with these ids that are active and in scope, in the order asked for."""
        wanted = list(dict.fromkeys(chunk_ids))
        asked = {"ids": wanted, **keywords.of(scope)}
        found = await self._database.fetch(
            lambda connection: {row.id: _passage(row) for row in connection.execute(_PASSAGE, asked)}
        )
        return [found[chunk_id] for chunk_id in wanted if chunk_id in found]

    async def in_scope(self, chunk_ids: Sequence[str], scope: Scope) -> list[str]:
        """The ids whose passages ``get`` would return, without reading them."""
        parts = [chunk_ids[start : start + IDS] for start in range(0, len(chunk_ids), IDS)]

        def read(connection: Connection) -> set[str]:
            rows = (connection.scalars(_IN_SCOPE, {"ids": part, **keywords.of(scope)}) for part in parts)
            return {chunk_id for found in rows for chunk_id in found}

        found = await self._database.fetch(read)
        return [chunk_id for chunk_id in dict.fromkeys(chunk_ids) if chunk_id in found]

    async def document_titles(self, scope: Scope) -> dict[str, str]:
        """Title by document id, of the documents in scope."""
        active = (
            (documents.c.id == versions.c.document_id)
            & versions.c.current
            & (documents.c.state == DocumentState.ACTIVE)
        )
        query = select(versions.c.document_id, versions.c.title).join_from(versions, documents, active)
        query = query.where(keywords.IN_SCOPE)
        return await self._database.fetch(
            lambda connection: {row.document_id: row.title for row in connection.execute(query, keywords.of(scope))}
        )

    async def revision(self) -> int:
        """Grows with every change of what is in retrieval; 0 for an empty store."""
        return await self._database.fetch(lambda connection: connection.scalars(_REVISION).one())

    async def embeddings(self, after: str = "", limit: int = 1000) -> list[tuple[str, Embedding]]:
        """A page of (chunk id, embedding) of all active chunks, by chunk id."""
        query = (
            select(chunk_embeddings).where(chunk_embeddings.c.chunk_id > after).order_by(chunk_embeddings.c.chunk_id)
        )
        return await self._database.fetch(
            lambda connection: [(chunk_id, embedding) for chunk_id, embedding in connection.execute(query.limit(limit))]
        )


def _passage(row: rows.AnyRow) -> Passage:
    return Passage(
        chunk=rows.chunk(row, row.lexemes, row.embedding, row.embeddings),
        document_id=row.document_id,
        version_id=row.version_id,
        version_hash=row.content_hash,
        path=row.path,
        title=row.title,
        url=row.url,
        meta=rows.meta(row.meta),
    )
