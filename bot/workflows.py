"""The durable journeys: request to outcome to delivery, decision to verdict, and the sweep over what time has ended.

A workflow says in which order the steps of ``bot/steps.py`` run, and nothing else: its code is replayed after a crash, so
it looks at no clock, draws no number and touches nothing outside a step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog

from bot.bootstrap import Application
from bot.durable import BRIEFLY, FOR_A_DAY, SERVE, Runtime, StepFailed
from bot.metrics import Metrics
from bot.settings import Settings
from bot.steps import Steps
from core.approvals.voting import rule_on
from core.domain.approval import Approval, ApprovalState, Ballot, Decision
from core.domain.outcome import Outcome, Reason
from core.domain.request import PipelineRequest, SurfaceName
from core.errors import StoreUnavailable
from core.journeys.ending import failed
from core.journeys.scope import sources_hold
from core.journeys.state import exchange_id
from core.ports.surface import Surface

log = structlog.get_logger(__name__)

_REACH_SECONDS = 2.0
_PING_SECONDS = 1.0
_GRACE_SECONDS = 5.0
_EVERY_30_SECONDS = "*/30 * * * * *"
_KEEP_SWEEPS = timedelta(hours=1)
_KEEP_FINISHED = timedelta(days=30)
"""Finished journeys hold the question and are needed only while a platform may send it again."""


class Workflows:
    """The program as its surfaces know it (``core.ports.surface.Frontdesk``).

    ``executor`` is ``SERVE`` in the server. None gives an id of its own: such a process runs what it started and
    delivers only to surfaces it has; it leaves the rest to the server's sweep.
    """

    def __init__(
        self,
        app: Application,
        surfaces: Mapping[SurfaceName, Surface],
        *,
        executor: str | None,
        metrics: Metrics | None = None,
    ) -> None:
        self._app = app
        self._surfaces = surfaces
        self._serves = executor == SERVE
        self._steps = Steps(app, surfaces, metrics or Metrics())
        self._runtime = Runtime(_workflow_url(app.settings), executor or app.ids.new("terminal"))
        self._waiting: dict[str, asyncio.Event] = {}
        self._ping: asyncio.Future[None] | None = None
        self._pinged_at = 0.0

    async def launch(self) -> None:
        """Opens the workflow database, takes up what a crash left behind, and sweeps. Raises StoreUnavailable."""
        self._runtime.workflow("answer", self._answer)
        self._runtime.workflow("cards", self._cards)
        self._runtime.workflow("verdict", self._verdict)
        self._runtime.workflow("sweep", self._sweep)
        await self._runtime.launch()
        try:
            if self._serves:
                await self._runtime.every(_EVERY_30_SECONDS, "sweep")
            await self.sweep(again=True)
        except BaseException:
            await self._runtime.close(0)
            raise

    async def close(self) -> None:
        """Lets running journeys finish for some seconds and leaves the others to recovery."""
        await self._runtime.close(_GRACE_SECONDS)

    async def submit(self, request: PipelineRequest) -> None:
        """Starts the durable journey of this request; the same id again changes nothing. Raises StoreUnavailable."""
        await self._reach_store()  # first, since a start waits for a lost database
        await self._runtime.start("answer", request.id, request.model_dump(mode="json"))

    async def decide(self, ballot: Ballot) -> Decision:
        """Applies a ballot and starts the delivery of what it decided. Raises StoreUnavailable and SurfaceError."""
        voter = await self._app.directory.identify(ballot.voter)
        groups = await self._app.directory.groups_of(voter)
        now = self._app.clock.now()
        waiting = await self.approval(ballot.approval_id)
        current = waiting is None or await sources_hold(waiting, now, self._app.bench)
        rule = partial(rule_on, groups=groups, sources_hold=current)
        identified = ballot.model_copy(update={"voter": voter})
        decision = await self._app.store.approvals.decide(identified, rule, now)
        if decision.approval and _ended(decision.approval):
            try:
                await self._start_verdict(decision.approval)
            except StoreUnavailable as error:  # decided is decided: the sweep delivers it
                log.warning("a verdict waits for the sweep", approval=decision.approval.id, problem=str(error))
        return decision

    async def approval(self, approval_id: str) -> Approval | None:
        """The approval as it stands; None if unknown."""
        return await self._app.store.approvals.get(approval_id)

    async def outcome(self, request_id: str) -> Outcome:
        """The outcome of a request this process submitted, as soon as its journey is on record."""
        recorded = self._waiting.setdefault(request_id, asyncio.Event())
        exchange = await self._app.store.exchanges.get(exchange_id(request_id))
        if exchange is None:
            await recorded.wait()
            exchange = await self._app.store.exchanges.get(exchange_id(request_id))
        self._waiting.pop(request_id, None)
        return exchange.outcome if exchange else failed(request_id, Reason.STORE_UNAVAILABLE)

    async def _answer(self, payload: dict[str, Any]) -> None:
        request = PipelineRequest.model_validate(payload)
        run, steps = self._runtime.step, self._steps
        placeholder = await run("acknowledge", BRIEFLY, steps.acknowledge, request)
        approval_id, gave_up = None, False
        try:
            approval_id = await run("journey", BRIEFLY, steps.journey, request)
        except StepFailed:
            gave_up = True
            await run("give_up", BRIEFLY, steps.give_up, request)
        if waiting := self._waiting.pop(request.id, None):
            waiting.set()
        with suppress(StepFailed):  # a reviewer's card must not depend on it
            await run("deliver", FOR_A_DAY, steps.deliver, request, placeholder, gave_up)
        if approval_id:
            await run("post_cards", FOR_A_DAY, steps.post_cards, approval_id)

    async def _cards(self, approval_id: str) -> None:
        await self._runtime.step("post_cards", FOR_A_DAY, self._steps.post_cards, approval_id)

    async def _verdict(self, approval_id: str) -> None:
        run, steps = self._runtime.step, self._steps
        told = False
        with suppress(StepFailed):  # the cards must not depend on it
            told = await run("tell_asker", FOR_A_DAY, steps.tell_asker, approval_id)
        await run("update_cards", FOR_A_DAY, steps.update_cards, approval_id)
        if told:
            await run("record_effect", FOR_A_DAY, steps.record_effect, approval_id)

    async def _sweep(self, scheduled: datetime, context: None) -> None:
        await self._runtime.step("sweep", BRIEFLY, self.sweep)

    async def sweep(self, again: bool = False) -> None:
        """Ends what is overdue and starts the verdict of every decision without an effect.

        ``again``: also of those whose delivery was refused for good before; meanwhile somebody may have mended the token or
        opened the channel.
        """
        pending = await self._steps.expire_overdue()
        for approval in await self._app.store.approvals.without_effect():
            await self._start_verdict(approval, again=again)
        if self._serves:
            for approval in pending:
                if approval.request.place.surface is SurfaceName.TERMINAL:  # which posts cards nowhere
                    await self._runtime.start("cards", f"cards:{approval.id}", approval.id)
            await self._runtime.take_up()
        now = self._app.clock.now()
        await self._runtime.forget(["sweep"], now - _KEEP_SWEEPS)
        await self._runtime.forget(["answer", "cards", "verdict"], now - _KEEP_FINISHED)

    async def _reach_store(self) -> None:
        """Asks the database whether it is there: while it is, once a second, however many requests wait to know."""
        now, ping = self._app.clock.elapsed(), self._ping
        if ping is None or (ping.done() and (ping.exception() or now - self._pinged_at >= _PING_SECONDS)):
            self._ping, self._pinged_at = asyncio.ensure_future(self._app.store.ping()), now
            ping = self._ping
        await asyncio.wait({ping}, timeout=_REACH_SECONDS)
        if not ping.done():
            raise StoreUnavailable("The database does not answer.", "Check that it runs and is reachable.")
        ping.result()

    async def _start_verdict(self, approval: Approval, again: bool = False) -> None:
        if self._serves or await self._is_ours(approval):
            start = self._runtime.restart if again else self._runtime.start
            await start("verdict", f"verdict:{approval.id}", approval.id)

    async def _is_ours(self, approval: Approval) -> bool:
        """Whether everybody a verdict must reach is on a surface of this process."""
        cards = await self._app.store.approvals.cards(approval.id)
        return {approval.request.place.surface, *(card.surface for card in cards)} <= set(self._surfaces)


def _workflow_url(settings: Settings) -> str:
    """Beside the application's tables: the same PostgreSQL, or a SQLite file of its own in the data folder."""
    url = settings.sqlalchemy_url
    return f"sqlite:///{settings.home.absolute() / 'workflows.db'}" if url.startswith("sqlite") else url


def _ended(approval: Approval) -> bool:
    return approval.state is not ApprovalState.PENDING and approval.effect_at is None
