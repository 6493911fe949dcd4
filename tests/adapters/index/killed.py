"""Run as a program: writes to an index until it is killed, again and again, and looks each time whether it healed.

Everything is imported once; each life is a fork. A life ends by SIGKILL in the middle of a write, a little later each time.
Prints one JSON object: how many lives were killed, and how many of them left a marker.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from pathlib import Path

import chromadb  # noqa: F401 - once, before the forks

from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.index import following
from adapters.index.chroma import ChromaVectors
from adapters.index.factory import open_index
from adapters.memory.clock import ManualClock, SequentialIds
from tests.adapters.index.corpus import nearest, stored

LIVES = 20
LONGEST_MS = 40
CHUNKS = 200
HEALED, LOST = 0, 3

following.PATIENCE = 60.0


def main(url: str, folder: Path) -> None:
    marked = 0
    for life in range(LIVES + 1):
        if (child := os.fork()) == 0:
            asyncio.run(live(url, folder, life))
            os._exit(LOST)  # it outlived its kill
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        healed = life == LIVES and os.waitstatus_to_exitcode(status) == HEALED
        if not killed and not healed:
            sys.exit(f"life {life} ended with {os.waitstatus_to_exitcode(status)}")
        marked += (folder / "dirty").exists()
    print(json.dumps({"killed": LIVES, "marked": marked}))


async def live(url: str, folder: Path, life: int) -> None:
    """Sees whether the index finds what SQL holds, then changes documents until it dies within a write."""
    store = Store(create_engine(url), ManualClock(), SequentialIds())
    index = open_index(store.passages, folder, own=True, chroma_url=None, few=0)
    exact = open_index(store.passages, folder, own=False, chroma_url=None)
    if await nearest(index) != await nearest(exact) or "exact" in await index.health():
        os._exit(LOST)
    if life == LIVES:
        os._exit(HEALED)
    die_writing(after_ms=LONGEST_MS * life / LIVES)
    for number in range(1, 100):
        await store.documents.put("a.md", stored("a", range(number, number + CHUNKS), number=100 * life + number))
        await nearest(index, limit=10)


def die_writing(after_ms: float) -> None:
    """So many milliseconds after the next write began, this process is killed."""
    add = ChromaVectors.add
    writes = 0

    def deadly(self: ChromaVectors, vectors: dict[str, bytes]) -> None:
        nonlocal writes
        writes += 1
        if writes == 1:
            threading.Timer(after_ms / 1000, os.kill, (os.getpid(), signal.SIGKILL)).start()
        add(self, vectors)

    ChromaVectors.add = deadly  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
