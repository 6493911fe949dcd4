"""Search in a copy that follows SQL, and exact search whenever the copy cannot answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import ParamSpec, TypeVar

from adapters.index.copy import Copy, Vectors, chunk_of, key
from adapters.index.exact import ExactIndex
from adapters.index.rows import mixed_lengths, only_in_scope, pages
from core.domain.base import Embedding
from core.domain.document import Scope, ScoredChunk
from core.errors import IndexUnavailable, StoreUnavailable
from core.ports.passages import Passages

PATIENCE = 0.25
"""Seconds that searches wait for the copy to catch up; if it takes longer they search exactly meanwhile."""
RETRY = 30.0
"""Seconds after which a copy that failed, or that another process owned, is tried again."""
BATCH = 500
"""Vectors written at once."""
SURPLUS = 2
"""How many times the chunks wanted are looked at in the copy, as some may be out of scope."""

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class FollowingIndex:
    """``core.ports.index.VectorIndex`` over a copy. One thread, its own, does all work in the copy.

    ``few``: the copy is left alone until there are more chunks than that; fewer are searched exactly.
    """

    def __init__(self, passages: Passages, copy: Copy, few: int = 0) -> None:
        self._passages = passages
        self._copy = copy
        self._exact = ExactIndex(passages)
        self._few = few
        self._many = few == 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="index")
        self._vectors: Vectors | None = None  # the copy, while it is open; the thread's own
        self._revision: int | None = None  # of SQL, that the copy stands at; None: it cannot be searched
        self._count = self._width = 0  # vectors in the copy then, and bytes of one
        self._problem: IndexUnavailable | StoreUnavailable | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self._closed = False
        self._patient_until = self._retry_at = 0.0  # on the loop's clock

    async def search(self, embedding: Embedding, limit: int, scope: Scope) -> list[ScoredChunk]:
        """The nearest chunks in scope, best first. Raises IndexUnavailable."""
        if self._grown() and await self._follows() and len(embedding) == self._width:
            try:
                nearest = await self._do(self._nearest, embedding, SURPLUS * limit)
            except IndexUnavailable as error:
                await self._give_up(error)
            else:
                found = await only_in_scope(nearest, self._passages, scope)
                if len(found) >= limit or len(nearest) == self._count:
                    return found[:limit]
        # Also where few of the near ones are in scope: asked for ever more, an approximate index misses more and more.
        return await self._exact.search(embedding, limit, scope)

    async def rebuild(self) -> int:
        """Throws the copy away and makes it anew. Raises IndexUnavailable, also if another process owns it."""
        if not self._many:
            count = await self._exact.rebuild()
            if not self._grown():
                return count
        await self._stop()
        self._revision = None
        await self._do(self._discard)
        await self._catch_up()
        if self._problem:
            raise self._problem
        return self._count

    async def health(self) -> str:
        """What is searched now, and why. Raises IndexUnavailable only if exact search fails too."""
        if not self._many:
            searched = await self._exact.health()
            if not self._grown():
                return searched
        if await self._follows():
            return f"{self._copy.describe()}, {self._count} chunks"
        why = str(self._problem) if self._problem else "The copy is catching up."
        return f"{await self._exact.health()}, in place of {self._copy.describe()}: {why}"

    async def close(self) -> None:
        """Releases files and locks; again: nothing. A later search is exact."""
        await self._stop()
        if not self._closed:
            self._closed, self._revision = True, None
            await self._do(self._close)
            self._thread.shutdown()
        await self._exact.close()

    def _grown(self) -> bool:
        """Whether exact search met more chunks than few. From then on the copy is followed."""
        self._many = self._many or self._exact.size > self._few
        return self._many

    async def _follows(self) -> bool:
        """Whether the copy is what SQL holds now; has it catch up if not."""
        revision = await self._passages.revision()
        now = asyncio.get_running_loop().time()
        task = self._catching_up
        if task is None or task.done():
            if self._revision == revision:
                return True
            if self._closed or now < self._retry_at:
                return False
            task = self._catching_up = asyncio.create_task(self._catch_up())
            self._patient_until = now + PATIENCE
        await asyncio.wait({task}, timeout=max(0.0, self._patient_until - now))
        if not task.done() or task.cancelled():
            return False
        task.result()  # a defect of ours, if anything
        return self._revision is not None and self._revision >= revision

    async def _catch_up(self) -> None:
        try:
            vectors = await self._do(self._open)
            # In this order: what the copy holds was in SQL before, so what SQL then lacks has left it. And what changes
            # while the pages are read moves the revision again.
            present = await self._do(vectors.keys)
            revision = await self._passages.revision()
            current: set[str] = set()
            widths: set[int] = set()
            async for page in pages(self._passages):
                held = {key(chunk_id, embedding): embedding for chunk_id, embedding in page}
                current.update(held)
                widths.update(map(len, held.values()))
                if len(widths) > 1:
                    raise mixed_lengths()
                for batch in _batches(held.keys() - present):
                    await self._do(vectors.add, {name: held[name] for name in batch})
            for batch in _batches(present - current):
                await self._do(vectors.remove, set(batch))
        except (IndexUnavailable, StoreUnavailable) as error:
            await self._give_up(error)
            return
        self._revision, self._count, self._width, self._problem = revision, len(current), max(widths, default=0), None
        await self._exact.close()  # its memory; exact search is a copy away again

    def _open(self) -> Vectors:
        """In the thread, as the next three: a copy that opens while its opener is cancelled is still closed."""
        self._vectors = self._vectors or self._copy.open()
        if self._vectors is None:
            raise IndexUnavailable("Another process keeps it.")
        return self._vectors

    def _nearest(self, embedding: Embedding, count: int) -> list[tuple[str, float]]:
        if self._vectors is None:
            raise IndexUnavailable("It was closed meanwhile.")
        return [(chunk_of(name), score) for name, score in self._vectors.nearest(embedding, count)]

    def _discard(self) -> None:
        """Only its owner may; what cannot be opened is discarded by that."""
        with suppress(Exception):
            self._open()
        if self._vectors is not None:
            self._close()
            self._copy.discard()

    def _close(self) -> None:
        vectors, self._vectors = self._vectors, None
        if vectors is not None:
            vectors.close()

    async def _give_up(self, error: IndexUnavailable | StoreUnavailable) -> None:
        """For a while. Opened again, the copy is without what may be broken."""
        log.warning("searching exactly in place of %s: %s", self._copy.describe(), error)
        self._revision, self._problem = None, error
        self._retry_at = asyncio.get_running_loop().time() + RETRY
        try:
            await self._do(self._close)
        except IndexUnavailable as unclosed:
            log.warning("%s could not be closed: %s", self._copy.describe(), unclosed)

    async def _stop(self) -> None:
        if self._catching_up:
            self._catching_up.cancel()
            await asyncio.wait({self._catching_up})
            self._catching_up = None

    async def _do(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, partial(_typed, function, *args, **kwargs)
        )


def _typed(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    # The engine's client raises its own errors, its transport's, the operating system's, and a panic of its core, which is
    # no Exception. In this thread none of them can be an interrupt.
    try:
        return function(*args, **kwargs)
    except IndexUnavailable:
        raise
    except BaseException as error:
        raise IndexUnavailable(f"{type(error).__name__}: {error}") from error


def _batches(names: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(sorted(names))
    while batch := list(islice(rest, BATCH)):
        yield batch
