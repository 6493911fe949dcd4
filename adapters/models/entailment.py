"""An optional natural-language-inference model: does a claim follow from a passage?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adapters.models.libraries import fingerprint, sentence_transformers
from adapters.models.thread import ModelThread, Sized
from core.errors import ModelUnavailable
from core.ports.entailment import Judgement, Pair

CHARACTERS_A_TOKEN = 4
"""Roughly, in English; only decides how many pairs share a run."""
_ENTAILED, _CONTRADICTED = "entail", ("contradict", "refut")
"""How labels begin, in small letters; one that only says "not entailment" contradicts nothing."""


class EntailmentClassifier:
    """The library's model. For one thread. ``entailed`` and ``contradicted`` are columns of its output."""

    def __init__(self, model: Any, entailed: int, contradicted: int | None) -> None:
        import torch

        self._model = model
        self._entailed, self._contradicted = entailed, contradicted
        self._probabilities = torch.nn.Softmax(dim=-1)

    def prepare(self, pairs: Sequence[Pair]) -> list[Sized[Pair]]:
        """The pairs, and about how long they are up to the model's limit."""
        limit = self._model.max_seq_length or self._model.tokenizer.model_max_length
        return [Sized(min(limit, sum(map(len, pair)) // CHARACTERS_A_TOKEN), pair) for pair in pairs]

    def run(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """The probabilities of each pair."""
        rows = self._model.predict(
            list(pairs), batch_size=len(pairs), activation_fn=self._probabilities, show_progress_bar=False
        )
        return [self._judgement([float(value) for value in row]) for row in rows]

    def _judgement(self, row: list[float]) -> Judgement:
        contradicted = row[self._contradicted] if self._contradicted is not None else 0.0
        return Judgement(entailed=min(1.0, row[self._entailed]), contradicted=min(1.0, contradicted))


class CrossEncoderEntailment:
    """``core.ports.entailment.EntailmentModel`` for the setting ``ENTAILMENT_MODEL``: a path or a name."""

    def __init__(self, model: EntailmentClassifier, name: str) -> None:
        self._name = name
        self._thread = ModelThread(name, model.prepare, model.run)

    @classmethod
    def open(cls, setting: str) -> CrossEncoderEntailment:
        """Loads it. Takes seconds. Raises ModelUnavailable."""
        # The library and what lies under it raise whatever they like for a missing, foreign or broken model.
        try:
            model = sentence_transformers().CrossEncoder(setting)
            name = f"{Path(setting).name}@{fingerprint(model)}"
            labels = {int(column): str(label).casefold() for column, label in model.config.id2label.items()}
        except Exception as error:
            raise ModelUnavailable(
                f"ENTAILMENT_MODEL {setting} cannot be loaded: {error}.",
                "Give the folder of a natural-language-inference cross-encoder, or its name; HF_HUB_OFFLINE=0 lets it be downloaded.",
            ) from error
        entailed = [column for column, label in labels.items() if label.startswith(_ENTAILED)]
        if len(entailed) != 1:
            raise ModelUnavailable(
                f"ENTAILMENT_MODEL {setting} names its outputs {', '.join(labels.values())}.",
                "One of id2label in its config.json has to be called entailment.",
            )
        contradicted = next((column for column, label in labels.items() if label.startswith(_CONTRADICTED)), None)
        return cls(EntailmentClassifier(model, entailed[0], contradicted), name)

    @property
    def name(self) -> str:
        """The model and the hash of its weights."""
        return self._name

    async def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """One judgement a pair of premise and claim, in order. Raises ModelUnavailable."""
        return await self._thread.submit(pairs)

    def close(self) -> None:
        """Ends the thread. Calls that wait get ModelUnavailable."""
        self._thread.close()
