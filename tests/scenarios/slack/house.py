"""The whole program on memory with Slack in front of it: real journeys, real durable workflows, the strict double."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web

from adapters.slack import SlackSurface, connect
from bot.durable import SERVE
from bot.workflows import Workflows
from core.domain.approval import Approval, ApprovalState
from core.domain.request import SurfaceName
from tests.doubles.slack import Driver, Message, Posted, SlackDouble
from tests.scenarios.office import HOTEL, TRAVEL, Office
from tests.scenarios.slack.conftest import settings

REVIEW = "G01REVIEW"
RULES: dict[str, Any] = {
    "hours": {"zone": "UTC", "days": ["mon", "tue", "wed", "thu", "fri"], "from": "08:00", "to": "18:00"},
    "handoff": {"to": "slack:C01GENERAL", "name": "the travel desk"},
    "answers": [
        {
            "name": "travel",
            "approvers": [{"account": "slack:U01SAM"}, {"group": "slack:S01FINANCE"}, {"email": "kim@acme.test"}],
            "quorum": 2,
            "expires_after": "72h",
            "cards": [f"slack:{REVIEW}"],
            "reminders": ["4h", "20h"],
            "escalation": [{"after": "30h", "approvers": [{"account": "slack:U01BOSS"}]}],
        }
    ],
}
"""Two of three must approve; reminders, then the boss, then the end after three days. It is Monday, 9:00."""


class House(Office):
    """An office whose people are on Slack. ``slack`` is the double, ``people`` act in it."""

    double: SlackDouble
    people: Driver
    surface: SlackSurface

    def __init__(self, home: Path, double: SlackDouble, rules: dict[str, Any]) -> None:
        self.double = double
        self.space = double.workspace
        super().__init__(home, rules=rules)
        self.certain.value = 0.6

    def _workflows(self) -> Workflows:
        surfaces: dict[SurfaceName, Any] = {}
        workflows = Workflows(self.app, surfaces, executor=SERVE, metrics=self.metrics)
        self.surface = connect(settings(self.double), workflows, self.clock)
        surfaces[SurfaceName.SLACK] = self.surface
        self.app.directory.attach(SurfaceName.SLACK, self.surface.directory)
        return workflows

    async def later(self, hours: float = 0.0) -> None:
        """What is under way ends, the program stops, time passes, and the program starts again."""
        old = self.surface
        await super().later(hours)
        await old.close()

    async def under_review(self, user: str = "U01DANA", question: str = HOTEL) -> tuple[Posted, Approval, Message]:
        """A question in #general whose draft became a card: what was asked, the approval, and the card."""
        before = len(self.cards())
        asked = await self.people.mention(user, "C01GENERAL", question)
        await self.space.until(lambda: len(self.cards()) > before)
        waiting = await self.store.approvals.list(ApprovalState.PENDING)
        (approval,) = (found for found in waiting if found.request.place.message == asked.message.ts)
        return asked, approval, self.cards()[-1]

    def cards(self, channel: str = REVIEW) -> list[Message]:
        """The cards in a channel, in the order they were posted."""
        found = [m for m in self.space.top_level(channel) if m.metadata]
        return [m for m in found if m.metadata and m.metadata["event_payload"]["part"] == "card"]

    async def told(self, user: str, number: int = 1) -> str:
        """The last thing somebody was told in private, once that is so many; offers with a button do not count."""

        def whispers() -> list[str]:
            return [whisper.words for whisper in self.space.whispers(user) if not whisper.buttons]

        await self.space.until(lambda: len(whispers()) >= number)
        return whispers()[-1]

    async def ended(self, approval: Approval) -> Approval:
        """The approval once its effect is on record."""
        async with asyncio.timeout(20):
            while (now := await self.approval(approval.id)).effect_at is None:
                await asyncio.sleep(0.01)
        return now

    async def votes(self, approval: Approval) -> int:
        """How many votes are on record."""
        return len(await self.store.approvals.votes(approval.id))

    def answers(self, asked: Posted) -> list[str]:
        """What the bot has said in the question's thread."""
        return [m.words for m in self.space.thread("C01GENERAL", asked.message.ts)]


@asynccontextmanager
async def house(home: Path, rules: dict[str, Any] = RULES) -> AsyncIterator[House]:
    """The program runs, and the double's people reach it over HTTP."""
    async with SlackDouble() as double:
        place = House(home, double, rules)
        await place.ingest("travel.md", TRAVEL)

        async def events(request: web.Request) -> web.Response:
            return await place.surface.handle(request)

        application = web.Application()
        application.add_routes([web.post("/slack/events", events)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        place.people = Driver(double, f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
        await place.workflows.launch()
        yield place
        await place.workflows.close()
        await place.surface.close()
        await runner.cleanup()
