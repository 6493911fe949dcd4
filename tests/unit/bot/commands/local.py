"""An application in memory, and journeys that end at once as a test scripts them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from adapters.documents.registry import FileExtractor
from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.encoder import WordEncoder
from adapters.memory.index import MemoryIndex
from adapters.memory.store import MemoryStore
from adapters.terminal.surface import Show, TerminalSurface
from bot.bootstrap import SAMPLE, Application
from bot.commands.desk import TerminalDesk
from bot.reviews import Reviews
from bot.settings import Settings
from core.approvals.directory import FileDirectory, JoinedDirectory
from core.approvals.rules import ApprovalRules, load_rules
from core.domain.approval import Approval
from core.domain.exchange import Exchange
from core.domain.outcome import Outcome
from core.domain.request import PipelineRequest
from core.journeys.bench import Bench
from core.journeys.ending import verdict_outcome
from core.journeys.state import exchange_id
from core.judge import Judge
from core.retrieval.confidence import Calibration, Provenance
from tests.adapters.samples import version

UNUSED = Calibration(
    provenance=Provenance(data="none", date="", questions=0, documents=0, engine="", method="", figures={}),
    scorer={},
    intercept=0.0,
    terms={},
)
"""No journey of these tests weighs anything."""

Answer = Callable[[PipelineRequest], tuple[Exchange, Approval | None]]


class Journeys(Reviews):
    """What the durable workflows do, without durability: each request ends as ``answer`` says, each decision is told."""

    def __init__(self, app: Application, surface: TerminalSurface, answer: Answer) -> None:
        super().__init__(app, self._tell, self._tell)
        self._surface = surface
        self._answer = answer

    async def submit(self, request: PipelineRequest) -> None:
        await self._app.store.exchanges.save(*self._answer(request))

    async def outcome(self, request_id: str) -> Outcome:
        exchange = await self._app.store.exchanges.get(exchange_id(request_id))
        assert exchange is not None
        return exchange.outcome

    async def _tell(self, approval: Approval) -> None:
        if approval.decided_at:
            exchange = await self._app.store.exchanges.get(approval.exchange_id)
            assert exchange is not None
            await self._surface.deliver_verdict(approval, verdict_outcome(exchange, approval, ""))


class Local:
    """Stands in for ``bot.commands.session``'s application and desk; one store for all commands of a test."""

    def __init__(self, settings: Settings, answer: Answer) -> None:
        self.settings = settings
        self.answer = answer
        self.clock, self.ids = ManualClock(), SequentialIds()
        self.store = MemoryStore(self.clock, self.ids)
        self.rules: ApprovalRules = load_rules(SAMPLE / "approvers.yml")
        self.opened = 0

    @asynccontextmanager
    async def application(self, settings: Settings, *, own_index: bool = False) -> AsyncIterator[Application]:
        self.opened += 1
        directory = JoinedDirectory(FileDirectory(self.rules.groups))
        encoder, index = WordEncoder(), MemoryIndex(self.store.passages)
        bench = Bench(
            passages=self.store.passages,
            index=index,
            encoder=encoder,
            reranker=None,
            directory=directory,
            clock=self.clock,
            calibration=UNUSED,
            gate=settings.gate,
            rules=self.rules,
            whom_to_ask=settings.whom_to_ask,
            judge=Judge(self.clock, self.ids),
        )
        yield Application(
            settings=settings,
            clock=self.clock,
            ids=self.ids,
            store=self.store,
            encoder=encoder,
            reranker=None,
            index=index,
            extractor=FileExtractor(),
            rules=self.rules,
            directory=directory,
            bench=bench,
        )

    @asynccontextmanager
    async def desk(self, app: Application, show: Show) -> AsyncIterator[TerminalDesk]:
        surface = TerminalSurface(show)
        cited = MemoryStore()  # what the scripted drafts quote is in force, whatever a test ingests
        await cited.documents.put("leave.md", version("v1", ["Thirty days."]))
        app = replace(app, bench=replace(app.bench, passages=cited.passages))
        yield TerminalDesk(app, Journeys(app, surface, self.answer), surface)
