"""What people ask of what waits for a human, wherever they are: the reviewing half of the front desk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from core.domain.approval import Approval, Ballot, Card, Decision, Delegation, Pause, Vote
from core.domain.request import Person


class Reviews(Protocol):
    """People are handed in as their surface names them; the program finds out who they are. All raise StoreUnavailable, and
    SurfaceError where a person cannot be looked up now."""

    async def decide(self, ballot: Ballot) -> Decision:
        """Applies a ballot (approve, deny with a note, edit with words) and starts the delivery of what it decided."""
        ...

    async def withdraw(
        self, approval_id: str, asker: Person, note: str | None = None, typed_by: str | None = None
    ) -> Decision:
        """Ends the review of one's own question: DECIDED, or why not."""
        ...

    async def take_back(self, request_id: str, asker: Person) -> Decision:
        """Ends the review of a question whose message was edited or deleted; UNKNOWN_APPROVAL if none was opened for it."""
        ...

    async def hand_over(
        self, approval_id: str, person: Person, note: str | None = None, typed_by: str | None = None
    ) -> Decision:
        """Gives the question to whom the rule's handoff names; whoever asked it may, and whoever may decide on it."""
        ...

    async def ask_back(self, approval_id: str, person: Person, text: str, key: str) -> Decision:
        """Asks whoever asked something before deciding: PASSED_ON, or why not. ``key`` is the surface's for the message, so
        that the same one is passed on once."""
        ...

    async def asked_back(self, asker: Person) -> Sequence[Approval]:
        """This person's pending questions that a reviewer asked back about and that wait for their answer."""
        ...

    async def answer_back(self, approval_id: str, asker: Person, text: str, key: str) -> Decision:
        """Passes on what the asker answers to a reviewer: PASSED_ON, or why not. ``key`` as with ``ask_back``."""
        ...

    async def is_remark(self, key: str) -> bool:
        """Whether the message of this key was passed on between reviewer and asker, and so was no question."""
        ...

    async def cards(self, approval_id: str) -> Sequence[Card]:
        """Every posted copy of the approval's card."""
        ...

    async def approval(self, approval_id: str) -> Approval | None:
        """The approval as it stands; None if unknown."""
        ...

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        """In the order they were cast, void ones included."""
        ...

    async def inbox(self, person: Person) -> Sequence[Approval]:
        """What waits for this person's decision, in their own right or in somebody's place, oldest first.

        What they voted on already is not among it.
        """
        ...

    async def pending(self, asker: Person) -> Sequence[Approval]:
        """This person's own questions that are under review, oldest first."""
        ...

    async def delegate(
        self, absent: str, delegate: str, days: tuple[date, date], by: Person, typed_by: str | None = None
    ) -> Delegation | None:
        """Has somebody stand in for somebody, by account or e-mail, from the first to the last day.

        People set their own absence, an operator at a terminal anybody's; None for anybody else. Raises ConfigurationError
        for days or names that cannot be.
        """
        ...

    async def call_off(self, delegation_id: str, by: Person, typed_by: str | None = None) -> Delegation | None:
        """Ends a delegation; None if there is none with this id that this person may end."""
        ...

    async def delegations(self) -> Sequence[Delegation]:
        """Those in force today or later, the approvals file's included, by first day."""
        ...

    async def paused(self) -> Pause | None:
        """The pause that holds now."""
        ...
