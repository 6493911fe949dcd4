"""How long a review may take, as the asker is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

from core.domain.approval import Approval
from core.domain.language import Language
from core.wording import say

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
    language = approval.request.language
    latest = say("wait.latest", language, moment=_moment(approval))
    if usual is None:
        return latest
    return f"{say('wait.usual', language, time=duration(usual, language))} {latest}"


def duration(time: timedelta, language: Language | None = None) -> str:
    """In the largest unit that gives at least two of them, rounded up: nobody minds an answer that comes early."""
    seconds = max(1, int(time.total_seconds()))
    for unit, size in (("days", 86400), ("hours", 3600)):
        if seconds >= 2 * size:
            return say(f"wait.{unit}", language, count=-(-seconds // size))
    minutes = -(-seconds // 60)
    return say("wait.minutes", language, count=minutes) if minutes > 1 else say("wait.minute", language)


def _moment(approval: Approval) -> str:
    zone = approval.rule.hours.zone if approval.rule.hours else "UTC"
    at: datetime = approval.expires_at.astimezone(ZoneInfo(zone))
    return f"{at:%Y-%m-%d %H:%M} {at:%Z}"
