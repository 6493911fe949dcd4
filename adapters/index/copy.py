"""A copy of SQL's embeddings in an engine that searches faster than reading all of them: what is asked of that engine.

Called by one thread at a time. May raise anything; whoever follows SQL closes the copy then, and opens it again later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Set
from typing import Protocol

from core.domain.base import Embedding


class Vectors(Protocol):
    """The opened copy: unit vectors by key."""

    def keys(self) -> set[str]:
        """Everything it holds."""
        ...

    def add(self, vectors: Mapping[str, Embedding]) -> None:
        """Adds vectors; again: nothing."""
        ...

    def remove(self, keys: Set[str]) -> None:
        """Removes vectors; unknown keys are nothing."""
        ...

    def nearest(self, embedding: Embedding, count: int) -> list[tuple[str, float]]:
        """Keys with their cosine, best first; fewer than ``count`` if there are no more."""
        ...

    def close(self) -> None:
        """Releases files, connections and locks."""
        ...


class Copy(Protocol):
    """Where the copy is kept."""

    def open(self) -> Vectors | None:
        """Opens it, without what an interrupted write may have broken. None if another process owns it."""
        ...

    def discard(self) -> None:
        """Sees to it that the copy is empty when it is opened next. It must be closed."""
        ...

    def describe(self) -> str:
        """What and where it is."""
        ...


def key(chunk_id: str, embedding: Embedding) -> str:
    """Chunk and vector in one key: a changed vector is another key, so that comparing keys compares everything."""
    return f"{chunk_id}/{hashlib.blake2b(embedding, digest_size=6).hexdigest()}"


def chunk_of(key: str) -> str:
    """The chunk id in a key."""
    return key.rpartition("/")[0]
