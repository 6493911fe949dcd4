"""The durable journeys: request to outcome to delivery, decision to verdict, and the sweep over what time has ended.

A workflow says in which order the steps of ``bot/steps.py`` run, and nothing else: its code is replayed after a crash, so
it looks at no clock, draws no number and touches nothing outside a step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog

from bot.answers import Answers
from bot.bootstrap import Application
from bot.digests import Digests
from bot.durable import BRIEFLY, FOR_A_DAY, SERVE, Runtime, StepFailed
from bot.metrics import Metrics
from bot.reviews import Reviews
from bot.settings import Settings
from bot.steps import Steps
from bot.tellings import ended, tellings, vote_key
from core.domain.approval import Approval, ApprovalState, Decision, Remark, Ruling
from core.domain.outcome import Outcome, Reason
from core.domain.request import Person, PipelineRequest, SurfaceName
from core.errors import StoreUnavailable, SurfaceError
from core.journeys.ending import failed
from core.journeys.state import exchange_id
from core.ports.surface import Surface
from core.wording.language import detect

log = structlog.get_logger(__name__)

_REACH_SECONDS = 2.0
_PING_SECONDS = 1.0
_GRACE_SECONDS = 5.0
_EVERY_30_SECONDS = "*/30 * * * * *"
_KEEP_SWEEPS = timedelta(hours=1)
_KEEP_FINISHED = timedelta(days=30)
"""Finished journeys hold the question and are needed only while a platform may send it again."""
_REMARKS = timedelta(days=1)
"""How far back a sweep looks for remarks that were not passed on."""
_MANY_REMARKS = 10_000
_KEEP_TOLD = timedelta(days=400)
"""An approval waits for 90 days and as long as pauses last; what was told of it must not be told again meanwhile."""


class Workflows(Reviews, Answers):
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
        super().__init__(app, self._follow, self._pass_on)
        self._surfaces = surfaces
        self._serves = executor == SERVE
        self._steps = Steps(app, surfaces, metrics or Metrics())
        self._digests = Digests(app, surfaces)
        self._runtime = Runtime(_workflow_url(app.settings), executor or app.ids.new("terminal"))
        self._waiting: dict[str, asyncio.Event] = {}
        self._ping: asyncio.Future[None] | None = None
        self._pinged_at = 0.0
        self._passed_on: dict[str, None] = {}
        self._known: dict[str, set[str]] = {}
        """Per pending approval, the tellings that are known to be on record, so that a sweep does not ask for each again."""

    async def launch(self) -> None:
        """Opens the workflow database, takes up what a crash left behind, and sweeps. Raises StoreUnavailable."""
        self._runtime.workflow("answer", self._answer)
        self._runtime.workflow("cards", self._cards)
        self._runtime.workflow("verdict", self._verdict)
        self._runtime.workflow("refresh", self._refresh)
        self._runtime.workflow("reminder", self._reminder)
        self._runtime.workflow("remark", self._remark_said)
        self._runtime.workflow("take_back", self._taken_back)
        self._runtime.workflow("digest", self._digest)
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
        spoken = request.model_copy(update={"language": request.language or detect(request.question)})
        await self._runtime.start("answer", request.id, spoken.model_dump(mode="json"))

    async def outcome(self, request_id: str) -> Outcome:
        """The outcome of a request this process submitted, as soon as its journey is on record."""
        recorded = self._waiting.setdefault(request_id, asyncio.Event())
        exchange = await self._app.store.exchanges.get(exchange_id(request_id))
        if exchange is None:
            await recorded.wait()
            exchange = await self._app.store.exchanges.get(exchange_id(request_id))
        self._waiting.pop(request_id, None)
        return exchange.outcome if exchange else failed(request_id, Reason.STORE_UNAVAILABLE)

    async def take_back(self, request_id: str, asker: Person) -> Decision:
        """Ends the review of a question whose message was edited or deleted; one whose journey is still under way is taken
        back as soon as it has opened the review."""
        decision = await super().take_back(request_id, asker)
        if decision.ruling is Ruling.UNKNOWN_APPROVAL and await self._runtime.knows(request_id):
            await self._runtime.start("take_back", f"take_back:{request_id}", request_id, asker.model_dump(mode="json"))
        return decision

    async def _take_back(self, request_id: str, asker: Person) -> None:
        if await self._app.store.exchanges.get(exchange_id(request_id)) is None:
            raise StoreUnavailable("The journey of a question that was taken back is not on record yet.")
        await super().take_back(request_id, asker)

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

    async def _refresh(self, approval_id: str) -> None:
        run, steps = self._runtime.step, self._steps
        with suppress(StepFailed):  # copies that stand elsewhere must not depend on it
            await run("post_cards", FOR_A_DAY, steps.post_cards, approval_id)
        await run("update_cards", FOR_A_DAY, steps.update_cards, approval_id)

    async def _reminder(self, approval_id: str, number: int) -> None:
        await self._runtime.step("remind", FOR_A_DAY, self._steps.remind, approval_id, number)

    async def _verdict(self, approval_id: str) -> None:
        run, steps = self._runtime.step, self._steps
        told = False
        with suppress(StepFailed):  # the cards must not depend on it
            told = await run("tell_asker", FOR_A_DAY, steps.tell_asker, approval_id)
        await run("update_cards", FOR_A_DAY, steps.update_cards, approval_id)
        if told:
            await run("record_effect", FOR_A_DAY, steps.record_effect, approval_id)

    async def _remark_said(self, payload: dict[str, Any]) -> None:
        await self._runtime.step("pass_on", FOR_A_DAY, self._steps.pass_on, Remark.model_validate(payload))

    async def _taken_back(self, request_id: str, asker: dict[str, Any]) -> None:
        await self._runtime.step("take_back", FOR_A_DAY, self._take_back, request_id, Person.model_validate(asker))

    async def _digest(self, day: str) -> None:
        await self._runtime.step("post_digest", FOR_A_DAY, self._digests.post, day)

    async def _sweep(self, scheduled: datetime, context: None) -> None:
        await self._runtime.step("sweep", BRIEFLY, self.sweep)

    async def sweep(self, again: bool = False) -> None:
        """Puts on record what time has brought, and starts whatever is on record and was not told yet. Nothing of it while
        the program is paused.

        ``again``: also the verdicts whose delivery was refused for good before; meanwhile somebody may have mended the
        token or opened the channel.
        """
        if not await self.paused():
            pending = await self._steps.pass_time(reminds=self._serves)
            for approval in await self._app.store.approvals.without_effect():
                await self._start_verdict(approval, again=again or approval.id in self._steps.held_back)
            if self._serves:
                await self._tell(pending)
                for remark in await self._app.store.remarks.since(self._app.clock.now() - _REMARKS):
                    await self._pass_on(remark)
        if self._serves:
            for day in self._digests.due():
                await self._runtime.start("digest", f"digest:{day}", day)
            await self._runtime.take_up()
        now = self._app.clock.now()
        await self._runtime.forget(["sweep"], now - _KEEP_SWEEPS)
        finished = ["answer", "cards", "verdict", "remark", "take_back", "digest"]
        await self._runtime.forget(finished, now - _KEEP_FINISHED)
        await self._runtime.forget(["refresh", "reminder"], now - _KEEP_TOLD)

    async def _tell(self, pending: Sequence[Approval]) -> None:
        """Starts the telling of everything on record of what is pending. Each has a key of its own, so it is told once."""
        known, self._known = self._known, {}
        try:
            deputies = await self._stand_ins.deputies(pending)
        except SurfaceError as error:  # who is away is found out by a later sweep; everything else is told now
            log.warning("who is away could not be looked up", problem=str(error))
            deputies = [[] for _ in pending]
        for approval, stand_ins in zip(pending, deputies, strict=True):
            told = self._known[approval.id] = known.get(approval.id, set())
            votes = await self._votes_for_cards(approval)
            wanted = tellings(approval, [delegation.id for delegation, _ in stand_ins], votes)
            for key, (name, *arguments) in wanted.items():
                if key not in told:
                    await self._runtime.start(name, key, *arguments)
                    told.add(key)

    async def _follow(self, approval: Approval) -> None:
        """What a vote, a decision, a withdrawal or a handoff has people told of. The sweep does it where this cannot."""
        try:
            if ended(approval):
                await self._start_verdict(approval)
            elif self._serves and (votes := await self._votes_for_cards(approval)):
                await self._runtime.start("refresh", vote_key(approval, votes), approval.id)
        except StoreUnavailable as error:  # decided is decided
            log.warning("what was decided waits for the sweep", approval=approval.id, problem=str(error))

    async def _votes_for_cards(self, approval: Approval) -> int:
        """How many votes the cards of a pending approval show; the only vote of a quorum of one ends it."""
        if approval.state is not ApprovalState.PENDING or approval.rule.quorum == 1:
            return 0
        return len(await self._app.store.approvals.votes(approval.id))

    async def _pass_on(self, remark: Remark) -> None:
        """Has a remark passed on, once; the sweep does it where this cannot."""
        if not self._serves or remark.id in self._passed_on:
            return
        await self._runtime.start("remark", f"remark:{remark.id}", remark.model_dump(mode="json"))
        self._passed_on[remark.id] = None
        if len(self._passed_on) > _MANY_REMARKS:
            del self._passed_on[next(iter(self._passed_on))]

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
        if await self.paused():
            return
        if self._serves or await self._is_ours(approval):
            start = self._runtime.restart if again else self._runtime.start
            await start("verdict", f"verdict:{approval.id}", approval.id)

    async def _is_ours(self, approval: Approval) -> bool:
        """Whether everybody a verdict must reach is on a surface of this process."""
        if approval.state is ApprovalState.HANDED_OVER:  # to somebody whom a terminal does not reach
            return False
        cards = await self._app.store.approvals.cards(approval.id)
        return {approval.request.place.surface, *(card.surface for card in cards)} <= set(self._surfaces)


def _workflow_url(settings: Settings) -> str:
    """Beside the application's tables: the same PostgreSQL, or a SQLite file of its own in the data folder."""
    url = settings.sqlalchemy_url
    return f"sqlite:///{settings.home.absolute() / 'workflows.db'}" if url.startswith("sqlite") else url
