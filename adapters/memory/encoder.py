"""An embedder and a reranker made of words alone: deterministic, instant, and near for texts that share words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

import numpy as np

from core.domain.base import Embedding

_WORD = re.compile(r"\w+")
_FUNCTION_WORD_LENGTH = 3
"""Words up to this length are mostly grammar; they weigh a fifth."""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _features(word: str) -> Iterator[tuple[str, float]]:
    """The word and its beginning, so that ``approve`` and ``approval`` are near."""
    weight = 0.2 if len(word) <= _FUNCTION_WORD_LENGTH else 1.0
    yield word, weight
    if len(word) > 5:
        yield f"{word[:5]}~", weight / 2


class WordEncoder:
    """Hashed bag of words. Unit vectors, as the port promises; a text without words gets one of its own."""

    def __init__(self, dimensions: int = 384) -> None:
        self._dimensions = dimensions

    @property
    def name(self) -> str:
        """Says what it is; there are no weights to hash."""
        return f"words-{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return self._dimensions

    async def encode(self, texts: Sequence[str]) -> list[Embedding]:
        """One vector a text, in order."""
        return [self._vector(text) for text in texts]

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """Words, and the two special tokens that real models add."""
        return [len(_words(text)) + 2 for text in texts]

    def _vector(self, text: str) -> Embedding:
        vector = np.zeros(self._dimensions)
        for word in _words(text):
            for feature, weight in _features(word):
                code = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=8).digest(), "little")
                vector[(code >> 1) % self._dimensions] += weight if code & 1 else -weight
        if not vector.any():
            vector[0] = 1.0
        return (vector / np.linalg.norm(vector)).astype("<f4").tobytes()


class WordReranker:
    """Scores a text by the share of the question's words that it has."""

    @property
    def name(self) -> str:
        """Says what it is."""
        return "words"

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Between 0 and 1, one a text, in order."""
        asked = set(_words(question))
        return [len(asked & set(_words(text))) / max(len(asked), 1) for text in texts]
