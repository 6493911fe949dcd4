"""Files to documents in retrieval: walks, reads, decides, encodes, stores, and tells what became of each."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.domain.document import Document, Version
from core.errors import DocumentError, DocumentProblem, NotFound
from core.ingestion import metadata
from core.ingestion.chunking import embedded_texts, make_version, with_embeddings
from core.ingestion.decide import Change, decide
from core.ingestion.isolation import orders_in
from core.ports.clock import Clock, Ids
from core.ports.documents import Documents, Extractor
from core.ports.encoder import Encoder
from core.retrieval.lexemes import lexemes

BATCH = 512
"""Texts given to the encoder at once. Of so many, hardly any is padded; more would be cut into words while a question waits."""


@dataclass(frozen=True)
class Source:
    """A file to ingest; ``path`` is what the document will be called.

    ``folder`` is the one it was found in, and then it can have moved there; None for a file that was named itself.
    """

    file: Path
    path: str
    folder: Path | None


@dataclass(frozen=True)
class FileResult:
    """What became of one path. ``message`` says why it failed, ``remedy`` how to mend it; ``warnings`` are for the operator."""

    path: str
    change: Change
    title: str = ""
    chunks: int = 0
    moved_from: str | None = None
    warnings: tuple[str, ...] = ()
    problem: DocumentProblem | None = None
    message: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Progress:
    """One more path is done: ``done`` of ``total``."""

    done: int
    total: int
    result: FileResult


@dataclass(frozen=True)
class Summary:
    """A whole run. ``counts`` has every change; exit status is 1 if anything failed."""

    counts: dict[Change, int]
    failures: tuple[FileResult, ...]
    warned: tuple[FileResult, ...]

    @classmethod
    def of(cls, results: Iterable[FileResult]) -> Summary:
        """The summary of all results of a run."""
        listed = list(results)
        counted = Counter(result.change for result in listed)
        return cls(
            counts={change: counted[change] for change in Change},
            failures=tuple(r for r in listed if r.change is Change.FAILED),
            warned=tuple(r for r in listed if r.warnings),
        )


@dataclass(frozen=True)
class Ingestion:
    """The use case and what it works with. ``url_base``: documents that name no URL get this base and their path."""

    documents: Documents
    extractor: Extractor
    encoder: Encoder
    clock: Clock
    ids: Ids
    url_base: str | None = None
    max_bytes: int = 50 * 1024 * 1024

    async def run(self, paths: Sequence[Path], *, prune: bool = False) -> AsyncIterator[Progress]:
        """Ingests files and folders, one result after the other; a file that fails does not stop the others.

        ``prune`` takes documents out of retrieval whose files are in none of the folders; it does nothing if no file is
        found, which is more likely a wrong path than an empty corpus. Raises NotFound for a path that does not exist, and
        whatever store and encoder raise.
        """
        sources = find_sources(paths)
        present = {source.path for source in sources}
        gone = [d for d in await self.documents.list() if d.path not in present] if prune and sources else []
        total, done = len(sources) + len(gone), 0

        def told(result: FileResult) -> Progress:
            nonlocal done
            done += 1
            return Progress(done, total, result)

        waiting: list[_Prepared] = []
        encoding: asyncio.Task[list[_Prepared]] | None = None  # of some files, while others are read and stored
        try:
            for source in sources:
                step = await self._prepare(source, present)
                if isinstance(step, FileResult):
                    yield told(step)
                    continue
                waiting.append(step)
                if encoding is None or encoding.done() or sum(one.size for one in waiting) >= BATCH:
                    encoded = await encoding if encoding else []
                    encoding, waiting = asyncio.create_task(self._encode(waiting)), []
                    for prepared in encoded:
                        yield told(await self._store(prepared))
            while encoding is not None:
                encoded = await encoding
                encoding, waiting = asyncio.create_task(self._encode(waiting)) if waiting else None, []
                for prepared in encoded:
                    yield told(await self._store(prepared))
        finally:
            if encoding is not None:
                encoding.cancel()
        moved = {d.path for d in await self.documents.list()} if gone else set()
        for document in gone:
            removed = told(FileResult(document.path, Change.REMOVED, document.title))
            if document.path in moved:  # still under that path: it did not move in this run
                await self.documents.remove(document.path)
                yield removed

    async def _prepare(self, source: Source, present: set[str]) -> FileResult | _Prepared:
        """Reads a file and does at once what needs no encoding."""
        try:
            _check_name(source.path)
            data = _read(source.file, source.folder, self.max_bytes)
            beside = _sidecar(source.file, source.folder)
            fields = {**metadata.front_matter(data, source.path), **beside}
            content_hash = metadata.content_hash(data, beside)
            url = self._url(fields, source.path)
            known = await self.documents.find(source.path)
            same = await self.documents.find_content(content_hash) if source.folder else []
            decision = decide(content_hash, url, known, same, present)
            if decision.change is Change.UNCHANGED and known is not None:
                return FileResult(source.path, Change.UNCHANGED, known.title, known.chunk_count)
            if decision.moved_from is not None:
                known = await self.documents.move(decision.moved_from, source.path)
                if known.url == url:
                    return _result(known, Change.MOVED, moved_from=decision.moved_from)
            extracted = await self.extractor.extract(data, source.file.name)
        except DocumentError as error:
            return _failure(source.path, error)
        number = await self._next_number(known)
        version = make_version(
            extracted.model_copy(update={"meta": metadata.merge(extracted.meta, fields, {"url": url})}),
            document_id=known.id if known else self.ids.new("doc"),
            number=number,
            content_hash=content_hash,
            path=source.path,
            ingested_at=self.clock.now(),
            token_counts=self.encoder.token_counts,
            lexemes=lexemes,
        )
        warnings = (*extracted.warnings, *orders_in(version))
        return _Prepared(source.path, version, decision.change, decision.moved_from, warnings)

    async def _next_number(self, known: Document | None) -> int:
        if known is None:
            return 1
        return max((version.number for version in await self.documents.versions(known.id)), default=0) + 1

    async def _encode(self, files: Sequence[_Prepared]) -> list[_Prepared]:
        """The files with their embeddings. Together, because runs of like length are what makes the encoder fast."""
        texts = [text for file in files for text in embedded_texts(file.version)]
        embeddings: list[bytes] = []
        for start in range(0, len(texts), BATCH):
            embeddings.extend(await self.encoder.encode(texts[start : start + BATCH]))
        encoded = []
        for file in files:
            own, embeddings = embeddings[: file.size], embeddings[file.size :]
            encoded.append(replace(file, version=with_embeddings(file.version, own)))
        return encoded

    async def _store(self, prepared: _Prepared) -> FileResult:
        document = await self.documents.put(prepared.path, prepared.version)
        stored = _result(document, prepared.change, moved_from=prepared.moved_from)
        return replace(stored, warnings=prepared.warnings)

    def _url(self, fields: dict[str, Any], path: str) -> str | None:
        own = fields.get("url")
        if own is not None:
            return str(own)
        return metadata.link(self.url_base, path) if self.url_base else None


@dataclass(frozen=True)
class _Prepared:
    """A version on its way into the store."""

    path: str
    version: Version
    change: Change
    moved_from: str | None
    warnings: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many texts are embedded of it."""
        return sum(1 + len(chunk.windows) for chunk in self.version.chunks)


