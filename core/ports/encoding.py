"""Which encoder the vectors in retrieval are of."""

from __future__ import annotations

from typing import Protocol

from core.domain.document import Version


class Encoding(Protocol):
    """Vectors of two encoders must never meet: one name stands for all that are in retrieval. All raise StoreUnavailable."""

    async def current(self) -> str | None:
        """The name under which the vectors were put into retrieval; None where nobody has said yet."""
        ...

    async def claim(self, name: str) -> None:
        """From now on the vectors in retrieval are of this name."""
        ...

    async def replace(self, version: Version) -> None:
        """Gives the version's passages new vectors, in one moment; nothing if it has left retrieval."""
        ...
