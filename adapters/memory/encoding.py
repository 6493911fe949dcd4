"""Which encoder the vectors are of, in memory."""

from __future__ import annotations

from adapters.memory.documents import MemoryDocuments
from core.domain.document import Version


class MemoryEncoding:
    """``core.ports.encoding.Encoding`` over the documents in memory."""

    def __init__(self, documents: MemoryDocuments) -> None:
        self._documents = documents
        self._name: str | None = None

    async def current(self) -> str | None:
        """The name on record."""
        return self._name

    async def claim(self, name: str) -> None:
        """Puts another name on record."""
        self._name = name

    async def replace(self, version: Version) -> None:
        """Writes over the vectors of all passages of a version."""
        self._documents.encoded_again(version)