def find_sources(paths: Sequence[Path]) -> list[Source]:
    """All files to ingest, in order: folders recursively, without hidden files and sidecars. Raises NotFound.

    Of two files that would be the same document, the first counts.
    """
    found: dict[str, Source] = {}
    for path in paths:
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                inner = file.relative_to(path)
                hidden = any(part.startswith((".", "~$")) for part in inner.parts)
                if file.is_file() and not hidden and not file.name.endswith(metadata.SIDECAR):
                    found.setdefault(inner.as_posix(), Source(file, inner.as_posix(), path))
        elif path.is_file():
            found.setdefault(path.name, Source(path, path.name, None))
        else:
            raise NotFound(f"There is no file or folder {path}.", "Check the path.")
    return list(found.values())


def _check_name(path: str) -> None:
    try:
        path.encode()
    except UnicodeEncodeError as error:  # Linux takes any bytes as a name; no database and no link does
        raise DocumentError(DocumentProblem.UNREADABLE, "Its name is not valid UTF-8.", "Rename it.") from error


def _read(file: Path, folder: Path | None, max_bytes: int) -> bytes:
    """The file's bytes. A link may not lead out of the folder: who may write policies could publish any of our files."""
    try:
        if folder and not file.resolve().is_relative_to(folder.resolve()):
            raise DocumentError(
                DocumentProblem.UNREADABLE,
                "It is a link to a file outside the folder.",
                "Copy that file into the folder, or name it itself.",
            )
        size = file.stat().st_size
        if size > max_bytes:
            raise DocumentError(
                DocumentProblem.TOO_LARGE,
                f"The file has {size / 1024 / 1024:.0f} MB; the limit is {max_bytes / 1024 / 1024:.0f} MB.",
                "Split it into several files, or raise the limit.",
            )
        return file.read_bytes()
    except OSError as error:
        raise DocumentError(
            DocumentProblem.UNREADABLE, f"It cannot be opened: {error.strerror}.", "Check its permissions."
        ) from error


def _sidecar(file: Path, folder: Path | None) -> dict[str, Any]:
    for name in metadata.sidecar_names(file.name):
        beside = file.with_name(name)
        if beside.is_file():
            return metadata.sidecar(_read(beside, folder, 1024 * 1024), name)
    return {}


def _result(document: Document, change: Change, moved_from: str | None = None) -> FileResult:
    return FileResult(document.path, change, document.title, document.chunk_count, moved_from)


def _failure(path: str, error: DocumentError) -> FileResult:
    return FileResult(path, Change.FAILED, problem=error.problem, message=error.args[0], remedy=error.remedy)
