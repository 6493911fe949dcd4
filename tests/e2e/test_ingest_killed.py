"""``kill -9`` while ``ingest`` works: whatever was replaced is whole, and so is whatever was not yet.

Every life changes all files, is killed, a little deeper into its work each time, and is followed by a run that ends.
``make kills`` takes twenty lives, the suite three.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.index import following
from adapters.index.factory import open_index
from adapters.memory.clock import RandomIds, SystemClock
from adapters.models.factory import open_encoder
from core.domain.document import Scope
from core.ports.encoder import Encoder
from core.ports.index import VectorIndex
from tests.e2e.program import ROOT
from tests.e2e.test_terminal import environment

pytestmark = [pytest.mark.kill, pytest.mark.model]

LIVES = int(os.environ.get("KILLS", "3"))
FILES = 6
QUESTIONS = ("What does rule 3 allow?", "How many days does the second part give?")
DEEPER = 0.006  # seconds later within the work on a file, for each round over the files


class Folder:
    """Policies, of which ``write`` makes the next state."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def write(self, state: int) -> None:
        for number in range(FILES):
            parts = [
                f"## Part {part}\n\nRule {number} allows {state + part} days in part {part}. A lead approves the rest.\n"
                for part in range(3)
            ]
            (self.folder / f"rule-{number}.md").write_text(f"# Rule {number}, state {state}\n\n" + "\n".join(parts))


class Kept:
    """The data folder, seen from outside of the runs."""

    def __init__(self, home: Path, store: Store, index: VectorIndex, exact: VectorIndex, encoder: Encoder) -> None:
        self.home = home
        self.store = store
        self._index = index
        self._exact = exact
        self._encoder = encoder

    async def states(self) -> list[int]:
        """The state of each document; every version there ever was is whole."""
        found = []
        for document in await self.store.documents.list():
            for known in await self.store.documents.versions(document.id):
                version = await self.store.documents.version(known.id)
                assert len(version.chunks) == known_chunks(self.home, known.id) > 0
                assert all(chunk.text == version.text[chunk.start : chunk.end] for chunk in version.chunks)
                told = {int(word) for word in version.text.partition("\n")[0].split() if word.isdigit()}
                assert f"{max(told)} days in part 0" in version.text
            current = await self.store.documents.version(document.version_id)
            found.append(int(current.text.partition("\n")[0].rpartition(" ")[2]))
        return found

    async def searches_what_is_stored(self) -> None:
        """All chunks in retrieval are of the versions in force, with embeddings; the index finds what exact search does."""
        active = {chunk.id: chunk async for chunk in self._active()}
        embeddings = dict(await self.store.passages.embeddings())
        assert embeddings.keys() == active.keys()
        scope = Scope(on=SystemClock().now().date())
        passages = await self.store.passages.get(list(active), scope)
        assert len(passages) == len(active)
        assert all(window.embedding for passage in passages for window in passage.chunk.windows)
        for question in await self._encoder.encode(list(QUESTIONS)):
            nearest, exactly = [
                {chunk.chunk_id: chunk.score for chunk in await index.search(question, 1000, scope)}
                for index in (self._index, self._exact)
            ]
            assert nearest == pytest.approx(exactly, abs=1e-4)
            assert exactly.keys() == active.keys()

    async def _active(self) -> AsyncIterator[object]:
        for document in await self.store.documents.list():
            for chunk in (await self.store.documents.version(document.version_id)).chunks:
                yield chunk


@pytest.fixture
async def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Kept]:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    home = tmp_path / "home"
    home.mkdir()
    store = Store(create_engine(f"sqlite+aiosqlite:///{home / 'countersign.db'}"), SystemClock(), RandomIds())
    index = open_index(store.passages, home / "index", own=True, chroma_url=None, few=0)
    exact = open_index(store.passages, home / "index", own=False, chroma_url=None)
    yield Kept(home, store, index, exact, open_encoder(None, home / "models"))
    await index.close()
    await exact.close()
    await store.close()


@pytest.mark.timeout(120 + 40 * LIVES)
async def test_killed_at_any_moment_nothing_is_lost_or_half(kept: Kept, tmp_path: Path) -> None:
    policies = Folder(tmp_path / "policies")
    policies.write(0)
    assert run(kept.home, "ingest", str(policies.folder)).returncode == 0
    cut = 0
    for life in range(1, LIVES + 1):
        policies.write(life)
        kill_ingest(kept.home, policies.folder, after=life % FILES, deeper=DEEPER * (1 + life // 2))
        states = await kept.states()
        assert set(states) <= {life - 1, life}
        assert len(states) == FILES
        cut += len(set(states)) == 2
        await kept.searches_what_is_stored()

        done = run(kept.home, "ingest", str(policies.folder))
        assert done.returncode == 0, done.stdout + done.stderr
        assert await kept.states() == [life] * FILES
        await kept.searches_what_is_stored()
        assert (await kept.store.audit.verify()).faults == ()
    assert cut >= LIVES // 2  # the kills did hit the middle of the work
    verified = run(kept.home, "audit", "verify")
    assert verified.returncode == 0
    assert "The chain is whole" in verified.stdout


def kill_ingest(home: Path, folder: Path, *, after: int, deeper: float) -> None:
    """Starts ``ingest`` and kills it some seconds after that many files were stored."""
    before = stored(home)
    said = home / "said.log"
    with said.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", "ingest", str(folder)],
            cwd=ROOT,
            env=environment(home),
            stdout=log,
            stderr=log,
        )
    try:
        deadline = time.monotonic() + 60
        while stored(home) < before + after:
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(deeper)
    finally:
        process.kill()
        process.wait()


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=ROOT,
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def stored(home: Path) -> int:
    return int(_scalar(home, "SELECT count(*) FROM versions"))


def known_chunks(home: Path, version_id: str) -> int:
    return int(_scalar(home, "SELECT chunk_count FROM versions WHERE id = ?", version_id))


def _scalar(home: Path, query: str, *values: str) -> int:
    with closing(sqlite3.connect(home / "countersign.db", timeout=30)) as connection:
        return int(connection.execute(query, values).fetchone()[0])
