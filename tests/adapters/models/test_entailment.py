"""An inference model of the operator's choice, loaded by the real path from a tiny checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.memory.entailment import KnownEntailment
from adapters.models.entailment import CrossEncoderEntailment
from adapters.models.factory import open_entailment
from core.errors import ModelUnavailable
from core.ports.entailment import Judgement

PAIRS = [("a manager approves an expense report .", "a manager approves ."), ("the travel policy " * 20, "who ?")]
LABELS = {0: "CONTRADICTION", 1: "ENTAILMENT", 2: "NEUTRAL"}


def checkpoint(bert: Any, labels: dict[int, str]) -> Path:
    from transformers import BertForSequenceClassification

    return Path(bert(BertForSequenceClassification, id2label=labels, initializer_range=0.5))


@pytest.fixture(scope="module")
def folder(bert: Any) -> Path:
    return checkpoint(bert, LABELS)


@pytest.fixture
def model(folder: Path) -> Iterator[CrossEncoderEntailment]:
    model = open_entailment(str(folder))
    assert isinstance(model, CrossEncoderEntailment)
    yield model
    model.close()


async def test_the_columns_are_those_that_the_model_names(model: CrossEncoderEntailment, folder: Path) -> None:
    import torch
    from sentence_transformers import CrossEncoder

    rows = CrossEncoder(str(folder)).predict(PAIRS, activation_fn=torch.nn.Softmax(dim=-1)).tolist()
    judged = await model.judge(PAIRS)
    assert [one.contradicted for one in judged] == pytest.approx([row[0] for row in rows], abs=1e-5)
    assert [one.entailed for one in judged] == pytest.approx([row[1] for row in rows], abs=1e-5)
    assert await model.judge([]) == []


def test_the_name_says_model_and_weights(model: CrossEncoderEntailment, folder: Path) -> None:
    name, fingerprint = model.name.split("@")
    assert name == folder.name
    assert len(fingerprint) == 12


async def test_not_entailed_is_not_contradicted(bert: Any) -> None:
    model = open_entailment(str(checkpoint(bert, {0: "entailment", 1: "not_entailment"})))
    assert isinstance(model, CrossEncoderEntailment)
    try:
        assert [one.contradicted for one in await model.judge(PAIRS)] == [0.0, 0.0]
    finally:
        model.close()


def test_a_model_without_the_label_is_refused(bert: Any) -> None:
    with pytest.raises(ModelUnavailable, match="names its outputs label_0, label_1"):
        open_entailment(str(checkpoint(bert, {0: "LABEL_0", 1: "LABEL_1"})))


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="ENTAILMENT_MODEL"):
        open_entailment(str(tmp_path / "nowhere"))


def test_none_is_none() -> None:
    assert open_entailment(None) is None


async def test_the_one_in_memory_is_neutral_about_what_it_was_not_told() -> None:
    model = KnownEntailment({("a", "b"): Judgement(entailed=1, contradicted=0)})
    assert [one.entailed for one in await model.judge([("a", "b"), ("b", "a")])] == [1, 0]
