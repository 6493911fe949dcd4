import pytest

from core.domain.document import KeywordCandidate, KeywordCandidates
from core.retrieval.bm25 import bm25, inverse_frequencies

FOUND = KeywordCandidates(
    candidates=(
        KeywordCandidate(chunk_id="rare", frequencies={"quorum": 1}, length=100),
        KeywordCandidate(chunk_id="often", frequencies={"leave": 3}, length=100),
        KeywordCandidate(chunk_id="long", frequencies={"quorum": 1}, length=400),
    ),
    frequencies={"quorum": 2, "leave": 60},
    chunk_count=100,
    average_length=100.0,
)


def test_rare_words_tell_more_and_unknown_ones_most() -> None:
    weights = inverse_frequencies({"quorum": 1.0, "leave": 1.0, "unicorn": 1.0}, FOUND)
    assert weights["unicorn"] > weights["quorum"] > weights["leave"] > 0


def test_a_synonym_counts_its_share() -> None:
    assert inverse_frequencies({"quorum": 0.5}, FOUND)["quorum"] == pytest.approx(
        inverse_frequencies({"quorum": 1.0}, FOUND)["quorum"] / 2
    )


def test_rare_words_in_short_passages_first() -> None:
    scores = bm25(FOUND, inverse_frequencies({"quorum": 1.0, "leave": 1.0}, FOUND))
    assert sorted(scores, key=lambda chunk_id: -scores[chunk_id]) == ["rare", "long", "often"]
