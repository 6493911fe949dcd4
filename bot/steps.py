"""What the steps of the durable journeys do. Each may run again after a crash, and the second time changes nothing.

A step gives back plain JSON. It raises only what may be tried again (``core.errors.is_transient``); what may not is logged
and becomes a value.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from weakref import WeakValueDictionary

import structlog

from bot.bootstrap import Application
from bot.metrics import Metrics
from bot.stand_ins import StandIns
from bot.troubles import Shows, note_trouble, problem_of
from core.approvals.schedule import due
from core.approvals.waiting import wait_told
from core.domain.approval import Approval, ApprovalState, Remark
from core.domain.exchange import Exchange
from core.domain.outcome import Outcome, OutcomeKind, Reason
from core.domain.request import Person, PipelineRequest, Standing, SurfaceName
from core.errors import CountersignError, NotFound, SurfaceError, is_transient
from core.journeys.ending import failed, paused, told_wait, verdict_outcome
from core.journeys.memory import recalled
from core.journeys.question import ask
from core.journeys.state import exchange_id
from core.ports.surface import Surface

log = structlog.get_logger(__name__)

THINKING, WAITING, TALKING = 2, 8, 8
"""Questions worked on by the rules, questions that mostly wait for a language model, and messages of them on their way, at once:
more would be no faster, and would keep the chat product waiting for its acknowledgement, which it gives three seconds."""


class Steps:
    """The work of the workflows, which themselves only know its order."""

    def __init__(self, app: Application, surfaces: Mapping[SurfaceName, Surface], metrics: Metrics) -> None:
        self._app = app
        self._surfaces = surfaces
        self._metrics = metrics
        self._stand_ins = StandIns(app)
        self._shows = Shows(app, metrics)
        self._posting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._thinking = asyncio.Semaphore(WAITING if app.bench.judge.model else THINKING)
        self._talking = asyncio.Semaphore(TALKING)
        self.held_back: set[str] = set()
        """Approvals whose verdict was not told because of a pause, until it is: a workflow that is not through yet is not begun again."""

    async def acknowledge(self, request: PipelineRequest) -> str | None:
        """Shows a sign of work; the message's id. The answer does not depend on it, so a failure is only noted."""
        try:
            surface = self._surface(request.place.surface)
            async with self._talking:
                return await surface.acknowledge(request) if surface else None
        except Exception as error:
            trace = None if isinstance(error, CountersignError) else error
            await note_trouble(self._app, "sign of work", exchange_id(request.id), error)
            log.warning("no sign of work", exchange=exchange_id(request.id), problem=problem_of(error), exc_info=trace)
            return None

    async def journey(self, request: PipelineRequest) -> str | None:
        """Answers, refuses or opens an approval, and writes it down; the approval's id. Raises what is transient.

        Repeated after a crash, it may come to another outcome; what was written first stays.
        """
        asked = request.model_copy(update={"asker": await self._identify(request.asker)})
        if pause := await self._app.store.pauses.current():
            await self._save(self._exchange(asked, paused(request.id, pause.reason, request.language)), None)
            return None
        try:
            async with self._thinking:
                earlier = await self._app.store.exchanges.conversation(asked.conversation, asked.received_at)
                asked = recalled(asked, earlier)
                exchange, approval = await ask(asked, self._app.bench)
            if approval:
                times = await self._app.store.approvals.decision_times(approval.rule.name)
                exchange = told_wait(exchange, wait_told(approval, times))
        except (
            Exception
        ) as error:  # boundary: whatever went wrong, the asker gets an honest error and the record has it
            if is_transient(error):
                raise
            log.exception("the journey failed", exchange=exchange_id(request.id), problem=problem_of(error))
            exchange, approval = self._exchange(asked, failed(asked.id, Reason.INTERNAL_ERROR, asked.language)), None
        return (await self._save(exchange, approval)).outcome.approval_id

    async def give_up(self, request: PipelineRequest) -> None:
        """Records a journey that could not be finished however often it was tried."""
        try:
            lost = failed(request.id, Reason.STORE_UNAVAILABLE, request.language)
            await self._save(self._exchange(request, lost), None)
        except CountersignError as error:
            log.exception(
                "a failure could not be recorded", exchange=exchange_id(request.id), problem=problem_of(error)
            )

    async def deliver(self, request: PipelineRequest, placeholder: str | None, gave_up: bool) -> bool:
        """Shows the outcome to the asker; whether it was shown. A refusal for good is answered with an honest error.

        ``gave_up``: the records were out of reach, and the asker is told so without asking them again.
        """
        surface = self._surface(request.place.surface)
        if surface is None:
            return False
        exchange = None if gave_up else await self._app.store.exchanges.get(exchange_id(request.id))
        if exchange:  # with who the asker is, their language, and whether only they may read the answer
            request = exchange.request.model_copy(update={"place": request.place})
        language = request.language
        outcome = exchange.outcome if exchange else failed(request.id, Reason.STORE_UNAVAILABLE, language)
        if outcome.outcome is OutcomeKind.ANSWERED and (pause := await self._app.store.pauses.current()):
            log.info("an answer was held back by a pause", exchange=outcome.exchange_id)
            exchange, outcome = None, paused(request.id, pause.reason, language)
        async with self._talking:
            shown = await self._shows.shown(
                "answer", outcome.exchange_id, surface.deliver(request, outcome, placeholder)
            )
        if not shown:
            apology = failed(request.id, Reason.INTERNAL_ERROR, language)
            if not await self._shows.shown(
                "apology", outcome.exchange_id, surface.deliver(request, apology, placeholder)
            ):
                # Not the message but the place is refused: the asker is owed the answer all the same.
                return await self._shows.shown(
                    "answer directly", outcome.exchange_id, surface.deliver_directly(request, outcome)
                )
            return False
        now = self._app.clock.now()
        if exchange:
            await self._app.store.exchanges.delivered(exchange.id, now)
        self._metrics.latency.observe(max(0.0, (now - request.received_at).total_seconds()))
        return True

    async def post_cards(self, approval_id: str) -> None:
        """Posts the approval's card everywhere and remembers where; one decided meanwhile is shown as decided.

        One at a time for an approval: two workflows that look for a copy at once would find none, and post two.
        """
        async with self._posting.setdefault(approval_id, asyncio.Lock()):
            await self._post_cards(approval_id)

    async def _post_cards(self, approval_id: str) -> None:
        approval = await self._approval(approval_id)
        try:
            (deputies,) = await self._stand_ins.deputies([approval])
        except SurfaceError as error:  # who is away is found out by a later sweep; those who are here are asked now
            log.warning("who is away could not be looked up", problem=problem_of(error))
            deputies = []
        for surface in self._surfaces.values():
            try:
                votes = await self._app.store.approvals.votes(approval_id)
                cards = await surface.post_cards(approval, [approver for _, approver in deputies], votes)
            except SurfaceError as error:
                if not error.permanent:
                    raise
                await self._shows.refused("card", approval_id, error)
                continue
            for card in cards:
                await self._app.store.approvals.add_card(card)
        if (await self._approval(approval_id)).state is not ApprovalState.PENDING:
            await self.update_cards(approval_id)

    async def tell_asker(self, approval_id: str) -> bool:
        """Tells the asker how the review ended, and a handoff's person first; whether that may be called done.

        Not while the program is paused: the sweep starts it again afterwards.
        """
        approval = await self._approval(approval_id)
        if await self._app.store.pauses.current():
            self.held_back.add(approval_id)
            return False
        self.held_back.discard(approval_id)
        if approval.state is ApprovalState.HANDED_OVER and not await self._hand_over(approval):
            return False
        surface = self._surface(approval.request.place.surface)
        if surface is None:  # the record is where that terminal's user looks
            return True
        outcome = await self.verdict(approval)
        if await self._shows.shown("verdict", approval_id, surface.deliver_verdict(approval, outcome)):
            return True
        direct = surface.deliver_directly(approval.request, outcome)
        return await self._shows.shown("verdict directly", approval_id, direct)

    async def update_cards(self, approval_id: str) -> None:
        """Makes every posted card show the approval as it stands: cosmetic, so a refusal for good is only noted.

        Looks again afterwards: of two that run at once, the one with the older view might have come last.
        """
        store, shown = self._app.store.approvals, None
        while (now := (await self._approval(approval_id), await store.votes(approval_id))) != shown:
            for card in await store.cards(approval_id):
                if surface := self._surface(card.surface):
                    await self._shows.shown("card", approval_id, surface.update_card(card, *now))
            shown = now

    async def record_effect(self, approval_id: str) -> None:
        """Notes that the decision had its effect."""
        await self._app.store.approvals.record_effect(approval_id, self._app.clock.now())

    async def verdict(self, approval: Approval) -> Outcome:
        """What the asker of a decided approval is shown."""
        exchange = await self._app.store.exchanges.get(approval.exchange_id)
        if exchange is None:
            raise NotFound(f"The exchange of approval {approval.id} is not in the database.")
        return verdict_outcome(exchange, approval, self._app.settings.whom_to_ask)

    async def remind(self, approval_id: str, number: int) -> None:
        """Says beside every card that it still waits; nothing, if it does not any more.

        The cards are posted first: after an outage or a crash it may be a reminder's time before all of them stand.
        """
        approval = await self._approval(approval_id)
        if approval.state is not ApprovalState.PENDING:
            return
        await self.post_cards(approval_id)
        for card in await self._app.store.approvals.cards(approval_id):
            if surface := self._surface(card.surface):
                await self._shows.shown("reminder", approval_id, surface.remind(card, approval, number))

    async def pass_on(self, remark: Remark) -> None:
        """Shows a remark to those it is for: a reviewer's to whoever asked, and either beside every posted card."""
        approval = await self._approval(remark.approval_id)
        asker = None if remark.from_asker else self._surface(approval.request.place.surface)
        if asker and approval.state is ApprovalState.PENDING:
            await self._shows.shown("remark", remark.id, asker.ask_back(approval, remark))
        for card in await self._app.store.approvals.cards(approval.id):
            if surface := self._surface(card.surface):
                await self._shows.shown("remark", remark.id, surface.add_remark(card, approval, remark))

    async def pass_time(self, *, reminds: bool) -> list[Approval]:
        """Puts on record what time has brought to the pending approvals; those that are still pending, as they then stand.

        ``reminds``: this process can tell people, so that a reminder that is on record is also given.
        """
        now, store = self._app.clock.now(), self._app.store.approvals
        left = []
        for approval in await store.list(ApprovalState.PENDING, limit=10_000):
            brought = due(approval, now)
            if brought is None:
                left.append(approval)
            elif brought.expired:
                if await store.expire(approval.id, now):
                    log.info("approval expired", approval=approval.id)
            else:
                if brought.level > approval.level and await store.escalate(approval.id, brought.level, now):
                    log.info("approval escalated", approval=approval.id, level=brought.level)
                if reminds and brought.reminded > approval.reminded:
                    await store.remind(approval.id, brought.reminded, now)
                left.append(await self._approval(approval.id))
        return [approval for approval in left if approval.state is ApprovalState.PENDING]

    async def _hand_over(self, approval: Approval) -> bool:
        """Puts the question before the handoff's person. Raises what is transient."""
        handoff = approval.rule.handoff
        surface = self._surface(SurfaceName(handoff.to.partition(":")[0])) if handoff else None
        return surface is not None and await self._shows.shown("handoff", approval.id, surface.hand_over(approval))

    def _surface(self, name: SurfaceName) -> Surface | None:
        """The surface; None for a terminal that is gone. Raises SurfaceError, transient, if it is not connected."""
        if name not in self._surfaces and name is not SurfaceName.TERMINAL:
            raise SurfaceError(f"{name} is not connected.", code="not_connected", permanent=False)
        return self._surfaces.get(name)

    async def _identify(self, person: Person) -> Person:
        """The asker as the surface knows them; one it cannot name belongs to no group and sees nothing restricted."""
        try:
            return await self._app.directory.identify(person)
        except SurfaceError as error:
            if not error.permanent:
                raise
            log.warning("the asker could not be identified", person=person.id, problem=problem_of(error))
            return person.model_copy(update={"standing": Standing.EXTERNAL, "email": None})

    async def _save(self, exchange: Exchange, approval: Approval | None) -> Exchange:
        saved = await self._app.store.exchanges.save(exchange, approval)
        self._metrics.requests.labels(saved.outcome.outcome, saved.outcome.reason).inc()
        log.info("exchange recorded", exchange=saved.id, outcome=saved.outcome.outcome, reason=saved.outcome.reason)
        return saved

    def _exchange(self, request: PipelineRequest, outcome: Outcome) -> Exchange:
        """Of a request that went through no journey."""
        return Exchange(
            id=outcome.exchange_id,
            request=request,
            outcome=outcome,
            thresholds=self._app.bench.gate.for_call(request.min_confidence, request.top_k),
            created_at=self._app.clock.now(),
        )

    async def _approval(self, approval_id: str) -> Approval:
        approval = await self._app.store.approvals.get(approval_id)
        if approval is None:
            raise NotFound(f"Approval {approval_id} is not in the database.")
        return approval
