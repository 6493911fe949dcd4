"""How long a review may take, as the asker is told."""

from datetime import time, timedelta

import pytest

from core.approvals.waiting import duration, expected, wait_told
from core.domain.approval import WorkingHours
from tests.adapters.samples import approval

MINUTE = timedelta(minutes=1)


def test_the_median_counts_once_there_are_three_decisions() -> None:
    assert expected([MINUTE, 2 * MINUTE]) is None
    assert expected([MINUTE, 100 * MINUTE, 2 * MINUTE]) == 2 * MINUTE


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(0), "a minute"),
        (timedelta(seconds=61), "2 minutes"),
        (timedelta(minutes=100), "100 minutes"),
        (timedelta(hours=2), "2 hours"),
        (timedelta(hours=47), "47 hours"),
        (timedelta(days=2, seconds=1), "3 days"),
    ],
)
def test_a_time_in_words(time: timedelta, words: str) -> None:
    assert duration(time) == words


def test_the_asker_is_told_the_usual_time_and_the_latest() -> None:
    assert wait_told(approval(), []) == "If nobody decides by 2026-01-08 09:00 UTC, I will tell you so."
    assert wait_told(approval(), [20 * MINUTE] * 3).startswith("That usually takes about 20 minutes. If nobody")


def test_the_latest_is_told_in_the_time_zone_of_the_working_hours() -> None:
    given = approval()
    hours = WorkingHours(zone="Europe/Berlin", days=(0,), start=time(9), end=time(17))
    given = given.model_copy(update={"rule": given.rule.model_copy(update={"hours": hours})})
    assert "2026-01-08 10:00 CET" in wait_told(given, [])
