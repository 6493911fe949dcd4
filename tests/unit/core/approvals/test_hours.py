"""Working hours: weekends, nights, time zones and the two nights on which clocks change."""

from datetime import UTC, datetime, time

import pytest

from core.approvals.hours import is_open, next_open
from core.domain.approval import WorkingHours

BERLIN = WorkingHours(zone="Europe/Berlin", days=(0, 1, 2, 3, 4), start=time(9), end=time(17))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "opening"),
    [
        ("2026-01-05T08:00", "2026-01-05T08:00"),  # Monday, 09:00 in Berlin
        ("2026-01-05T07:59", "2026-01-05T08:00"),
        ("2026-01-05T15:59", "2026-01-05T15:59"),
        ("2026-01-05T16:00", "2026-01-06T08:00"),  # the end is not within
        ("2026-01-09T16:00", "2026-01-12T08:00"),  # Friday evening
        ("2026-01-10T12:00", "2026-01-12T08:00"),
        ("2026-03-27T16:30", "2026-03-30T07:00"),  # summer time begins in between
        ("2026-10-23T15:30", "2026-10-26T08:00"),  # and ends
    ],
)
def test_the_next_moment_within_working_hours(moment: str, opening: str) -> None:
    assert next_open(at(moment), BERLIN) == at(opening)
    assert is_open(at(opening), BERLIN)
    assert is_open(at(moment), BERLIN) == (moment == opening)


def test_without_working_hours_it_is_always_open() -> None:
    assert is_open(at("2026-01-10T03:00"), None)
    assert next_open(at("2026-01-10T03:00"), None) == at("2026-01-10T03:00")


def test_one_day_a_week_is_found_from_everywhere() -> None:
    mondays = BERLIN.model_copy(update={"days": (0,)})
    assert next_open(at("2026-01-05T17:00"), mondays) == at("2026-01-12T08:00")
