from pathlib import Path

import pytest

from core.actions.completion import completion_claim
from core.domain.language import Language
from core.strict_yaml import load
from core.wording import texts

SAMPLES = load(Path(__file__).with_name("completion_claims.yml").read_bytes())


def of(kind: str) -> list[str]:
    return [text for language in SAMPLES[kind].values() for text in language]


@pytest.mark.parametrize("text", of("claims"))
def test_what_claims_to_be_done_is_found(text: str) -> None:
    assert completion_claim(text)


@pytest.mark.parametrize("text", of("honest"))
def test_what_is_denied_asked_conditional_or_possible_is_no_claim(text: str) -> None:
    assert completion_claim(text) is None


@pytest.mark.parametrize("language", Language)
def test_of_our_own_texts_only_those_of_a_success_claim_one(language: Language) -> None:
    claiming = {key for key, text in texts(language).items() if key.startswith("action.") and completion_claim(text)}
    assert claiming == {key for key in texts(language) if key.startswith("action.success.")}
