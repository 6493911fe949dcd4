"""Who is who: accounts of several surfaces, joined by verified e-mail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from core.domain.approval import Approval, Approver, Delegation
from core.domain.request import Person, Standing


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


@dataclass(frozen=True)
class Member:
    """Somebody as their surface knows them now, and the groups they belong to."""

    person: Person
    groups: frozenset[str] = frozenset()


def named(name: str, person: Person) -> bool:
    """Whether an account or an e-mail, as a delegation has it, means this person."""
    return voters_account(approver_named(name), person, frozenset())


def approver_named(name: str) -> Approver:
    """The entry of an approvals file that means the same account or e-mail."""
    return Approver(account=name) if ":" in name else Approver(email=name)


def is_approver(approval: Approval, member: Member) -> bool:
    """Whether those asked so far include this person, by account, verified e-mail or group.

    Guests, external people and bots never decide, whatever a rule says: they belong to no group, and an account listed by
    mistake must not open the gate (DESIGN: settled questions).
    """
    if member.person.standing is not Standing.MEMBER:
        return False
    return any(voters_account(approver, member.person, member.groups) for approver in approval.approvers)


def in_force(delegations: Iterable[Delegation], day: date) -> list[Delegation]:
    """Those that hold on that day and were not called off."""
    return [d for d in delegations if d.ended_at is None and d.first_day <= day <= d.last_day]


def is_own(approval: Approval, person: Person) -> bool:
    """Whether this person may not decide for having a part in it: they asked, or confirmed the action.

    A rule for answers may let askers decide; on an action nobody decides who asked for it or confirmed it (issue 6).
    """
    if same_person(approval.request.asker, person) and (approval.action or not approval.rule.asker_may_decide):
        return True
    return approval.confirmed_by is not None and same_person(approval.confirmed_by, person)


def seat_of(approval: Approval, voter: Member, absent: Sequence[Member]) -> Member | None:
    """Whose vote a voter gives: their own, else that of an absent approver they stand in for; None if they have none.

    ``absent`` are the people who named the voter as their delegate. One step only: whoever stands in for somebody passes
    that on to nobody, since only an approver whom the rule itself names can be stood in for. Nor is anybody stood in for on
    their own question.
    """
    if is_approver(approval, voter):
        return voter
    if voter.person.standing is not Standing.MEMBER:
        return None
    for member in absent:
        if not is_own(approval, member.person) and is_approver(approval, member):
            return member
    return None


def may_decide(approval: Approval, voter: Member, absent: Sequence[Member] = ()) -> bool:
    """Whether this person could decide on it now: they have a seat, and it is not their own question."""
    return not is_own(approval, voter.person) and seat_of(approval, voter, absent) is not None
