"""What time does to an approval. Pure: the moment is handed in, and the answer is what has to happen by then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from core.approvals.hours import is_open, next_open
from core.domain.approval import Approval, ApprovalState


@dataclass(frozen=True)
class Schedule:
    """When reminders, escalations and the end of an approval come, in UTC; what would come after its end is left out."""

    reminders: tuple[datetime, ...]
    escalations: tuple[datetime, ...]
    expiry: datetime


@dataclass(frozen=True)
class Due:
    """What has to be on record by now: the level asked and the reminders given, or that the time is over."""

    expired: bool
    level: int
    reminded: int


def schedule(approval: Approval) -> Schedule:
    """The whole plan of a pending approval. A reminder outside working hours waits for the next ones."""
    rule, start = approval.rule, approval.opened_at + timedelta(seconds=approval.held)
    reminders = (next_open(start + timedelta(seconds=after), rule.hours) for after in rule.reminders)
    escalations = (start + timedelta(seconds=level.after) for level in rule.escalation)
    return Schedule(
        reminders=tuple(moment for moment in reminders if moment < approval.expires_at),
        escalations=tuple(moment for moment in escalations if moment < approval.expires_at),
        expiry=approval.expires_at,
    )


def due(approval: Approval, now: datetime) -> Due | None:
    """What time has brought that is not on record yet; None if there is nothing.

    Reminders that came due together, a weekend's for instance, are one. None is given outside working hours, however late
    the question is put.
    """
    if approval.state is not ApprovalState.PENDING:
        return None
    plan = schedule(approval)
    if plan.expiry <= now:
        return Due(expired=True, level=approval.level, reminded=approval.reminded)
    level = max(approval.level, sum(moment <= now for moment in plan.escalations))
    reminded = approval.reminded
    if is_open(now, approval.rule.hours):
        reminded = max(reminded, sum(moment <= now for moment in plan.reminders))
    if (level, reminded) == (approval.level, approval.reminded):
        return None
    return Due(expired=False, level=level, reminded=reminded)
