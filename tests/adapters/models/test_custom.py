"""An encoder of the operator's choice, loaded by the real path from a tiny checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adapters.models.custom import SentenceTransformerEncoder
from adapters.models.factory import open_encoder
from core.errors import ModelUnavailable
from core.ports.encoder import Encoder

TEXTS = ["who approves a travel expense ?", "", "the manager does . " * 40, "the policy"]


@pytest.fixture(scope="module")
def checkpoint(bert: Any) -> Path:
    from transformers import BertModel

    return Path(bert(BertModel))


@pytest.fixture
def custom(checkpoint: Path, tmp_path: Path) -> Any:
    encoder = open_encoder(str(checkpoint), tmp_path)
    assert isinstance(encoder, SentenceTransformerEncoder)
    yield encoder
    encoder.close()


async def test_vectors_are_the_librarys_own(custom: Encoder, checkpoint: Path) -> None:
    from sentence_transformers import SentenceTransformer

    expected = SentenceTransformer(str(checkpoint)).encode(TEXTS, normalize_embeddings=True)
    found = np.stack([np.frombuffer(vector, dtype="<f4") for vector in await custom.encode(TEXTS)])
    np.testing.assert_allclose(found, expected, atol=1e-5)
    assert found.shape == (len(TEXTS), custom.dimensions)


def test_token_counts_know_no_limit(custom: Encoder) -> None:
    assert custom.token_counts(TEXTS) == [8, 2, 162, 4]
    assert custom.token_counts([]) == []


def test_the_name_changes_with_the_weights(custom: Encoder, bert: Any, tmp_path: Path) -> None:
    from transformers import BertModel

    other = open_encoder(str(bert(BertModel, hidden_act="relu", initializer_range=0.5)), tmp_path)
    assert other.name.split("@")[1] != custom.name.split("@")[1]


def test_a_model_that_is_not_there_is_named_with_the_remedy(tmp_path: Path) -> None:
    for setting in (str(tmp_path / "nowhere"), "nobody/has-this-model"):
        with pytest.raises(ModelUnavailable, match="EMBEDDING_MODEL") as raised:
            open_encoder(setting, tmp_path)
        assert "HF_HUB_OFFLINE=0" in raised.value.remedy
