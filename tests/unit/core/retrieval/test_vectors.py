import pytest

from core.retrieval.vectors import cosine, mean, pack, unpack


def test_what_is_packed_has_unit_length() -> None:
    assert list(unpack(pack([3.0, 4.0]))) == pytest.approx([0.6, 0.8])


def test_the_mean_lies_between() -> None:
    assert list(unpack(mean([pack([1.0, 0.0]), pack([0.0, 1.0])]))) == pytest.approx([0.5**0.5, 0.5**0.5])


def test_the_mean_of_one_is_itself() -> None:
    assert mean([pack([0.6, 0.8])]) == pack([0.6, 0.8])


def test_cosine() -> None:
    assert cosine(unpack(pack([1.0, 0.0])), unpack(pack([1.0, 1.0]))) == pytest.approx(0.5**0.5)


def test_nothing_is_divided_by_zero() -> None:
    assert list(unpack(pack([0.0, 0.0]))) == [0.0, 0.0]
