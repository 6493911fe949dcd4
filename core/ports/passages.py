"""The reading side of the documents: what retrieval needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.domain.base import Embedding
from core.domain.document import KeywordCandidates, Passage, Scope


class Passages(Protocol):
    """Chunks of versions in force."""

    async def keyword_candidates(self, terms: Sequence[str], limit: int, scope: Scope) -> KeywordCandidates:
        """Chunks in scope with at least one of the terms, in no particular order.

        ``limit`` bounds them (the store's own ranking decides which); ``frequencies`` is over all active chunks. Terms in
        more than 5% of a corpus of over 1,000 chunks find no candidates of their own but are counted in those found.
        """
        ...

    async def get(self, chunk_ids: Sequence[str], scope: Scope) -> list[Passage]:
        """The passages with these ids that are active and in scope, windows and embeddings included; others are left out.

        In the order asked for.
        """
        ...

    async def in_scope(self, chunk_ids: Sequence[str], scope: Scope) -> list[str]:
        """The ids whose passages ``get`` would return, without reading them. In the order asked for."""
        ...

    async def document_titles(self, scope: Scope) -> dict[str, str]:
        """Title by document id, of the documents in scope."""
        ...

    async def revision(self) -> int:
        """A number that grows with every change of what is in retrieval; 0 for an empty store."""
        ...

    async def embeddings(self, after: str = "", limit: int = 1000) -> list[tuple[str, Embedding]]:
        """Pages through (chunk id, embedding) of all active chunks, whatever their dates and audience, by chunk id."""
        ...
