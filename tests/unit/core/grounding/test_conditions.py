import pytest

from core.grounding.conditions import dropped

SENTENCES = {
    "Items may be returned unless they were on sale.": "unless they were on sale",
    "If you resign, award leave is not paid out.": "If you resign",
    "Der Urlaub wird ausgezahlt, sofern er beantragt wurde.": "sofern er beantragt wurde",
    "Se devuelve el importe, salvo en rebajas.": "salvo en rebajas",
    "Кошти повертають, якщо товар новий.": "якщо товар новий",
    "如果商品未使用，可以退货。": "如果商品未使用",
}


@pytest.mark.parametrize(("source", "condition"), SENTENCES.items())
def test_a_condition_left_out_is_named(source: str, condition: str) -> None:
    claim = source.replace(condition, "").strip(" ,，")
    assert dropped(claim, (source,)) == condition


@pytest.mark.parametrize("source", SENTENCES)
def test_a_condition_kept_is_not(source: str) -> None:
    assert dropped(source, (source,)) is None


def test_the_askers_own_case_meets_it() -> None:
    source = "If you resign, award leave is not paid out."
    assert dropped("Award leave is not paid out.", (source,), "is award leave paid when I resign?") is None
