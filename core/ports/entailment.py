"""Whether one text follows from another, by an optional model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.domain.base import Model, Probability

Pair = tuple[str, str]
"""Premise and claim."""


class Judgement(Model):
    """Probabilities that the claim follows from the premise and that it contradicts it; the rest to 1 is neither."""

    entailed: Probability
    contradicted: Probability


class EntailmentModel(Protocol):
    """A natural-language-inference model."""

    @property
    def name(self) -> str:
        """The model and its weights' hash."""
        ...

    async def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """One judgement a pair, in order. Text beyond the model's limit is cut by the model. Raises ModelUnavailable."""
        ...
