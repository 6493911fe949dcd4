"""Text to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.domain.base import Embedding


class Encoder(Protocol):
    """A sentence embedder. Vectors have unit length, so that a dot product is a cosine."""

    @property
    def name(self) -> str:
        """The model and its weights' hash; vectors of different names must not be compared."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    async def encode(self, texts: Sequence[str]) -> list[Embedding]:
        """One vector a text, in order. Text beyond the model's limit is cut by the model. Raises ModelUnavailable."""
        ...

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """How many of the model's tokens each text takes, special tokens included."""
        ...


class Reranker(Protocol):
    """A cross-encoder: reads question and passage together."""

    @property
    def name(self) -> str:
        """The model."""
        ...

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """One raw score a text, in order; higher is nearer. Not a probability. Raises ModelUnavailable."""
        ...
