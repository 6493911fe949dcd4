"""Chroma: in a folder that one process owns, or on a server that several share."""

from __future__ import annotations

import base64
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import numpy as np
from filelock import FileLock, Timeout

from core.domain.base import Embedding
from core.errors import ConfigurationError

COLLECTION = "countersign"
CONFIGURATION = {"hnsw": {"space": "ip", "ef_search": 200}}
"""Of unit vectors the inner product is the cosine. ``ef_search``: how many candidates a search keeps, for recall."""

PATIENCE = 3.0
"""Seconds that a server has to say that it lives."""
TIMEOUT = 30.0
"""Seconds that it has for one request."""

Guard = Callable[[], AbstractContextManager[None]]


class ChromaVectors:
    """``adapters.index.copy.Vectors`` in a collection. ``writing`` and ``reading`` surround every access."""

    def __init__(
        self,
        client: Any,
        name: str = COLLECTION,
        *,
        writing: Guard = nullcontext,
        reading: Guard = nullcontext,
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        self._client = client
        self._writing = writing
        self._reading = reading
        self._closed = closed
        try:
            self._collection = client.get_or_create_collection(
                name, configuration=CONFIGURATION, embedding_function=None
            )
        except BaseException:
            self.close()  # or the broken store would be what the next client gets: chromadb keeps one a folder
            raise

    def keys(self) -> set[str]:
        """Everything it holds."""
        with self._reading():
            return set(self._collection.get(include=[])["ids"])

    def add(self, vectors: Mapping[str, Embedding]) -> None:
        """Adds vectors; again: nothing."""
        rows = [np.frombuffer(vector, dtype="<f4") for vector in vectors.values()]
        with self._writing():
            self._collection.upsert(ids=list(vectors), embeddings=rows)

    def remove(self, keys: Set[str]) -> None:
        """Removes vectors; unknown keys are nothing."""
        with self._writing():
            self._collection.delete(ids=list(keys))

    def nearest(self, embedding: Embedding, count: int) -> list[tuple[str, float]]:
        """Keys with their cosine, best first."""
        asked = np.frombuffer(embedding, dtype="<f4")
        with self._reading():
            found = self._collection.query(query_embeddings=[asked], n_results=count, include=["distances"])
        return [(name, 1.0 - distance) for name, distance in zip(found["ids"][0], found["distances"][0], strict=True)]

    def close(self) -> None:
        """Closes the client and whatever else was opened with it."""
        try:
            self._client.close()
        finally:
            self._closed()


class ChromaFolder:
    """``adapters.index.copy.Copy`` in a folder.

    An interrupted write can break a Chroma store for good, so that even opening it crashes the process. A marker on disk
    surrounds whatever may write; where one is found, the store is deleted unopened. SQL has everything that was in it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store = folder / "chroma"
        self._marker = folder / "dirty"
        self._lock = FileLock(folder / "owner.lock", thread_local=False)

    def open(self) -> ChromaVectors | None:
        """Takes the lock and opens the store. None if another process has the lock."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            return None
        try:
            if self._marker.exists():
                shutil.rmtree(self._store, ignore_errors=True)
            import chromadb

            with self._writing():
                client = chromadb.PersistentClient(str(self._store), settings=_settings())
                return ChromaVectors(client, writing=self._writing, reading=self._reading, closed=self._lock.release)
        except BaseException:
            self._lock.release()
            raise

    def discard(self) -> None:
        """Marks the store, if there is one, for deletion."""
        if self._folder.exists():
            self._mark()

    def describe(self) -> str:
        """What and where it is."""
        return f"Chroma in {self._folder}"

    def _mark(self) -> None:
        for path, flags in ((self._marker, os.O_CREAT | os.O_WRONLY), (self._folder, os.O_RDONLY)):
            descriptor = os.open(path, flags, 0o600)
            os.fsync(descriptor)  # of the folder too, or a power cut could lose the marker and keep the write
            os.close(descriptor)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """The marker stays where the write fails, and where the process ends within it."""
        self._mark()
        yield
        self._marker.unlink()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A store that fails to answer is not opened again."""
        try:
            yield
        except BaseException:
            self._mark()
            raise


class ChromaServer:
    """``adapters.index.copy.Copy`` on a server.

    Several processes may follow SQL into one collection: what they write is by key and says the same.
    """

    def __init__(self, url: str) -> None:
        """``http[s]://[USER:PASSWORD@]HOST[:PORT][/COLLECTION]``. Raises ConfigurationError."""
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.rstrip("/").count("/") > 1:
            raise ConfigurationError(
                "COUNTERSIGN_CHROMA_URL is not the URL of a Chroma server.", "Give http://HOST:PORT or https://HOST."
            )
        self._host = parts.hostname
        self._secure = parts.scheme == "https"
        self._port = parts.port or (443 if self._secure else 80)
        self._name = unquote(parts.path.strip("/")) or COLLECTION
        credentials = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}".encode()
        basic = f"Basic {base64.b64encode(credentials).decode()}"
        self._headers = {"Authorization": basic} if parts.username else {}

    def open(self) -> ChromaVectors:
        """Connects; never None, as nobody owns a server's collection."""
        client = self._client()
        return ChromaVectors(client, self._name, closed=partial(_hang_up, client))

    def discard(self) -> None:
        """Deletes the collection."""
        client = self._client()
        try:
            if self._name in {collection.name for collection in client.list_collections()}:
                client.delete_collection(self._name)
        finally:
            client.close()
            _hang_up(client)

    def describe(self) -> str:
        """What and where it is, without what authorises."""
        return f"Chroma at {self._host}:{self._port}, collection {self._name}"

    def _client(self) -> Any:
        """Connects, unless the server is silent: chromadb's client would wait for it for ever."""
        import chromadb
        import httpx

        address = f"{'https' if self._secure else 'http'}://{self._host}:{self._port}/api/v2/heartbeat"
        httpx.get(address, headers=self._headers, timeout=PATIENCE).raise_for_status()
        client = chromadb.HttpClient(
            host=self._host, port=self._port, ssl=self._secure, headers=dict(self._headers), settings=_settings()
        )
        for session in _sessions(client):
            session.timeout = TIMEOUT
        return client


def _sessions(client: Any) -> tuple[Any, Any]:
    """Both HTTP sessions of a client. Nothing public gives them a time-out or closes them."""
    return client._server._session, client._admin_client._server._session


def _hang_up(client: Any) -> None:
    for session in _sessions(client):
        session.close()


def _settings() -> Any:
    from chromadb.config import Settings

    return Settings(anonymized_telemetry=False)
