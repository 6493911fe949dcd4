"""Which delegations can be, and who may set them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from core.approvals.people import Member, approver_named, in_force, is_approver, is_own, named
from core.domain.approval import Approval, Approver, Delegation
from core.domain.request import Person, SurfaceName

LONGEST = timedelta(days=366)
_NAME = re.compile(r"(slack|teams|terminal):\S+|[^@:\s]+@[^@:\s]+")


def problem_with(absent: str, delegate: str, days: tuple[date, date], today: date) -> str | None:
    """Why a delegation cannot be, in a sentence; None if it can."""
    first, last = days
    for name in (absent, delegate):
        if not _NAME.fullmatch(name):
            return f"{name or 'Nobody'} is no account (slack:U...) and no e-mail."
    if absent.casefold() == delegate.casefold():
        return "Nobody stands in for themselves."
    if last < first:
        return "The last day is before the first."
    if last < today:
        return "The last day is over."
    if last - first > LONGEST:
        return "A delegation lasts a year at most."
    return None


def may_set(absent: str, by: Person) -> bool:
    """People set their own absence; whoever sits at the operator's terminal sets anybody's."""
    return by.id.startswith(f"{SurfaceName.TERMINAL}:") or named(absent, by)


def deputies(
    approval: Approval, delegations: Sequence[Delegation], members: dict[str, Member], today: date
) -> list[tuple[Delegation, Approver]]:
    """Who stands in on that day for somebody who may decide on it. ``members`` are the absent, by the name given."""
    found = []
    for delegation in in_force(delegations, today):
        member = members.get(delegation.absent)
        if member is None or not is_approver(approval, member):
            continue
        if not is_own(approval, member.person):
            found.append((delegation, approver_named(delegation.delegate)))
    return found
