"""The delivery promises, at their edges."""

from datetime import UTC, date, datetime

import pytest

from bot.sample.orders.promises import (
    business_days_between,
    counts_as_paid,
    delay_cents,
    dispatch_due,
    overdue,
    plus_business_days,
)

FRIDAY = datetime(2026, 3, 6, 19, 59, tzinfo=UTC)  # 1:59 p.m. in Chicago
TOO_LATE = FRIDAY.replace(hour=20, minute=0)


def test_after_two_it_counts_from_the_next_business_day():
    assert counts_as_paid(FRIDAY) == date(2026, 3, 6)
    assert counts_as_paid(TOO_LATE) == date(2026, 3, 9)


def test_business_days_leave_weekends_out():
    assert plus_business_days(date(2026, 3, 6), 1) == date(2026, 3, 9)
    assert plus_business_days(date(2026, 3, 9), -1) == date(2026, 3, 6)
    assert plus_business_days(date(2026, 3, 7), 0) == date(2026, 3, 9)
    assert business_days_between(date(2026, 3, 6), date(2026, 3, 9)) == 1
    assert business_days_between(date(2026, 3, 9), date(2026, 3, 6)) == 0


@pytest.mark.parametrize(("service", "due"), [("standard", date(2026, 3, 10)), ("express", date(2026, 3, 9))])
def test_when_an_order_leaves(service, due):
    assert dispatch_due(service, FRIDAY) == due


def test_late_by_our_doing_is_more_than_three_business_days():
    assert not overdue("standard", FRIDAY, datetime(2026, 3, 13, 18, tzinfo=UTC))  # three after the 10th
    assert overdue("standard", FRIDAY, datetime(2026, 3, 16, 18, tzinfo=UTC))


@pytest.mark.parametrize(
    ("arrived", "cents"),
    [(17, 0), (19, 0), (20, 2000), (24, 2000), (25, 4000), (31, 4000)],  # due on the 17th; 3, 5, 6 and 10 days late
)
def test_steps_of_compensation(arrived, cents):
    assert delay_cents(40000, "standard", FRIDAY, datetime(2026, 3, arrived, 18, tzinfo=UTC)) == cents


def test_compensation_has_a_least_and_a_most():
    late = datetime(2026, 3, 20, 18, tzinfo=UTC)
    assert delay_cents(2000, "standard", FRIDAY, late) == 500
    assert delay_cents(2000, "standard", FRIDAY, late.replace(day=25)) == 1000
    assert delay_cents(900000, "standard", FRIDAY, late.replace(month=4, day=20)) == 12000
