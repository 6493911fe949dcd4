"""Chroma on a server that several processes share."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sysconfig
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from adapters.index import chroma, following
from adapters.index.chroma import ChromaServer
from adapters.index.factory import open_index
from adapters.memory.clock import ManualClock
from adapters.memory.store import MemoryStore
from core.errors import ConfigurationError
from core.ports.index import VectorIndex
from tests.adapters.index.corpus import nearest, stored

WAIT_SECONDS = 30.0


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real one, from the package's own command."""
    port, folder = free_port(), tmp_path_factory.mktemp("chroma")
    command = Path(sysconfig.get_path("scripts")) / "chroma"
    with subprocess.Popen(
        [command, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        url = f"http://127.0.0.1:{port}"
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{url}/api/v2/heartbeat").is_success:
                    break
            time.sleep(0.1)
        yield url
        process.kill()


@pytest.fixture
def memory() -> MemoryStore:
    return MemoryStore(ManualClock())


@pytest.fixture
async def index(
    server: str, memory: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[VectorIndex]:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    url = f"{server}/{tmp_path.name}"  # a collection of the test's own
    index = open_index(memory.passages, tmp_path, own=True, chroma_url=url)
    yield index
    await index.close()


async def test_the_server_follows_and_answers(index, memory, tmp_path: Path) -> None:
    await memory.documents.put("a.md", stored("a", range(30)))
    await memory.documents.put("b.md", stored("b", range(30, 40)))
    exact = open_index(memory.passages, tmp_path, own=False, chroma_url=None)
    assert await nearest(index) == await nearest(exact)
    await memory.documents.put("a.md", stored("a", range(5), number=2))
    await memory.documents.remove("b.md")
    assert await nearest(index) == await nearest(exact)
    health = await index.health()
    assert health.startswith("Chroma at 127.0.0.1:")
    assert health.endswith(", 5 chunks")
    assert list(tmp_path.iterdir()) == []  # nothing is kept here


async def test_two_processes_share_a_collection(index, memory, server, tmp_path: Path) -> None:
    other = open_index(memory.passages, tmp_path, own=True, chroma_url=f"{server}/{tmp_path.name}")
    await memory.documents.put("a.md", stored("a", range(30)))
    first, second = await asyncio.gather(nearest(index), nearest(other))
    assert first == second
    assert len(first) == 30
    await memory.documents.put("a.md", stored("a", range(3), number=2))
    assert len(await nearest(other)) == 3
    assert len(await nearest(index)) == 3
    await other.close()


async def test_it_can_be_built_anew(index, memory) -> None:
    await memory.documents.put("a.md", stored("a", range(12)))
    assert await index.rebuild() == 12
    assert await index.rebuild() == 12
    assert len(await nearest(index)) == 12


async def test_without_its_server_search_is_exact(memory, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    url = f"http://someone:secret@127.0.0.1:{free_port()}"
    index = open_index(memory.passages, tmp_path, own=True, chroma_url=url)
    await memory.documents.put("a.md", stored("a", range(30)))
    assert len(await nearest(index)) == 30
    health = await index.health()
    assert "exact search, 30 chunks, in place of Chroma at 127.0.0.1" in health
    assert "secret" not in health
    await index.close()


async def test_a_server_that_is_silent_does_not_hold_searches_up(memory, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(following, "PATIENCE", 60.0)
    monkeypatch.setattr(chroma, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and never answers
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        index = open_index(memory.passages, tmp_path, own=True, chroma_url=url)
        await memory.documents.put("a.md", stored("a", range(30)))
        assert len(await nearest(index)) == 30
        assert "timed out" in await index.health()
        await index.close()


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://chroma", "http://", "http://chroma/one/two"])
def test_what_is_no_url_of_a_server_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="CHROMA_URL"):
        ChromaServer(url)
