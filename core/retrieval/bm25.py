"""Keyword ranking, computed here so that scores are the same whatever database found the candidates."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

from core.domain.document import KeywordCandidates

K1 = 1.2
B = 0.75


def inverse_frequencies(terms: Mapping[str, float], found: KeywordCandidates) -> dict[str, float]:
    """How much finding each term says: its weight times ln(1 + (N - n + 0.5) / (n + 0.5)), n of N chunks holding it."""
    return {
        term: weight * log(1 + (found.chunk_count - n + 0.5) / (n + 0.5))
        for term, weight in terms.items()
        for n in [found.frequencies.get(term, 0)]
    }


def bm25(found: KeywordCandidates, weights: Mapping[str, float]) -> dict[str, float]:
    """The score of each candidate by chunk id; ``weights`` are the terms' inverse frequencies."""
    return {
        candidate.chunk_id: sum(
            weights.get(term, 0.0)
            * count
            * (K1 + 1)
            / (count + K1 * (1 - B + B * candidate.length / found.average_length))
            for term, count in candidate.frequencies.items()
        )
        for candidate in found.candidates
    }
