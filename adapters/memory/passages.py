"""The reading side of the documents, by looking at every chunk."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from adapters.memory.documents import MemoryDocuments, term_counts
from core.domain.base import Embedding
from core.domain.document import KeywordCandidate, KeywordCandidates, Passage, Scope

SMALL_CORPUS = 1000
"""Up to this many chunks, every term finds candidates."""
COMMON = 0.05
"""In larger corpora, a term in more than this share of the chunks finds none of its own."""


class MemoryPassages:
    """Chunks of versions in force."""

    def __init__(self, documents: MemoryDocuments) -> None:
        self._documents = documents

    async def keyword_candidates(self, terms: Sequence[str], limit: int, scope: Scope) -> KeywordCandidates:
        """Chunks in scope with at least one of the terms, those with the rarest first if there are more than ``limit``."""
        corpus = [term_counts(passage.chunk) for passage in self._documents.passages(None)]
        holding: Counter[str] = Counter(term for counts in corpus for term in counts)
        frequencies = {term: holding[term] for term in dict.fromkeys(terms) if holding[term]}
        finding = {t for t, n in frequencies.items() if len(corpus) <= SMALL_CORPUS or n <= COMMON * len(corpus)}

        found: list[tuple[float, KeywordCandidate]] = []
        for passage in self._documents.passages(scope):
            counts = term_counts(passage.chunk)
            if finding & counts.keys():
                present = {term: counts[term] for term in frequencies if term in counts}
                weight = sum(math.log(1 + len(corpus) / frequencies[term]) for term in present)
                candidate = KeywordCandidate(chunk_id=passage.chunk.id, frequencies=present, length=counts.total())
                found.append((-weight, candidate))
        found.sort(key=lambda pair: (pair[0], pair[1].chunk_id))
        return KeywordCandidates(
            candidates=tuple(candidate for _, candidate in found[:limit]),
            frequencies=frequencies,
            chunk_count=len(corpus),
            average_length=sum(c.total() for c in corpus) / len(corpus) if corpus else 0.0,
        )

    async def get(self, chunk_ids: Sequence[str], scope: Scope) -> list[Passage]:
        """The passages with these ids that are active and in scope, in the order asked for."""
        wanted = set(chunk_ids)
        passages = {p.chunk.id: p for p in self._documents.passages(scope) if p.chunk.id in wanted}
        return [passages[chunk_id] for chunk_id in dict.fromkeys(chunk_ids) if chunk_id in passages]

    async def in_scope(self, chunk_ids: Sequence[str], scope: Scope) -> list[str]:
        """The ids whose passages ``get`` would return."""
        found = {p.chunk.id for p in self._documents.passages(scope)}
        return [chunk_id for chunk_id in dict.fromkeys(chunk_ids) if chunk_id in found]

    async def document_titles(self, scope: Scope) -> dict[str, str]:
        """Title by document id."""
        return {entry.id: entry.document().title for entry in self._documents.entries(scope)}

    async def revision(self) -> int:
        """Grows with every change of what is in retrieval."""
        return self._documents.revision

    async def embeddings(self, after: str = "", limit: int = 1000) -> list[tuple[str, Embedding]]:
        """A page of (chunk id, embedding) of all active chunks, by chunk id."""
        chunks = sorted((p.chunk for p in self._documents.passages(None)), key=lambda chunk: chunk.id)
        return [(chunk.id, chunk.embedding) for chunk in chunks if chunk.id > after][:limit]
