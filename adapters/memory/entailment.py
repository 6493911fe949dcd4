"""An entailment model that knows what it was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ports.entailment import Judgement, Pair

NEUTRAL = Judgement(entailed=0.0, contradicted=0.0)


class KnownEntailment:
    """``core.ports.entailment.EntailmentModel`` over a fixed list of pairs; any other pair is neutral."""

    def __init__(self, known: Mapping[Pair, Judgement]) -> None:
        self._known = dict(known)

    @property
    def name(self) -> str:
        """Says that it is no model."""
        return "known"

    async def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """What is known of each pair."""
        return [self._known.get(pair, NEUTRAL) for pair in pairs]
