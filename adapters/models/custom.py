"""Any other encoder that sentence-transformers can load."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from adapters.models.libraries import fingerprint, sentence_transformers
from adapters.models.thread import ModelThread, Sized
from core.domain.base import Embedding
from core.errors import ModelUnavailable


class SentenceTransformerModel:
    """The library's model. For one thread."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """Tokens each text would take if there were no limit, special tokens included."""
        if not texts:
            return []
        return [len(ids) for ids in self.model.tokenizer(list(texts), truncation=False, verbose=False)["input_ids"]]

    def prepare(self, texts: Sequence[str]) -> list[Sized[str]]:
        """The texts, and how long they are up to the model's limit."""
        limit = self.model.max_seq_length or self.model.tokenizer.model_max_length
        return [Sized(min(n, limit), text) for n, text in zip(self.token_counts(texts), texts, strict=True)]

    def run(self, texts: Sequence[str]) -> list[Embedding]:
        """One unit vector a text."""
        vectors = self.model.encode(
            list(texts), batch_size=len(texts), normalize_embeddings=True, show_progress_bar=False
        )
        return [vector.astype("<f4").tobytes() for vector in np.asarray(vectors)]


class SentenceTransformerEncoder:
    """``core.ports.encoder.Encoder`` for the setting ``EMBEDDING_MODEL``: a path or a name."""

    def __init__(self, model: SentenceTransformerModel, name: str, dimensions: int) -> None:
        self._model = model
        self._name = name
        self._dimensions = dimensions
        self._thread = ModelThread(name, model.prepare, model.run)

    @classmethod
    def open(cls, setting: str) -> SentenceTransformerEncoder:
        """Loads it. Takes seconds. Raises ModelUnavailable."""
        # The library and what lies under it raise whatever they like for a missing, foreign or broken model.
        try:
            model = sentence_transformers().SentenceTransformer(setting)
            name = f"{Path(setting).name}@{fingerprint(model)}"
            dimensions = int(model.get_embedding_dimension())
        except Exception as error:
            raise ModelUnavailable(
                f"EMBEDDING_MODEL {setting} cannot be loaded: {error}.",
                "Give the folder of a sentence-transformers model, or its name; HF_HUB_OFFLINE=0 lets it be downloaded.",
            ) from error
        return cls(SentenceTransformerModel(model), name, dimensions)

    @property
    def name(self) -> str:
        """The model and the hash of its weights."""
        return self._name

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return self._dimensions

    async def encode(self, texts: Sequence[str]) -> list[Embedding]:
        """One unit vector a text, in order. Raises ModelUnavailable."""
        return await self._thread.submit(texts)

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """Tokens each text would take if there were no limit, special tokens included."""
        return self._model.token_counts(texts)

    def close(self) -> None:
        """Ends the thread. Calls that wait get ModelUnavailable."""
        self._thread.close()
