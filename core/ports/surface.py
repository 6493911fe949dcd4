"""A place people talk to the bot: what the workflows ask of it, and what it may ask of the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.domain.approval import Approval, Approver, Card, Remark, Vote
from core.domain.feedback import Digest
from core.domain.outcome import Outcome
from core.domain.request import Person, PipelineRequest, SurfaceName
from core.ports.answers import Answers
from core.ports.reviews import Reviews


class Surface(Protocol):
    """Outbound. Every call may be repeated after a crash and must then find what it posted before and not post again.

    All raise SurfaceError.
    """

    @property
    def name(self) -> SurfaceName:
        """Which surface this is."""
        ...

    async def acknowledge(self, request: PipelineRequest) -> str | None:
        """Shows a sign of work; returns its message id, None where the place cannot have one."""
        ...

    async def deliver(self, request: PipelineRequest, outcome: Outcome, placeholder: str | None) -> str | None:
        """Shows the outcome, in place of the sign of work where there is one. Returns the message id, None if it has none."""
        ...

    async def deliver_directly(self, request: PipelineRequest, outcome: Outcome) -> None:
        """Shows the outcome to the asker alone, apart from where they asked: that place takes no message."""
        ...

    async def post_cards(
        self, approval: Approval, also: Sequence[Approver] = (), votes: Sequence[Vote] = ()
    ) -> list[Card]:
        """Posts the approval's card on this surface wherever its ``levels`` say; all copies, those from before included.

        ``also`` get one directly: they stand in for approvers who are away. ``votes`` are those cast so far.
        """
        ...

    async def update_card(self, card: Card, approval: Approval, votes: Sequence[Vote] = ()) -> None:
        """Makes a posted copy show the approval as it stands, with the votes cast so far."""
        ...

    async def ask_back(self, approval: Approval, remark: Remark) -> None:
        """Puts a reviewer's question before whoever asked, where they asked; each remark once."""
        ...

    async def add_remark(self, card: Card, approval: Approval, remark: Remark) -> None:
        """Shows beside a posted copy what a reviewer asked back or what the asker answered; each remark once."""
        ...

    async def remind(self, card: Card, approval: Approval, number: int) -> None:
        """Says beside a posted copy that it still waits; each reminder, by its number, once."""
        ...

    async def hand_over(self, approval: Approval) -> None:
        """Puts the question before whom the rule's handoff names, with who asked and where."""
        ...

    async def post_digest(self, channel: str, digest: Digest) -> None:
        """Puts a day's thumbs down before the operators, in that channel of this surface, once a day."""
        ...

    async def deliver_verdict(self, approval: Approval, outcome: Outcome) -> None:
        """Tells the asker how the review ended."""
        ...


class Directory(Protocol):
    """Who people are."""

    async def identify(self, person: Person) -> Person:
        """The same person with name, verified e-mail and standing as the surface knows them now."""
        ...

    async def groups_of(self, person: Person) -> frozenset[str]:
        """The groups they belong to; empty for guests, external people and bots."""
        ...


class Frontdesk(Reviews, Answers, Protocol):
    """Inbound: everything a surface may ask of the program."""

    async def submit(self, request: PipelineRequest) -> None:
        """Starts the durable journey of this request; the same id again changes nothing. Once this returns, nothing is lost.

        Raises StoreUnavailable if it could not be put on record: the surface must then not acknowledge.
        """
        ...
