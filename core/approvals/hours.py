"""Working hours: when people may be reminded."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from core.domain.approval import WorkingHours

WEEK = 7


def is_open(at: datetime, hours: WorkingHours | None) -> bool:
    """Whether that moment is within working hours; always, where there are none."""
    if hours is None:
        return True
    local = at.astimezone(ZoneInfo(hours.zone))
    return local.weekday() in hours.days and hours.start <= local.time() < hours.end


def next_open(at: datetime, hours: WorkingHours | None) -> datetime:
    """That moment, or the beginning of the next working hours after it, in UTC."""
    if hours is None or is_open(at, hours):
        return at.astimezone(UTC)
    zone = ZoneInfo(hours.zone)
    today = at.astimezone(zone).date()
    openings = (
        datetime.combine(day, hours.start.replace(fold=0), zone).astimezone(
            UTC
        )  # one that the clocks leave out comes later
        for day in (today + timedelta(days=n) for n in range(WEEK + 1))
        if day.weekday() in hours.days
    )
    return next(opening for opening in openings if opening > at)
