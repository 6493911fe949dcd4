"""Where the terminal puts its questions and its votes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from adapters.terminal.speaker import Speaker
from adapters.terminal.surface import TerminalSurface
from core.domain.approval import Approval, ApprovalState, Ballot, Decision
from core.domain.outcome import Outcome
from core.domain.request import Person, PipelineRequest
from core.errors import StoreUnavailable
from core.journeys.ending import verdict_outcome
from core.ports.surface import Frontdesk

if TYPE_CHECKING:
    from bot.bootstrap import Application


class Journeys(Frontdesk, Protocol):
    """The durable workflows, as the terminal uses them."""

    async def outcome(self, request_id: str) -> Outcome:
        """The outcome of a submitted request, as soon as it is on record."""
        ...


class TerminalDesk:
    """Implements ``adapters.terminal.chat.Desk`` over the application and its workflows."""

    def __init__(self, app: Application, journeys: Journeys, surface: TerminalSurface) -> None:
        self._app = app
        self.journeys = journeys
        self._surface = surface
        self._under_review: set[str] = set()
        self._sitting = app.ids.new("sitting")

    async def put(self, request: PipelineRequest) -> Outcome:
        """Submits a request; returns when its outcome was shown. Raises StoreUnavailable, and OSError where it cannot be."""
        await self.journeys.submit(request)
        outcome = await self.journeys.outcome(request.id)
        await self._surface.deliver(request, outcome, None)  # the workflow does so too: whoever comes first
        if self._surface.failure:
            raise self._surface.failure
        if outcome.approval_id:
            self._under_review.add(outcome.approval_id)
        return outcome

    async def ask(self, speaker: Speaker, question: str) -> None:
        """Puts a question typed just now, which may go on with the one before."""
        key, now = self._app.ids.new("ask"), self._app.clock.now()
        await self.put(speaker.request(question, key, now, sitting=self._sitting))

    async def decide(self, ballot: Ballot) -> Decision:
        """Applies a ballot and starts the delivery of what it decided."""
        return await self.journeys.decide(ballot)

    async def inbox(self, person: Person) -> Sequence[Approval]:
        """Pending approvals that this person may decide, oldest first."""
        return await self.journeys.inbox(person)

    async def tell_news(self) -> None:
        """Shows the verdicts on this sitting's questions that another process reached."""
        for approval_id in sorted(self._under_review):
            approval = await self._app.store.approvals.get(approval_id)
            if approval is None or approval.state is ApprovalState.PENDING:
                continue
            self._under_review.discard(approval_id)
            exchange = await self._app.store.exchanges.get(approval.exchange_id)
            if exchange:
                outcome = verdict_outcome(exchange, approval, self._app.settings.whom_to_ask)
                await self._surface.deliver_verdict(approval, outcome)

    async def watch(self, seconds: float) -> None:
        """Tells the news every so many seconds, until cancelled."""
        while True:
            await asyncio.sleep(seconds)
            with suppress(StoreUnavailable):  # the next question says so
                await self.tell_news()
