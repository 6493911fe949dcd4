"""Whole families of attacks in English and Chinese get their tag; the honest words nearest to them get none."""

from pathlib import Path
from typing import Any

import pytest

from core.domain.judgement import RiskTag
from core.modules.input_safety_precheck import Input, rules
from core.safety.scanning import scan
from core.strict_yaml import load

FAMILIES = load(Path(__file__).with_name("families.yml").read_bytes())


@pytest.mark.parametrize(("tag", "text"), [(tag, text) for tag, texts in FAMILIES["attacks"].items() for text in texts])
def test_an_attack_in_other_words_has_its_tag(tag: str, text: str) -> None:
    assert RiskTag(tag) in {finding.tag for finding in scan(text)}


@pytest.mark.parametrize("text", FAMILIES["honest"])
def test_the_honest_words_nearest_to_it_have_none(text: str) -> None:
    assert scan(text) == ()


@pytest.mark.parametrize("wrapped", FAMILIES["wrapped"], ids=[one["text"][:40] for one in FAMILIES["wrapped"]])
def test_of_an_attack_around_a_wish_the_wish_is_left(wrapped: dict[str, Any]) -> None:
    output = rules(Input(user_query=wrapped["text"]))
    assert {RiskTag(tag) for tag in wrapped["tags"]} <= set(output.risk_tags)
    assert output.sanitized_user_query == wrapped["left"]
