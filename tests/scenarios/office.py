"""A whole program on memory: real journeys, real durable workflows, people and places that remember what they were shown."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adapters.documents.limits import Limits
from adapters.documents.reading import read
from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.directory import MemoryDirectory
from adapters.memory.encoder import WordEncoder
from adapters.memory.index import MemoryIndex
from adapters.memory.store import MemoryStore
from adapters.memory.surface import MemorySurface
from bot.bootstrap import Application, Store
from bot.durable import SERVE
from bot.metrics import Metrics
from bot.settings import Settings
from bot.workflows import Workflows
from core.approvals.directory import FileDirectory, JoinedDirectory
from core.approvals.rules import ApprovalRules
from core.domain.approval import Approval, Ballot, Card, Decision, Verdict
from core.domain.document import ExtractedDocument
from core.domain.exchange import Exchange
from core.domain.outcome import Outcome
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, Standing, SurfaceName
from core.ingestion.ingest import Ingestion
from core.journeys.bench import Bench
from core.journeys.state import exchange_id
from core.judge import Judge
from core.retrieval.confidence import packaged

TRAVEL = """---
title: Travel policy
url: https://policies.example/travel
policy_type: finance_policy
---
# Hotels

A hotel room may cost at most $210 a night before tax. Travel leads approve anything above that amount in writing.

# Flights

