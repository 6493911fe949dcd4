"""A place people talk to the bot: what the workflows ask of it, and what it may ask of the program."""

from __future__ import annotations

from typing import Protocol

from core.domain.approval import Approval, Ballot, Card, Decision
from core.domain.outcome import Outcome
from core.domain.request import Person, PipelineRequest, SurfaceName


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

    async def post_cards(self, approval: Approval) -> list[Card]:
        """Posts the approval's card everywhere its rule says on this surface; the copies, including ones from before."""
        ...

    async def update_card(self, card: Card, approval: Approval) -> None:
        """Makes a posted copy show the approval as it stands."""
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


class Frontdesk(Protocol):
    """Inbound: everything a surface may ask of the program."""

    async def submit(self, request: PipelineRequest) -> None:
        """Starts the durable journey of this request; the same id again changes nothing. Once this returns, nothing is lost.

        Raises StoreUnavailable if it could not be put on record: the surface must then not acknowledge.
        """
        ...

    async def decide(self, ballot: Ballot) -> Decision:
        """Applies a ballot and starts the delivery of what it decided. Raises StoreUnavailable."""
        ...

    async def approval(self, approval_id: str) -> Approval | None:
        """The approval as it stands; None if unknown."""
        ...
