"""``calibrate``: what it reads and where it writes; the fit itself has its own tests."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.calibrate import Calibrated
from core.errors import ConfigurationError
from core.retrieval.confidence import Calibration
from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import UNUSED

QUESTION = {"id": "q1", "question": "How many days?", "kind": "answerable", "doc": "leave.md", "lang": "en"}
ANSWER = {"id": "q1", "outcome": "answered", "text": "\x9b2J", "confidence": 0.9}


@pytest.fixture
def questions(tmp_path: Path) -> str:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(QUESTION), encoding="utf-8")
    (tmp_path / "home").mkdir()
    return str(file)


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Every fit comes to the same calibration; what it was given."""
    given: list[dict[str, Any]] = []

    async def fit(labels: list[Any], retrieve: object, **more: Any) -> Calibrated:
        given.append({"ids": [label.id for label in labels], **more})
        figures = UNUSED.provenance.model_copy(update={"figures": {"auroc": 0.8125}})
        return Calibrated(UNUSED.model_copy(update={"provenance": figures}), [ANSWER])

    monkeypatch.setattr("bot.calibrate.calibrate", fit)
    return given


def test_a_calibration_is_written_and_how_to_use_it_said(
    run: Run, questions: str, fitted: list[dict[str, Any]], tmp_path: Path
) -> None:
    done = run("calibrate", questions)
    target = tmp_path / "home" / "calibration.json"
    assert done.status == 0
    assert "auroc        0.812" in done.out
    assert f"COUNTERSIGN_CALIBRATION_FILE={target}" in done.out
    assert Calibration.load(target).provenance.figures == {"auroc": 0.8125}
    assert (fitted[0]["ids"], fitted[0]["data"]) == (["q1"], "questions.jsonl")


def test_out_of_fold_answers_are_one_object_a_line(
    run: Run, questions: str, fitted: list[dict[str, Any]], tmp_path: Path
) -> None:
    answers, target = tmp_path / "answers.jsonl", tmp_path / "mine.json"
    done = run("calibrate", questions, "--out-of-fold", str(answers), "--output", str(target))
    assert done.status == 0
    assert [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()] == [ANSWER]
    assert "\x9b" not in answers.read_text(encoding="utf-8")
    assert target.exists()


def test_too_few_questions_are_one_line(run: Run, questions: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise ConfigurationError("1 labelled questions are too few to calibrate.", "Label at least 60.")

    monkeypatch.setattr("bot.calibrate.calibrate", refuse)
    done = run("calibrate", questions)
    assert (done.status, done.out) == (2, "")
    assert done.err == "1 labelled questions are too few to calibrate. Label at least 60.\n"


@pytest.mark.parametrize("line", ["{", '{"id": "q1"}', '{"id": "q1", "question": "x", "kind": "odd"}'])
def test_a_malformed_line_is_named(run: Run, tmp_path: Path, line: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    done = run("calibrate", str(file))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"{file}, line 2: " in done.err


@pytest.mark.parametrize("arguments", [[], ["none.jsonl"], ["."]])
def test_bad_usage_is_one_line(run: Run, arguments: list[str]) -> None:
    done = run("calibrate", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