Flights shorter than six hours are booked in economy class.
"""
HOTEL = "What may a hotel room cost a night?"
RULES = {
    "answers": [
        {
            "name": "travel",
            "approvers": [{"account": "slack:SAM"}, {"group": "travel-leads"}],
            "expires_after": "48h",
            "cards": ["slack:REVIEW"],
        }
    ],
    "groups": {"travel-leads": ["lee@acme.test"]},
}

DANA = Person(id="slack:DANA", name="Dana", email="dana@acme.test")
SAM = Person(id="slack:SAM", name="Sam", email="sam@acme.test")
LEE = Person(id="slack:LEE", name="Lee", email="lee@acme.test")
KIM = Person(id="slack:KIM", name="Kim", email="kim@acme.test")
BOSS = Person(id="slack:BOSS", name="Boss", email="boss@acme.test")
GUS = Person(id="slack:GUS", name="Gus", email="lee@acme.test", standing=Standing.GUEST)


class Reader:
    """Reads files in this process: the ones here are our own."""

    async def extract(self, data: bytes, name: str) -> ExtractedDocument:
        return read(data, name, Limits())


class Certain:
    """A calibration that ranks as the packaged one does and gives every draft one confidence."""

    def __init__(self, confidence: float) -> None:
        self.value = confidence
        self.scorer = packaged().scorer

    def confidence(self, features: dict[str, float]) -> float:
        return self.value


class Office:
    """``certain.value`` is how sure the program is of every draft it makes."""

    def __init__(
        self,
        home: Path,
        *,
        rules: dict[str, Any] | None = None,
        store: Store | None = None,
        clock: ManualClock | None = None,
    ) -> None:
        self.clock = clock or ManualClock()
        self._ids = SequentialIds()
        self.store: Store = store or MemoryStore(self.clock, self._ids)
        self.slack = MemorySurface(SurfaceName.SLACK)
        self.certain = Certain(0.95)
        self.metrics = Metrics()
        self._home = home
        self._rules = ApprovalRules.model_validate(RULES if rules is None else rules)
        self._numbers = itertools.count(1)
        self._changed: dict[str, Any] = {}
        self.app = self._application()
        self.workflows = self._workflows()

    def change_settings(self, **changed: Any) -> None:
        """From now on, and after every restart. Before the program starts."""
        self._changed = changed
        self.app = self._application()
        self.workflows = self._workflows()

    async def ingest(self, name: str, text: str) -> None:
        file = self._home / name
        file.write_text(text, encoding="utf-8")
        work = Ingestion(self.store.documents, Reader(), self.app.encoder, self.clock, self._ids)
        results = [progress.result async for progress in work.run([file])]
        assert all(result.problem is None for result in results), results

    async def restart(self) -> None:
        """A new process on the same records."""
        await self.later()

    async def ask(self, question: str = HOTEL, *, asker: Person = DANA, **more: Any) -> PipelineRequest:
        """Puts a question in a channel and waits until its outcome was shown."""
        request = self.request(question, asker=asker, **more)
        await self.workflows.submit(request)
        await self.until(lambda: request.id in self.slack.outcomes)
        return request

    def request(self, question: str = HOTEL, *, asker: Person = DANA, **more: Any) -> PipelineRequest:
        number = next(self._numbers)
        place = Place(surface=SurfaceName.SLACK, kind=PlaceKind.CHANNEL, team="T", channel="C", message=str(number))
        return PipelineRequest(
            id=f"slack:T:C:{number}",
            asker=Person(id=asker.id, name="?"),  # as a payload names people: the directory knows the rest
            place=place,
            question=question,
            received_at=self.clock.now(),
            **more,
        )

    async def ask_for_review(self) -> Approval:
        """A question whose draft becomes a card."""
        self.certain.value = 0.6
        shown = self.shown(await self.ask())
        assert shown.approval_id is not None
        await self.until(lambda: self.card(shown.approval_id or "") is not None)
        return await self.approval(shown.approval_id)

    async def decide(
        self,
        approval: Approval,
        voter: Person,
        verdict: Verdict = Verdict.APPROVE,
        note: str | None = None,
        words: str | None = None,
    ) -> Decision:
        ballot = Ballot(
            approval_id=approval.id,
            digest=approval.digest,
            verdict=verdict,
            voter=Person(id=voter.id, name="?"),
            note=note,
            words=words,
        )
        return await self.workflows.decide(ballot)

    async def approval(self, approval_id: str) -> Approval:
        found = await self.workflows.approval(approval_id)
        assert found is not None
        return found

    async def exchange(self, request: PipelineRequest) -> Exchange:
        found = await self.store.exchanges.get(exchange_id(request.id))
        assert found is not None
        return found

    async def later(self, hours: float = 0.0) -> None:
        """What is under way ends, the program stops, time passes, and the program starts again."""
        await self.workflows.close()
        self.clock.advance(hours * 3600)
        self.app = self._application()
        self.workflows = self._workflows()
        await self.workflows.launch()

    def shown(self, request: PipelineRequest) -> Outcome:
        return self.slack.outcomes[request.id]

    def card(self, approval_id: str) -> Approval | None:
        """What the card in the review channel shows."""
        card = Card(
            approval_id=approval_id,
            surface=SurfaceName.SLACK,
            channel="REVIEW",
            message=f"card:{approval_id}:REVIEW",
        )
        return self.slack.cards.get(card)

    async def verdict(self, approval: Approval) -> Outcome:
        """What the asker was told, once its effect is on record too."""
        async with asyncio.timeout(20):
            while (await self.approval(approval.id)).effect_at is None:
                await asyncio.sleep(0.01)
        return self.slack.verdicts[approval.id][1]

    async def audited(self) -> list[tuple[str, str]]:
        """Kind and subject of every audit row after the documents'; the chain is whole."""
        assert (await self.store.audit.verify()).faults == ()
        return [(row.kind, row.subject) async for row in self.store.audit.rows() if row.kind != "documents"]

    async def until_recorded(self, request: PipelineRequest) -> None:
        async with asyncio.timeout(20):
            while await self.store.exchanges.get(exchange_id(request.id)) is None:
                await asyncio.sleep(0.01)

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                await asyncio.sleep(0.01)

    def _application(self) -> Application:
        encoder = WordEncoder()
        index = MemoryIndex(self.store.passages)
        directory = JoinedDirectory(FileDirectory(self._rules.groups))
        directory.attach(SurfaceName.SLACK, MemoryDirectory([DANA, SAM, LEE, KIM, BOSS, GUS]))
        settings = Settings(home=self._home)
        bench = Bench(
            passages=self.store.passages,
            index=index,
            encoder=encoder,
            reranker=None,
            directory=directory,
            clock=self.clock,
            calibration=self.certain,  # type: ignore[arg-type]
            gate=settings.gate,
            rules=self._rules,
            whom_to_ask="Ask Compliance.",
            judge=Judge(self.clock, SequentialIds()),
        )
        return Application(
            settings=settings.model_copy(update={"whom_to_ask": "Ask Compliance.", **self._changed}),
            clock=self.clock,
            ids=SequentialIds(),
            store=self.store,
            encoder=encoder,
            reranker=None,
            index=index,
            extractor=Reader(),
            rules=self._rules,
            directory=directory,
            bench=bench,
        )

    def _workflows(self) -> Workflows:
        return Workflows(self.app, {SurfaceName.SLACK: self.slack}, executor=SERVE, metrics=self.metrics)
