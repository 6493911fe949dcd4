"""An optional cross-encoder: reads question and passage together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adapters.models.libraries import fingerprint, sentence_transformers
from adapters.models.thread import ModelThread, Sized
from core.errors import ModelUnavailable

Pair = tuple[str, str]

CHARACTERS_A_TOKEN = 4
"""Roughly, in English; only decides how many pairs share a run."""


class CrossEncoderModel:
    """The library's model. For one thread."""

    def __init__(self, model: Any) -> None:
        import torch

        self._model = model
        self._raw = torch.nn.Identity()

    def prepare(self, pairs: Sequence[Pair]) -> list[Sized[Pair]]:
        """The pairs, and about how long they are up to the model's limit."""
        limit = self._model.max_seq_length or self._model.tokenizer.model_max_length
        return [Sized(min(limit, sum(map(len, pair)) // CHARACTERS_A_TOKEN), pair) for pair in pairs]

    def run(self, pairs: Sequence[Pair]) -> list[float]:
        """The raw score of each pair, as the last layer gives it."""
        scores = self._model.predict(
            list(pairs), batch_size=len(pairs), activation_fn=self._raw, show_progress_bar=False
        )
        return [float(score) for score in scores]


class CrossEncoderReranker:
    """``core.ports.encoder.Reranker`` for the setting ``RERANKER_MODEL``: a path or a name."""

    def __init__(self, model: CrossEncoderModel, name: str) -> None:
        self._name = name
        self._thread = ModelThread(name, model.prepare, model.run)

    @classmethod
    def open(cls, setting: str) -> CrossEncoderReranker:
        """Loads it. Takes seconds. Raises ModelUnavailable."""
        # The library and what lies under it raise whatever they like for a missing, foreign or broken model.
        try:
            model = sentence_transformers().CrossEncoder(setting)
            name = f"{Path(setting).name}@{fingerprint(model)}"
        except Exception as error:
            raise ModelUnavailable(
                f"RERANKER_MODEL {setting} cannot be loaded: {error}.",
                "Give the folder of a cross-encoder, or its name; HF_HUB_OFFLINE=0 lets it be downloaded.",
            ) from error
        if model.num_labels != 1:
            raise ModelUnavailable(
                f"RERANKER_MODEL {setting} gives {model.num_labels} scores a pair.", "Give a cross-encoder with one."
            )
        return cls(CrossEncoderModel(model), name)

    @property
    def name(self) -> str:
        """The model and the hash of its weights."""
        return self._name

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """One raw score a text, in order; higher is nearer. Not a probability. Raises ModelUnavailable."""
        return await self._thread.submit([(question, text) for text in texts])

    def close(self) -> None:
        """Ends the thread. Calls that wait get ModelUnavailable."""
        self._thread.close()
