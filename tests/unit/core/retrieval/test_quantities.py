from math import inf

import pytest

from core.retrieval.quantities import Quantity, Unit, quantities, row_quantities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$50,000 to $250,000", Quantity(Unit.MONEY, 50_000, 250_000)),
        ("$50-250k", Quantity(Unit.MONEY, 50_000, 250_000)),
        ("at least 4 consecutive nights", Quantity(Unit.DURATION, 4, inf)),
        ("not to exceed one year", Quantity(Unit.DURATION, -inf, 365)),
        ("up to 26 weeks", Quantity(Unit.DURATION, -inf, 182)),
        ("between 3 and 15 years", Quantity(Unit.DURATION, 1095, 5475)),
        ("3 or more bags", Quantity(Unit.COUNT, 3, inf)),
        ("27- to 33-mil", Quantity(Unit.COUNT, 27, 33)),
        ("seven (7) members", Quantity(Unit.COUNT, 7, 7)),
        ("75% of the rate", Quantity(Unit.PERCENT, 75, 75)),
        ("単価が10万円以上", Quantity(Unit.MONEY, 100_000, inf)),
        ("6か月間", Quantity(Unit.DURATION, 180, 180)),
        ("三个月", Quantity(Unit.DURATION, 90, 90)),
        ("nach sechsmonatigem Bestehen", Quantity(Unit.DURATION, 180, 180)),
        ("half a day", Quantity(Unit.DURATION, 0.5, 0.5)),
        ("mindestens einen halben Tag", Quantity(Unit.DURATION, 0.5, inf)),
        ("five unused paid days", Quantity(Unit.DURATION, 5, 5)),
        ("mehr als sechs bis zu neun Stunden", Quantity(Unit.DURATION, 6 / 24, 9 / 24)),
        ("entre 3 y 5 días", Quantity(Unit.DURATION, 3, 5)),
        ("до 14 днів", Quantity(Unit.DURATION, -inf, 14)),
    ],
)
def test_a_stated_range(text: str, expected: Quantity) -> None:
    (found,) = quantities(text)
    assert found.unit == expected.unit
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("asked", "stated", "inside"),
    [
        ("over $100K", "$50,000 to $250,000", True),
        ("over $250,000", "$50,000 to $250,000", False),
        ("$250,000", "$50,000 to $250,000", True),
        ("5 yrs", "between 3 and 15 years", True),
        ("14 months", "within 12 months", False),
        ("60%", "more than 50% of users", True),
        ("50%", "more than 50% of users", False),
        ("a score of 60", "56-90", True),
        ("3 nights", "at least 4 nights", False),
        ("80 hours", "80 hours or less", True),
        ("5 days", "$5", False),
    ],
)
def test_a_number_asked_for_falls_into_a_range_or_not(asked: str, stated: str, inside: bool) -> None:
    assert quantities(stated)[-1].holds(quantities(asked)[-1]) is inside


def test_two_numbers_joined_by_and_stay_two() -> None:
    assert [q.low for q in quantities("30 minutes and 45 minutes")] == pytest.approx([30 / 1440, 45 / 1440])


def test_text_without_numbers() -> None:
    assert quantities("Ask your manager.") == ()


def test_a_cell_has_the_unit_of_its_heading_unless_it_states_one() -> None:
    header = "Completed years of service | Hourly employees | Share in %"
    assert row_quantities("5 to 9 | 17 days | 80", header) == (
        Quantity(Unit.DURATION, 5 * 365, 9 * 365),
        Quantity(Unit.DURATION, 17, 17),
        Quantity(Unit.PERCENT, 80, 80),
    )


def test_a_cell_below_no_unit_stays_a_count() -> None:
    assert row_quantities("Level 4 | 12", "Role | Keys | ") == (
        Quantity(Unit.COUNT, 4, 4),
        Quantity(Unit.COUNT, 12, 12),
    )


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("$10 to $50", "$50 to $90", True),
        ("up to 3 days", "4 days or more", True),
        ("over 75,000", "over 100,000", False),
    ],
)
def test_ranges_exclude_each_other_or_not(one: str, other: str, apart: bool) -> None:
    assert quantities(one)[0].excludes(quantities(other)[0]) is apart
