"""The real encoder, exported once for the environment and opened once for the tests; and tiny checkpoints of other models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.models.encoder import OnnxEncoder
from adapters.models.export import ensure_default_model
from adapters.models.libraries import sentence_transformers
from adapters.models.weights import model_cache

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "who",
    "approves",
    "an",
    "expense",
    "report",
    "of",
    "the",
    "travel",
    "policy",
    "?",
    "a",
    "manager",
    "does",
    ".",
]


@pytest.fixture(scope="session")
def model_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported default model, as ``python -m bot setup`` leaves it."""
    return ensure_default_model(model_cache(tmp_path_factory.mktemp("models")))


@pytest.fixture(scope="session")
def encoder(model_dir: Path) -> Iterator[OnnxEncoder]:
    encoder = OnnxEncoder.open(model_dir)
    yield encoder
    encoder.close()


@pytest.fixture(scope="session")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Saves a tiny BERT with random weights, of the class asked for, and its own tokenizer; gives its folder."""
    sentence_transformers()  # sets the libraries to offline and silent before they are used
    import torch
    from transformers import BertConfig, BertTokenizerFast

    def save(model_class: Any, **config: Any) -> Path:
        folder = tmp_path_factory.mktemp(model_class.__name__)
        (folder / "vocab.txt").write_text("\n".join(WORDS))
        BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=32).save_pretrained(folder)
        torch.manual_seed(7)
        model_class(
            BertConfig(
                vocab_size=len(WORDS),
                hidden_size=16,
                intermediate_size=32,
                num_hidden_layers=1,
                num_attention_heads=2,
                max_position_embeddings=32,
                **config,
            )
        ).save_pretrained(folder)
        return folder

    return save
