"""What a ballot does. A pure function: the store calls it inside the transaction that applies its ruling."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from core.approvals.digest import approval_digest
from core.approvals.people import Member, is_own, same_person, seat_of
from core.domain.approval import Approval, ApprovalState, Ballot, Ruling, Verdict, Vote
from core.domain.request import Person

_ENDED = {
    ApprovalState.EXPIRED: Ruling.EXPIRED,
    ApprovalState.WITHDRAWN: Ruling.WITHDRAWN,
    ApprovalState.HANDED_OVER: Ruling.HANDED_OVER,
}
_VOTES = (Verdict.APPROVE, Verdict.EDIT, Verdict.DENY)


def rule_on(
    approval: Approval,
    votes: Sequence[Vote],
    ballot: Ballot,
    now: datetime,
    *,
    groups: frozenset[str] = frozenset(),
    absent: Sequence[Member] = (),
    sources_hold: bool = True,
    revised: bool = False,
) -> tuple[Ruling, ApprovalState]:
    """The ruling on a ballot and the approval's state after it.

    ``groups`` are the voter's groups and ``absent`` those they stand in for. ``sources_hold`` says whether everything the
    draft cites is still in force for its asker: if not, approving would release what no policy says any more, so the
    approval is void instead. ``revised`` says whether an edit comes with words that make a new draft. The order of the
    checks is the order in which a refused voter is told: who may not decide at all never learns how the approval stands.
    """
    state = approval.state
    seat = seat_of(approval, Member(ballot.voter, groups), absent)
    if seat is None or seat.person.id != (ballot.on_behalf_of or ballot.voter).id or ballot.verdict not in _VOTES:
        return Ruling.NOT_AN_APPROVER, state
    if is_own(approval, ballot.voter):
        return Ruling.OWN_REQUEST, state
    if (ended := ruling_on_end(approval, now)) is not None:
        return ended
    if not ballot.digest == approval.digest == approval_digest(approval):
        return Ruling.STALE_DIGEST, state  # recomputed: what would be released must still be what the card showed
    if ballot.verdict is Verdict.DENY:
        if not (ballot.note or "").strip():
            return Ruling.REASON_REQUIRED, state
        return Ruling.DECIDED, ApprovalState.DENIED
    if ballot.verdict is Verdict.EDIT and approval.action:
        return Ruling.ACTION_FIXED, state
    if not sources_hold:
        return Ruling.SUPERSEDED, ApprovalState.SUPERSEDED
    if ballot.verdict is Verdict.EDIT:  # voids what was voted before, and is the first vote for its own words
        if not revised:
            return Ruling.WORDS_REQUIRED, state
        cast = 0
    else:
        standing = [vote for vote in votes if not vote.void and vote.digest == approval.digest]
        if any(_same_seat(vote, ballot.voter, seat.person) for vote in standing):
            return Ruling.ALREADY_VOTED, state
        cast = len(standing)
    if cast + 1 >= approval.rule.quorum:
        return Ruling.DECIDED, ApprovalState.APPROVED
    return Ruling.COUNTED, state


def ruling_on_end(approval: Approval, now: datetime) -> tuple[Ruling, ApprovalState] | None:
    """How it is told that an approval is over, for whoever comes too late; None while it can be decided."""
    if approval.state is not ApprovalState.PENDING:
        return _ENDED.get(approval.state, Ruling.ALREADY_DECIDED), approval.state
    if now >= approval.expires_at:
        return Ruling.EXPIRED, ApprovalState.EXPIRED
    return None


def has_voted(approval: Approval, votes: Sequence[Vote], person: Person) -> bool:
    """Whether this person's vote for the draft as it stands is on record."""
    standing = (vote for vote in votes if not vote.void and vote.digest == approval.digest)
    return any(same_person(vote.voter, person) for vote in standing)


def _same_seat(vote: Vote, voter: Person, seat: Person) -> bool:
    """One person has one vote, and so has one seat: an absent approver and who stands in for them."""
    return same_person(vote.voter, voter) or same_person(vote.on_behalf_of or vote.voter, seat)
