"""Who would be asked, and when: a dry run of an approval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.approvals.people import approver_named, in_force
from core.approvals.schedule import schedule
from core.domain.approval import Approval, Approver, Delegation, Level


@dataclass(frozen=True)
class Asked:
    """One level: when it is asked, who, where the cards go, and which of them somebody else stands in for.

    ``cards`` are channels; ``direct`` are those who get a card of their own. ``deputies`` are pairs of who is away and who
    stands in for them, of those the level names by account or e-mail.
    """

    at: datetime
    approvers: tuple[Approver, ...]
    cards: tuple[str, ...]
    direct: tuple[Approver, ...]
    deputies: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Plan:
    """What becomes of an approval that nobody decides."""

    levels: tuple[Asked, ...]
    reminders: tuple[datetime, ...]
    expiry: datetime


def plan(approval: Approval, delegations: Iterable[Delegation] = ()) -> Plan:
    """Level by level who is asked and where, and when reminders, escalations and the end come."""
    delegations, times = list(delegations), schedule(approval)
    moments = (approval.opened_at, *times.escalations)
    levels = (approval.rule, *approval.rule.escalation)
    asked = [_asked(at, level, delegations) for at, level in zip(moments, levels, strict=False)]
    return Plan(levels=tuple(asked), reminders=times.reminders, expiry=times.expiry)


def _asked(at: datetime, level: Level, delegations: Iterable[Delegation]) -> Asked:
    away = [(d.absent, d.delegate) for d in in_force(delegations, at.date()) if _names(level, d.absent)]
    return Asked(
        at=at,
        approvers=level.approvers,
        cards=level.cards,
        direct=level.direct if level.cards or level.direct else level.approvers,
        deputies=tuple(dict.fromkeys(away)),
    )


def _names(level: Level, absent: str) -> bool:
    wanted = approver_named(absent)
    return any(
        approver == wanted
        or bool(approver.email and wanted.email and approver.email.casefold() == wanted.email.casefold())
        for approver in level.approvers
    )
