"""Documents and versions in dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from adapters.memory.audit import MemoryAudit
from core.domain.document import Chunk, Document, DocumentState, Passage, Scope, Version
from core.errors import CountersignError, NotFound
from core.ports.clock import Clock


@dataclass(frozen=True)
class Entry:
    """A document: where it is, whether it is in retrieval, and its versions, the current one among them."""

    id: str
    path: str
    state: DocumentState
    current: str
    versions: tuple[Version, ...]

    def version(self) -> Version:
        """The version in retrieval; of a removed document, the last that was."""
        return next(v for v in self.versions if v.id == self.current)

    def document(self) -> Document:
        """The document as the domain shows it."""
        version = self.version()
        return Document(
            id=self.id,
            path=self.path,
            state=self.state,
            title=version.meta.title or PurePosixPath(self.path).stem,
            url=version.meta.url,
            version_id=version.id,
            version_number=version.number,
            content_hash=version.content_hash,
            chunk_count=len(version.chunks),
            meta=version.meta,
            ingested_at=version.ingested_at,
        )


class MemoryDocuments:
    """The writing side. A change is one assignment, so that an interrupted one leaves everything as it was."""

    def __init__(self, clock: Clock, audit: MemoryAudit) -> None:
        self._clock = clock
        self._audit = audit
        self._entries: dict[str, Entry] = {}
        self.revision = 0

    async def find(self, path: str) -> Document | None:
        """The document at that path, an active one before a removed one; None if there never was one."""
        entry = self._at(path)
        return entry.document() if entry else None

    async def find_content(self, content_hash: str) -> list[Document]:
        """Active documents whose active version has that content, by path."""
        return [d for d in await self.list() if d.content_hash == content_hash]

    async def put(self, path: str, version: Version) -> Document:
        """Makes this version the document's only one in retrieval."""
        entry = self._at(path)
        if entry and entry.state is DocumentState.ACTIVE and entry.current == version.id:
            return entry.document()
        document_id = entry.id if entry else version.document_id
        others = tuple(v for v in entry.versions if v.id != version.id) if entry else ()
        known = next((v for v in entry.versions if v.id == version.id), None) if entry else None
        number = known.number if known else max((v.number for v in others), default=0) + 1
        stored = version.model_copy(update={"document_id": document_id, "number": number})
        versions = tuple(sorted((*others, stored), key=lambda v: v.number))
        return self._change("put", Entry(document_id, path, DocumentState.ACTIVE, stored.id, versions))

    async def move(self, old: str, new: str) -> Document:
        """Gives the document a new path. Raises NotFound."""
        entry = self._active(old)
        if old == new:
            return entry.document()
        taken = self._at(new)
        if taken and taken.state is DocumentState.ACTIVE:
            raise CountersignError(
                f"{new} is another document already.", "Remove it first, or ingest the folder again."
            )
        return self._change("move", Entry(entry.id, new, entry.state, entry.current, entry.versions), moved_from=old)

    async def remove(self, path: str) -> Document:
        """Takes the document out of retrieval. Raises NotFound if not active."""
        entry = self._active(path)
        return self._change("remove", Entry(entry.id, path, DocumentState.REMOVED, entry.current, entry.versions))

    def encoded_again(self, version: Version) -> None:
        """The same version with other vectors, if it is in retrieval."""
        entry = self._entries.get(version.document_id)
        if entry and entry.state is DocumentState.ACTIVE and entry.current == version.id:
            kept = {chunk.id: chunk.lexemes for chunk in entry.version().chunks}
            chunks = tuple(chunk.model_copy(update={"lexemes": kept[chunk.id]}) for chunk in version.chunks)
            stored = version.model_copy(update={"chunks": chunks})
            versions = tuple(stored if known.id == version.id else known for known in entry.versions)
            self._entries[entry.id] = replace(entry, versions=versions)
            self.revision += 1

    async def list(self, include_removed: bool = False) -> Sequence[Document]:
        """Documents by path."""
        entries = [e for e in self._entries.values() if include_removed or e.state is DocumentState.ACTIVE]
        return [e.document() for e in sorted(entries, key=lambda e: (e.path, e.id))]

    async def version(self, version_id: str) -> Version:
        """A version with its text and chunks (without embeddings, lexemes and windows' vectors). Raises NotFound."""
        for entry in self._entries.values():
            for version in entry.versions:
                if version.id == version_id:
                    return version.model_copy(update={"chunks": tuple(_bare(chunk) for chunk in version.chunks)})
        raise NotFound(f"There is no version {version_id}.")

    async def versions(self, document_id: str) -> Sequence[Version]:
        """All versions, oldest first, without text and chunks."""
        entry = self._entries.get(document_id)
        return [v.model_copy(update={"text": "", "chunks": ()}) for v in entry.versions] if entry else []

    def entries(self, scope: Scope | None) -> Sequence[Entry]:
        """Documents in retrieval; with a scope, those in it."""
        active = [entry for entry in self._entries.values() if entry.state is DocumentState.ACTIVE]
        return [entry for entry in active if scope is None or _in_scope(entry.version(), scope)]

    def passages(self, scope: Scope | None) -> Iterator[Passage]:
        """Every passage in retrieval; with a scope, those in it."""
        for entry in self.entries(scope):
            version, document = entry.version(), entry.document()
            for chunk in version.chunks:
                yield Passage(
                    chunk=chunk,
                    document_id=entry.id,
                    version_id=version.id,
                    version_hash=version.content_hash,
                    path=entry.path,
                    title=document.title,
                    url=document.url,
                    meta=version.meta,
                )

    def _at(self, path: str) -> Entry | None:
        newest_first = [e for e in reversed(self._entries.values()) if e.path == path]
        return max(newest_first, key=lambda e: e.state is DocumentState.ACTIVE, default=None)

    def _active(self, path: str) -> Entry:
        entry = self._at(path)
        if entry is None or entry.state is not DocumentState.ACTIVE:
            raise NotFound(f"There is no document {path}.")
        return entry

    def _change(self, change: str, entry: Entry, **more: str) -> Document:
        document = entry.document()
        self._entries = {**{key: e for key, e in self._entries.items() if key != entry.id}, entry.id: entry}
        self.revision += 1
        content = {"change": change, **more, "document": document.model_dump(mode="json")}
        self._audit.append(self._clock.now(), "documents", entry.id, content)
        return document


def _in_scope(version: Version, scope: Scope) -> bool:
    meta = version.meta
    in_force = (meta.effective_date is None or meta.effective_date <= scope.on) and (
        meta.expiry is None or meta.expiry >= scope.on
    )
    return in_force and (not meta.audience or not scope.groups.isdisjoint(meta.audience))


def _bare(chunk: Chunk) -> Chunk:
    windows = tuple(w.model_copy(update={"embedding": b""}) for w in chunk.windows)
    return chunk.model_copy(update={"embedding": b"", "lexemes": "", "windows": windows})


def term_counts(chunk: Chunk) -> Counter[str]:
    """How often each search word occurs in the chunk."""
    return Counter(chunk.lexemes.split())
