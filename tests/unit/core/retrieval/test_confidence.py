import json
from pathlib import Path

import pytest

from core.errors import ConfigurationError
from core.retrieval.confidence import Calibration, packaged

PROVENANCE = {
    "data": "d", "date": "2026-01-01", "questions": 1, "documents": 1, "engine": "e", "method": "m", "figures": {},
}  # fmt: skip
SIMPLE = {
    "provenance": PROVENANCE,
    "scorer": {"coverage": 1.0},
    "intercept": 0.0,
    "terms": {"margin": {"weight": 2.0, "centre": 1.0, "spread": 0.5, "low": 0.0, "high": 2.0}},
}


def test_the_centre_of_everything_is_even_odds() -> None:
    assert Calibration.model_validate(SIMPLE).confidence({"margin": 1.0}) == 0.5


def test_more_of_a_good_sign_is_more_confidence() -> None:
    calibration = Calibration.model_validate(SIMPLE)
    assert calibration.confidence({"margin": 1.5}) == pytest.approx(0.8808, abs=1e-4)
    assert calibration.confidence({"margin": 0.5}) == pytest.approx(0.1192, abs=1e-4)


def test_values_beyond_what_the_fit_has_seen_promise_no_more() -> None:
    calibration = Calibration.model_validate(SIMPLE)
    assert calibration.confidence({"margin": 900.0}) == calibration.confidence({"margin": 2.0})
    assert calibration.confidence({"margin": -900.0}) == calibration.confidence({"margin": 0.0})


def test_features_it_does_not_name_play_no_part() -> None:
    assert Calibration.model_validate(SIMPLE).confidence({"margin": 1.0, "reranker": 9.0}) == 0.5


def test_a_feature_that_is_not_measured_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="margin"):
        Calibration.model_validate(SIMPLE).confidence({})


def test_the_packaged_one_says_where_it_comes_from() -> None:
    provenance = packaged().provenance
    assert provenance.questions > 100
    assert provenance.figures["auroc"] > 0.5
    assert provenance.date
    assert provenance.engine


def test_a_file_that_is_missing_or_wrong_is_named_with_its_field(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere\.json"):
        Calibration.load(tmp_path / "nowhere.json")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({**SIMPLE, "intercept": "high"}))
    with pytest.raises(ConfigurationError, match=r"wrong\.json: intercept"):
        Calibration.load(wrong)
