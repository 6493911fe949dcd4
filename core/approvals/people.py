"""Who is who: accounts of several surfaces, joined by verified e-mail."""

from __future__ import annotations

from core.domain.approval import Approver
from core.domain.request import Person


def same_person(one: Person, other: Person) -> bool:
    """Whether two accounts belong to one person: the same account, or the same verified e-mail."""
    if one.id == other.id:
        return True
    return bool(one.email and other.email and one.email.casefold() == other.email.casefold())


def voters_account(approver: Approver, voter: Person, groups: frozenset[str]) -> bool:
    """Whether an entry of the approvals file means this voter, who belongs to these groups."""
    if approver.account is not None:
        return approver.account == voter.id
    if approver.email is not None:
        return voter.email is not None and approver.email.casefold() == voter.email.casefold()
    return approver.group in groups
