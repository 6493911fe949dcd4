"""Approvals, votes and cards in dictionaries. Nothing is awaited within a decision, so no two can interleave."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from adapters.memory.audit import MemoryAudit
from core.domain.approval import Approval, ApprovalState, Ballot, Card, Decision, Ruling, Vote
from core.errors import NotFound
from core.ports.approvals import BallotRule

ACCEPTED = (Ruling.COUNTED, Ruling.DECIDED)


class MemoryApprovals:
    """What waits for a human."""

    def __init__(self, audit: MemoryAudit) -> None:
        self._audit = audit
        self._approvals: dict[str, Approval] = {}
        self._votes: dict[str, list[Vote]] = defaultdict(list)
        self._cards: dict[str, dict[Card, None]] = defaultdict(dict)

    def open(self, approval: Approval) -> None:
        """Called by ``MemoryExchanges.save``."""
        self._approvals.setdefault(approval.id, approval)

    async def get(self, approval_id: str) -> Approval | None:
        """The approval as it stands; None if unknown."""
        return self._approvals.get(approval_id)

    async def list(self, state: ApprovalState | None = None, limit: int = 100) -> Sequence[Approval]:
        """By opening time, oldest first; all states if None."""
        found = [a for a in self._approvals.values() if state is None or a.state is state]
        return sorted(found, key=lambda a: (a.opened_at, a.id))[:limit]

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        """In the order they were cast."""
        return tuple(self._votes[approval_id])

    async def decide(self, ballot: Ballot, rule: BallotRule, now: datetime) -> Decision:
        """Applies a ballot."""
        approval = self._approvals.get(ballot.approval_id)
        if approval is None:
            return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
        ruling, state = rule(approval, tuple(self._votes[approval.id]), ballot, now)
        if state is not approval.state and approval.state is not ApprovalState.PENDING:
            return Decision(ruling=Ruling.ALREADY_DECIDED, approval=approval)
        if ruling in ACCEPTED:
            vote = _vote(ballot, now)
            self._votes[approval.id].append(vote)
            self._audit.append(now, "vote", approval.id, vote.model_dump(mode="json"))
        if state is not approval.state:
            approval = self._end(approval, state, now, ballot if ruling in ACCEPTED else None)
        return Decision(ruling=ruling, approval=approval)

    async def expire(self, approval_id: str, now: datetime) -> bool:
        """Ends a pending approval whose time is over; False if it was not pending any more or still has time."""
        approval = self._approvals.get(approval_id)
        if approval is None or approval.state is not ApprovalState.PENDING or approval.expires_at > now:
            return False
        self._end(approval, ApprovalState.EXPIRED, now, None)
        return True

    async def without_effect(self) -> Sequence[Approval]:
        """Decided approvals whose effect is not on record; ``unknown`` is never taken up by itself."""
        waiting = (ApprovalState.PENDING, ApprovalState.UNKNOWN)
        found = [a for a in self._approvals.values() if a.state not in waiting and a.effect_at is None]
        return sorted(found, key=lambda a: (a.decided_at or a.opened_at, a.id))

    async def record_effect(self, approval_id: str, now: datetime) -> None:
        """Notes that the decision's effect happened; the first note stays. Raises NotFound."""
        approval = self._approvals.get(approval_id)
        if approval is None:
            raise NotFound(f"There is no approval {approval_id}.")
        if approval.effect_at is None:
            self._approvals[approval_id] = approval.model_copy(update={"effect_at": now})
            content = {"state": approval.state, "exchange_id": approval.exchange_id, "digest": approval.digest}
            self._audit.append(now, "effect", approval_id, content)

    async def add_card(self, card: Card) -> None:
        """Remembers where a copy of the card is; the same place twice is once."""
        self._cards[card.approval_id][card] = None

    async def cards(self, approval_id: str) -> Sequence[Card]:
        """Every posted copy, in the order they were added."""
        return tuple(self._cards[approval_id])

    def _end(self, approval: Approval, state: ApprovalState, now: datetime, ballot: Ballot | None) -> Approval:
        person, note = (ballot.voter, ballot.note) if ballot else (None, None)
        ended = approval.model_copy(update={"state": state, "decided_at": now, "decided_by": person, "note": note})
        self._approvals[approval.id] = ended
        content = {
            "state": state,
            "exchange_id": ended.exchange_id,
            "digest": ended.digest,
            "decided_by": person and person.model_dump(mode="json"),
            "note": note,
        }
        self._audit.append(now, "expiry" if state is ApprovalState.EXPIRED else "decision", ended.id, content)
        return ended


def _vote(ballot: Ballot, now: datetime) -> Vote:
    key = hashlib.sha256(
        f"{ballot.approval_id}\n{ballot.digest}\n{ballot.voter.id}\n{ballot.verdict}".encode()
    ).hexdigest()
    return Vote(id=f"vote_{key[:20]}", cast_at=now, **ballot.model_dump())
