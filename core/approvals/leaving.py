"""Whether a question may leave its review without a verdict: withdrawn by its asker, or handed to somebody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from core.approvals.people import Member, may_decide, same_person
from core.approvals.voting import ruling_on_end
from core.domain.approval import Approval, Ruling
from core.domain.request import Person


def ruling_on_withdrawal(approval: Approval, person: Person, now: datetime) -> Ruling:
    """DECIDED if this person may withdraw it now; whoever did not ask never learns how it stands."""
    if not same_person(approval.request.asker, person):
        return Ruling.NOT_THE_ASKER
    ended = ruling_on_end(approval, now)
    return ended[0] if ended else Ruling.DECIDED


def ruling_on_handoff(approval: Approval, member: Member, absent: Sequence[Member], now: datetime) -> Ruling:
    """DECIDED if this person may hand it over now: they asked it, or may decide on it."""
    if not same_person(approval.request.asker, member.person) and not may_decide(approval, member, absent):
        return Ruling.NOT_AN_APPROVER
    if ended := ruling_on_end(approval, now):
        return ended[0]
    return Ruling.DECIDED if approval.rule.handoff else Ruling.NO_HANDOFF
