"""How long a review may take, as the asker is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

from core.domain.approval import Approval

ENOUGH = 3
"""Decisions from which on their median says something."""


def expected(decision_times: Sequence[timedelta]) -> timedelta | None:
    """The median of how long decisions by the same rule took; None while there are too few of them."""
    if len(decision_times) < ENOUGH:
        return None
    return timedelta(seconds=median(time.total_seconds() for time in decision_times))


def wait_told(approval: Approval, decision_times: Sequence[timedelta]) -> str:
    """The usual time, if it is known, and the latest."""
    usual = expected(decision_times)
    latest = f"If nobody decides by {_moment(approval)}, I will tell you so."
    return f"That usually takes about {duration(usual)}. {latest}" if usual is not None else latest


def duration(time: timedelta) -> str:
    """In the largest unit that gives at least two of them, rounded up: nobody minds an answer that comes early."""
    seconds = max(1, int(time.total_seconds()))
    for unit, size in (("days", 86400), ("hours", 3600)):
        if seconds >= 2 * size:
            return f"{-(-seconds // size)} {unit}"
    minutes = -(-seconds // 60)
    return f"{minutes} minutes" if minutes > 1 else "a minute"


def _moment(approval: Approval) -> str:
    zone = approval.rule.hours.zone if approval.rule.hours else "UTC"
    at: datetime = approval.expires_at.astimezone(ZoneInfo(zone))
    return f"{at:%Y-%m-%d %H:%M} {at:%Z}"
