"""What calls cost."""

import pytest

from adapters.llm.prices import priced
from core.domain.model import Usage

MILLION = Usage(input_tokens=1_000_000, output_tokens=1_000_000)


@pytest.mark.parametrize(("model", "cost"), [("claude-sonnet-5-5", 12.0), ("claude-opus-5-5", 24.0)])
def test_a_million_in_and_a_million_out(model: str, cost: float) -> None:
    assert priced(MILLION, model).cost == pytest.approx(cost)


def test_the_cache_is_cheaper_to_read_and_dearer_to_write() -> None:
    assert priced(Usage(cache_read_tokens=1_000_000), "claude-sonnet-5-5").cost == pytest.approx(0.2)
    assert priced(Usage(cache_write_tokens=1_000_000), "claude-sonnet-5-5").cost == pytest.approx(2.5)


def test_a_dated_name_has_the_models_price() -> None:
    assert priced(MILLION, "claude-haiku-4-5-20251001").cost == priced(MILLION, "claude-haiku-4-5").cost


def test_an_unknown_model_has_no_cost() -> None:
    assert priced(MILLION, "SmolLM2-135M-Instruct").cost is None
