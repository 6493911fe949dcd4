"""A cross-encoder of the operator's choice, loaded by the real path from a tiny checkpoint."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from adapters.models.factory import open_reranker
from core.errors import ModelUnavailable

QUESTION = "who approves a travel expense ?"
TEXTS = ["a manager does .", "the travel policy " * 30, "", "an expense report"]


@pytest.fixture(scope="module")
def checkpoint(bert: Any) -> Path:
    from transformers import BertForSequenceClassification

    return Path(bert(BertForSequenceClassification, num_labels=1, initializer_range=0.5))


@pytest.fixture
def reranker(checkpoint: Path) -> Any:
    reranker = open_reranker(str(checkpoint))
    assert reranker is not None
    yield reranker
    reranker.close()  # type: ignore[attr-defined]


async def test_scores_are_the_librarys_raw_ones_in_order(reranker: Any, checkpoint: Path) -> None:
    import torch
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(str(checkpoint))
    expected = model.predict([(QUESTION, text) for text in TEXTS], activation_fn=torch.nn.Identity())
    scores = await reranker.score(QUESTION, TEXTS)
    assert scores == pytest.approx(expected.tolist(), abs=1e-5)
    assert len(set(scores)) == len(TEXTS)
    assert await reranker.score(QUESTION, []) == []


async def test_many_questions_at_once_get_their_own_scores(reranker: Any) -> None:
    alone = [await reranker.score(word, TEXTS) for word in ("who", "travel", "manager")]
    at_once = await asyncio.gather(*(reranker.score(word, TEXTS) for word in ("who", "travel", "manager")))
    for one, other in zip(alone, at_once, strict=True):
        assert one == pytest.approx(other, abs=1e-5)


def test_the_name_says_model_and_weights(reranker: Any, checkpoint: Path) -> None:
    name, fingerprint = reranker.name.split("@")
    assert name == checkpoint.name
    assert len(fingerprint) == 12


def test_none_is_none() -> None:
    assert open_reranker(None) is None


def test_a_model_that_gives_several_scores_is_refused(bert: Any) -> None:
    from transformers import BertForSequenceClassification

    with pytest.raises(ModelUnavailable, match="3 scores a pair"):
        open_reranker(str(bert(BertForSequenceClassification, num_labels=3)))


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="RERANKER_MODEL"):
        open_reranker(str(tmp_path / "nowhere"))
