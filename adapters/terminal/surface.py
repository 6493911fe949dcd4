"""The terminal as a place people talk to the bot: what was asked in this process is shown in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.domain.approval import Approval, Approver, Card, Remark, Vote
from core.domain.feedback import Digest
from core.domain.outcome import Outcome
from core.domain.request import PipelineRequest, SurfaceName

Show = Callable[[PipelineRequest, Outcome], None]
"""Prints an outcome; raises OSError where the output is gone."""


class TerminalSurface:
    """Shows each outcome once, by ``show``, and only what this process asked: a terminal that is closed reads nothing.

    Approvers find what waits for them in ``/inbox`` and ``approvals list``, so no card is posted anywhere.
    """

    def __init__(self, show: Show) -> None:
        self.failure: OSError | None = None
        """Why the output is gone, once it is: whoever closed it is not told again, and asking again cannot help."""
        self._show = show
        self._shown: set[str] = set()
        self._told: set[str] = set()

    @property
    def name(self) -> SurfaceName:
        """The terminal."""
        return SurfaceName.TERMINAL

    async def acknowledge(self, request: PipelineRequest) -> str | None:
        """Nothing: whoever waits at a terminal sees that it works."""
        return None

    async def deliver(self, request: PipelineRequest, outcome: Outcome, placeholder: str | None) -> str | None:
        """Shows the outcome, the first time only."""
        if request.id not in self._shown:
            self._shown.add(request.id)
            self._print(request, outcome)
        return None

    async def deliver_directly(self, request: PipelineRequest, outcome: Outcome) -> None:
        """Nothing: a terminal that takes no message has nobody in front of it."""

    async def post_cards(
        self, approval: Approval, also: Sequence[Approver] = (), votes: Sequence[Vote] = ()
    ) -> list[Card]:
        """None: see the class."""
        return []

    async def update_card(self, card: Card, approval: Approval, votes: Sequence[Vote] = ()) -> None:
        """Nothing: no card was posted."""

    async def ask_back(self, approval: Approval, remark: Remark) -> None:
        """Nothing: nobody who asked at a terminal is asked back."""

    async def add_remark(self, card: Card, approval: Approval, remark: Remark) -> None:
        """Nothing: no card was posted."""

    async def remind(self, card: Card, approval: Approval, number: int) -> None:
        """Nothing: no card was posted."""

    async def hand_over(self, approval: Approval) -> None:
        """Nothing: no handoff names a terminal."""

    async def post_digest(self, channel: str, digest: Digest) -> None:
        """Nothing: no digest goes to a terminal."""

    async def deliver_verdict(self, approval: Approval, outcome: Outcome) -> None:
        """Tells an asker who is still here how the review ended, once; another terminal's asker reads it on record."""
        if approval.request.id in self._shown and approval.id not in self._told:
            self._told.add(approval.id)
            self._print(approval.request, outcome)

    def _print(self, request: PipelineRequest, outcome: Outcome) -> None:
        try:
            self._show(request, outcome)
        except OSError as error:
            self.failure = error
