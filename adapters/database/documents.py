"""The writing side of the documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database import retrieval, rows
from adapters.database.engine import Database
from adapters.database.journal import Entry, Journal
from adapters.database.statements import insert_all
from adapters.database.tables import chunks, documents, version_audiences, version_texts, versions
from core.domain.document import Document, DocumentState, Version
from core.errors import CountersignError, NotFound

ACTIVE, REMOVED = DocumentState.ACTIVE, DocumentState.REMOVED


class SqlDocuments:
    """Documents and their versions. Each change is one transaction that takes the corpus lock first."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def find(self, path: str) -> Document | None:
        """The document at that path, an active one before a removed one; None if there never was one."""
        async with self._database.read() as connection:
            return await _at(connection, path)

    async def find_content(self, content_hash: str) -> list[Document]:
        """Active documents whose active version has that content, by path."""
        query = rows.CURRENT.where(documents.c.state == ACTIVE, versions.c.content_hash == content_hash)
        async with self._database.read() as connection:
            return [rows.document(row) for row in await connection.execute(query.order_by(documents.c.path))]

    async def put(self, path: str, version: Version) -> Document:
        """Makes this version the document's only one in retrieval.

        The store knows best which document is at the path and how many versions it has: an id and a number in ``version``
        that somebody overtook are replaced. The same version again changes nothing.
        """
        async with self._journal.write() as entry:
            await retrieval.lock_corpus(entry.connection)
            before = await _at(entry.connection, path)
            if before and before.state is ACTIVE and before.version_id == version.id:
                return before
            await self._replace(entry.connection, path, before, version)
            await retrieval.touch(entry.connection)
            return await self._recorded(entry, "put", path)

    async def move(self, old: str, new: str) -> Document:
        """Gives the document a new path; version and id stay. Raises NotFound."""
        async with self._journal.write() as entry:
            await retrieval.lock_corpus(entry.connection)
            document = await _active(entry.connection, old)
            if old == new:
                return document
            taken = await _at(entry.connection, new)
            if taken and taken.state is ACTIVE:
                raise CountersignError(
                    f"{new} is another document already.", "Remove it first, or ingest the folder again."
                )
            await entry.connection.execute(update(documents).where(documents.c.id == document.id).values(path=new))
            await retrieval.touch(entry.connection)
            return await self._recorded(entry, "move", new, moved_from=old)

    async def remove(self, path: str) -> Document:
        """Takes the document out of retrieval; its versions stay for the audit. Raises NotFound if not active."""
        async with self._journal.write() as entry:
            await retrieval.lock_corpus(entry.connection)
            document = await _active(entry.connection, path)
            await entry.connection.execute(update(documents).where(documents.c.id == document.id).values(state=REMOVED))
            await retrieval.leave(entry.connection, document.version_id)
            await retrieval.touch(entry.connection)
            return await self._recorded(entry, "remove", path)

    async def list(self, include_removed: bool = False) -> Sequence[Document]:
        """Documents by path."""
        query = rows.CURRENT.order_by(documents.c.path, documents.c.id)
        if not include_removed:
            query = query.where(documents.c.state == ACTIVE)
        async with self._database.read() as connection:
            return [rows.document(row) for row in await connection.execute(query)]

    async def version(self, version_id: str) -> Version:
        """A version with its text and chunks, without embeddings and search words. Raises NotFound."""
        async with self._database.read() as connection:
            row = (await connection.execute(rows.VERSION.where(versions.c.id == version_id))).one_or_none()
            if row is None:
                raise NotFound(f"There is no version {version_id}.")
            query = select(chunks).where(chunks.c.version_id == version_id).order_by(chunks.c.ordinal)
            return rows.version(row, row.text, tuple(rows.chunk(part) for part in await connection.execute(query)))

    async def versions(self, document_id: str) -> Sequence[Version]:
        """All versions of a document, oldest first, without text and chunks."""
        query = select(versions).where(versions.c.document_id == document_id).order_by(versions.c.number)
        async with self._database.read() as connection:
            return [rows.version(row) for row in await connection.execute(query)]

    async def _replace(self, connection: AsyncConnection, path: str, before: Document | None, version: Version) -> None:
        document_id = before.id if before else version.document_id
        if before is None:
            await connection.execute(insert(documents).values(id=document_id, path=path, state=ACTIVE))
        else:
            if before.state is ACTIVE:
                await retrieval.leave(connection, before.version_id)
            await connection.execute(update(documents).where(documents.c.id == document_id).values(state=ACTIVE))
            await connection.execute(
                update(versions).where(versions.c.document_id == document_id, versions.c.current).values(current=False)
            )
        known = update(versions).where(versions.c.id == version.id, versions.c.document_id == document_id)
        if (await connection.execute(known.values(current=True))).rowcount == 0:
            await _insert(connection, path, document_id, version)
        await retrieval.enter(connection, version)

    async def _recorded(self, entry: Entry, change: str, path: str, **more: str) -> Document:
        document = await _active(entry.connection, path) if change != "remove" else await _at(entry.connection, path)
        assert document is not None
        content = {"change": change, **more, "document": document.model_dump(mode="json")}
        await entry.record(self._journal.clock.now(), "documents", document.id, content)
        return document


async def _at(connection: AsyncConnection, path: str) -> Document | None:
    newest_first = (documents.c.state == REMOVED, versions.c.ingested_at.desc(), documents.c.id)
    row = (
        await connection.execute(rows.CURRENT.where(documents.c.path == path).order_by(*newest_first).limit(1))
    ).one_or_none()
    return rows.document(row) if row else None


async def _active(connection: AsyncConnection, path: str) -> Document:
    document = await _at(connection, path)
    if document is None or document.state is not ACTIVE:
        raise NotFound(f"There is no document {path}.")
    return document


async def _insert(connection: AsyncConnection, path: str, document_id: str, version: Version) -> None:
    newest = await connection.scalar(select(func.max(versions.c.number)).where(versions.c.document_id == document_id))
    meta = version.meta
    row = {
        "id": version.id,
        "document_id": document_id,
        "number": (newest or 0) + 1,
        "current": True,
        "content_hash": version.content_hash,
        "title": meta.title or PurePosixPath(path).stem,
        "url": meta.url,
        "effective_date": meta.effective_date,
        "expiry": meta.expiry,
        "meta": meta.model_dump_json(),
        "chunk_count": len(version.chunks),
        "ingested_at": version.ingested_at,
    }
    await connection.execute(insert(versions), row)
    await connection.execute(insert(version_texts), {"version_id": version.id, "text": version.text})
    await insert_all(
        connection,
        version_audiences,
        [{"version_id": version.id, "audience": group} for group in dict.fromkeys(meta.audience)],
    )
    await insert_all(connection, chunks, [rows.chunk_row(part, version.id) for part in version.chunks])
