"""Approvals, their votes and their cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from core.domain.approval import Approval, ApprovalState, Ballot, Card, Decision, Revision, Ruling, Vote
from core.domain.request import Person


class BallotRule(Protocol):
    """The pure rule that says what a ballot does (``core/approvals/voting.py``), applied inside the transaction."""

    def __call__(
        self, approval: Approval, votes: Sequence[Vote], ballot: Ballot, now: datetime
    ) -> tuple[Ruling, ApprovalState]:
        """The ruling and the state after it."""
        ...


class Approvals(Protocol):
    """What waits for a human. Opened by ``Exchanges.save``, in the exchange's transaction."""

    async def get(self, approval_id: str) -> Approval | None:
        """The approval as it stands; None if unknown."""
        ...

    async def list(self, state: ApprovalState | None = None, limit: int = 100) -> Sequence[Approval]:
        """By opening time, oldest first; all states if None."""
        ...

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        """In the order they were cast, void ones included."""
        ...

    async def decide(
        self, ballot: Ballot, rule: BallotRule, now: datetime, revision: Revision | None = None
    ) -> Decision:
        """Applies a ballot: vote, state change and audit rows in one transaction.

        One conditional UPDATE of the state arbitrates between simultaneous ballots: exactly one is DECIDED, a loser is
        ALREADY_DECIDED and sees the winner's approval. An accepted EDIT puts the ``revision`` in the draft's place, voids the
        votes before it and is a vote for the new digest.
        """
        ...

    async def end(
        self,
        approval_id: str,
        state: ApprovalState,
        by: Person,
        now: datetime,
        note: str | None = None,
        typed_by: str | None = None,
    ) -> bool:
        """Ends a pending approval without a vote, as WITHDRAWN or HANDED_OVER; False if it was not pending any more."""
        ...

    async def escalate(self, approval_id: str, level: int, now: datetime) -> bool:
        """Notes that everybody up to this level is asked; False if it is not pending any more, or noted already."""
        ...

    async def remind(self, approval_id: str, number: int, now: datetime) -> bool:
        """Notes that so many reminders have come due; False if it is not pending any more, or noted already."""
        ...

    async def decision_times(self, rule: str, limit: int = 50) -> Sequence[timedelta]:
        """How long the last decisions under the rule of this name took: approvals and denials, the newest first."""
        ...

    async def expire(self, approval_id: str, now: datetime) -> bool:
        """Ends a pending approval whose time is over; False if it was not pending any more or still has time."""
        ...

    async def without_effect(self) -> Sequence[Approval]:
        """Decided approvals whose effect is not on record: the outbox that a sweep empties."""
        ...

    async def record_effect(self, approval_id: str, now: datetime) -> None:
        """Notes that the decision's effect happened, with an audit row; the first note stays."""
        ...

    async def add_card(self, card: Card) -> None:
        """Remembers where a copy of the approval's card is; the same place twice is once."""
        ...

    async def cards(self, approval_id: str) -> Sequence[Card]:
        """Every posted copy."""
        ...
