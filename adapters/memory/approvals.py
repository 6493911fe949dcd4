"""Approvals, votes and cards in dictionaries. Nothing is awaited within a decision, so no two can interleave."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from adapters.memory.audit import MemoryAudit
from core.domain.approval import Approval, ApprovalState, Ballot, Card, Decision, Revision, Ruling, Verdict, Vote
from core.domain.request import Person
from core.errors import NotFound
from core.ports.approvals import BallotRule

ACCEPTED = (Ruling.COUNTED, Ruling.DECIDED)
END_KINDS = {
    ApprovalState.EXPIRED: "expiry",
    ApprovalState.WITHDRAWN: "withdrawal",
    ApprovalState.HANDED_OVER: "handoff",
}
"""The audit rows of those endings that are nobody's verdict."""


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

    async def decide(
        self, ballot: Ballot, rule: BallotRule, now: datetime, revision: Revision | None = None
    ) -> Decision:
        """Applies a ballot."""
        approval = self._approvals.get(ballot.approval_id)
        if approval is None:
            return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
        ruling, state = rule(approval, tuple(self._votes[approval.id]), ballot, now)
        if state is not approval.state and approval.state is not ApprovalState.PENDING:
            return Decision(ruling=Ruling.ALREADY_DECIDED, approval=approval)
        if ruling in ACCEPTED:
            if ballot.verdict is Verdict.EDIT:
                assert revision is not None
                approval = self._revise(approval, ballot, revision, now)
            vote = _vote(ballot, approval.digest, len(self._votes[approval.id]), now)
            self._votes[approval.id].append(vote)
            self._audit.append(now, "vote", approval.id, vote.model_dump(mode="json"))
        if state is not approval.state:
            counts = ballot if ruling in ACCEPTED else None
            approval = self._end(
                approval, state, now, counts.voter if counts else None, counts.note if counts else None
            )
        return Decision(ruling=ruling, approval=approval)

    async def end(
        self,
        approval_id: str,
        state: ApprovalState,
        by: Person,
        now: datetime,
        note: str | None = None,
        typed_by: str | None = None,
    ) -> bool:
        """Ends a pending approval without a vote; False if it was not pending any more."""
        approval = self._approvals.get(approval_id)
        if approval is None or approval.state is not ApprovalState.PENDING:
            return False
        self._end(approval, state, now, by, note, typed_by)
        return True

    async def escalate(self, approval_id: str, level: int, now: datetime) -> bool:
        """Notes that everybody up to this level is asked; False if not pending, or noted already."""
        approval = self._approvals.get(approval_id)
        if approval is None or approval.state is not ApprovalState.PENDING or approval.level >= level:
            return False
        raised = approval.model_copy(update={"level": level})
        self._approvals[approval_id] = raised
        asked = [approver.model_dump(mode="json", exclude_none=True) for approver in raised.levels[-1].approvers]
        self._audit.append(now, "escalation", approval_id, {"level": level, "approvers": asked})
        return True

    async def remind(self, approval_id: str, number: int, now: datetime) -> bool:
        """Notes that so many reminders have come due; False if not pending, or noted already."""
        approval = self._approvals.get(approval_id)
        if approval is None or approval.state is not ApprovalState.PENDING or approval.reminded >= number:
            return False
        self._approvals[approval_id] = approval.model_copy(update={"reminded": number})
        self._audit.append(now, "reminder", approval_id, {"number": number})
        return True

    async def decision_times(self, rule: str, limit: int = 50) -> Sequence[timedelta]:
        """How long the last decisions under the rule of this name took, the newest first."""
        decided = [
            (a.decided_at, a.decided_at - a.opened_at)
            for a in self._approvals.values()
            if a.rule.name == rule and a.decided_at and a.state in (ApprovalState.APPROVED, ApprovalState.DENIED)
        ]
        return [took for _, took in sorted(decided, reverse=True)[:limit]]

    def hold(self, approval_id: str, seconds: int) -> None:
        """Called by ``MemoryPauses``: gives a pending approval the time of a pause back."""
        approval = self._approvals[approval_id]
        longer = {"expires_at": approval.expires_at + timedelta(seconds=seconds), "held": approval.held + seconds}
        self._approvals[approval_id] = approval.model_copy(update=longer)

    async def expire(self, approval_id: str, now: datetime) -> bool:
        """Ends a pending approval whose time is over; False if it was not pending any more or still has time."""
        approval = self._approvals.get(approval_id)
        if approval is None or approval.state is not ApprovalState.PENDING or approval.expires_at > now:
            return False
        self._end(approval, ApprovalState.EXPIRED, now)
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

    def _revise(self, approval: Approval, ballot: Ballot, revision: Revision, now: datetime) -> Approval:
        votes = self._votes[approval.id]
        votes[:] = [vote.model_copy(update={"void": True}) for vote in votes]
        change = {
            "draft": revision.draft,
            "digest": revision.digest,
            "edited_by": ballot.voter,
            "edits": approval.edits + 1,
        }
        self._approvals[approval.id] = approval.model_copy(update=change)
        content = {"before": approval.digest, "by": ballot.voter.id, **revision.model_dump(mode="json")}
        self._audit.append(now, "edit", approval.id, content)
        return self._approvals[approval.id]

    def _end(
        self,
        approval: Approval,
        state: ApprovalState,
        now: datetime,
        by: Person | None = None,
        note: str | None = None,
        typed_by: str | None = None,
    ) -> Approval:
        change: dict[str, Any] = {"state": state, "decided_at": now, "decided_by": by, "note": note}
        ended = approval.model_copy(update=change)
        self._approvals[approval.id] = ended
        content = ended.model_dump(mode="json", include={"state", "exchange_id", "digest", "decided_by", "note"})
        if typed_by:
            content["typed_by"] = typed_by
        self._audit.append(now, END_KINDS.get(state, "decision"), approval.id, content)
        return ended


def _vote(ballot: Ballot, digest: str, ordinal: int, now: datetime) -> Vote:
    """The vote of a ballot; its id follows from what was voted on and how many had been cast before."""
    key = hashlib.sha256(f"{ballot.approval_id}\n{ordinal}".encode()).hexdigest()
    given = ballot.model_dump(exclude={"words"}) | {"digest": digest}
    return Vote(id=f"vote_{key[:20]}", cast_at=now, **given)
