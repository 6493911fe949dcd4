"""What the Orders and Delivery Policy promises of an order: when it leaves, when it counts as late, what a delay is worth."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

COMPANY = ZoneInfo("America/Chicago")
CLOSES = 14
"""Orders paid after 2 p.m. Central Time count as paid on the next business day (section 2)."""
GRACE = 3
"""Business days after the promised dispatch from which the delay is the company's responsibility (section 4.1)."""


@dataclass(frozen=True)
class Service:
    """Business days until an order leaves the warehouse and until it is delivered (section 2)."""

    leaves: int
    arrives: int


SERVICES = {"standard": Service(2, 7), "express": Service(1, 2)}
_STEPS = ((10, 15, 0, 12000), (5, 10, 1000, None), (2, 5, 500, None))
"""More than so many business days late: percent of the order, at least and at most so many cents (compensation, 4.1)."""


def plus_business_days(day: date, count: int) -> date:
    """That many business days later, or earlier if negative; 0 is the day itself, or the Monday after a weekend."""
    while day.weekday() > 4:
        day += timedelta(days=1)
    step = 1 if count >= 0 else -1
    for _ in range(abs(count)):
        day += timedelta(days=step)
        while day.weekday() > 4:
            day += timedelta(days=step)
    return day


def business_days_between(day: date, later: date) -> int:
    """Business days after ``day`` up to and with ``later``; 0 if it is not later."""
    days = (later - day).days
    return sum((day + timedelta(days=n)).weekday() < 5 for n in range(1, days + 1))


def counts_as_paid(paid_at: datetime) -> date:
    """The business day on which a payment counts."""
    local = paid_at.astimezone(COMPANY)
    return plus_business_days(local.date() + timedelta(days=local.hour >= CLOSES), 0)


def dispatch_due(service: str, paid_at: datetime) -> date:
    """The day by whose end the order leaves the warehouse."""
    return plus_business_days(counts_as_paid(paid_at), SERVICES[service].leaves)


def delivery_due(service: str, paid_at: datetime) -> date:
    """The day by whose end the order is delivered."""
    return plus_business_days(counts_as_paid(paid_at), SERVICES[service].arrives)


def overdue(service: str, paid_at: datetime, now: datetime) -> bool:
    """Whether an order that has not left is late by the company's responsibility."""
    return business_days_between(dispatch_due(service, paid_at), now.astimezone(COMPANY).date()) > GRACE


def delay_cents(cents: int, service: str, paid_at: datetime, arrived: datetime) -> int:
    """What a delivery at that moment is compensated with; ``cents`` is the order's value."""
    late = business_days_between(delivery_due(service, paid_at), arrived.astimezone(COMPANY).date())
    for over, percent, least, most in _STEPS:
        if late > over:
            worth = max(cents * percent // 100, least)
            return worth if most is None else min(worth, most)
    return 0
