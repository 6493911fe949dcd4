"""The surface between the strict double and a front desk that answers from a script, over both transports."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from aiohttp import web

from adapters.memory.clock import SystemClock
from adapters.slack import SlackSettings, SlackSurface, connect
from core.domain.approval import Approval
from core.domain.outcome import Outcome
from core.domain.request import PipelineRequest
from tests.adapters.slack import specimens
from tests.doubles.slack import APP_TOKEN, BOT_TOKEN, SIGNING_SECRET, Driver, SlackDouble, Workspace
from tests.doubles.slack.desk import Desk
from tests.doubles.slack.transport import ACKNOWLEDGEMENT, Socket


@dataclass
class Scene:
    """Everything a scenario needs."""

    slack: SlackDouble
    workspace: Workspace
    people: Driver
    desk: Desk
    surface: SlackSurface
    url: str

    def answers(self, outcome: Outcome) -> None:
        """What the desk answers from now on."""
        self.desk.script = lambda request: (outcome, None)

    def reviews(self, **change: object) -> None:
        """Every question goes to a reviewer from now on; ``change`` is of the approval."""

        def script(request: PipelineRequest) -> tuple[Outcome, Approval]:
            now = SystemClock().now()
            rule = change.get("rule", {})
            draft = change.get("draft", specimens.draft())
            opened = specimens.approval(request=request, opened_at=now, rule=rule, draft=draft)
            return specimens.pending(), opened.model_copy(update={"expires_at": now.replace(year=now.year + 1)})

        self.desk.script = script

    def breaks(self) -> None:
        """The database stops."""
        self.desk.down = True
        if isinstance(self.people.transport, Socket):
            self.people.transport.patience = 0.3

    def mends(self) -> None:
        """The database is back."""
        self.desk.down = False
        if isinstance(self.people.transport, Socket):
            self.people.transport.patience = ACKNOWLEDGEMENT

    async def restart(self) -> None:
        """A new process of the bot on the same records: nothing remembered but what is on record."""
        await self.surface.close()
        self.surface = self.desk.surface = connect(settings(self.slack), self.desk, SystemClock())


def settings(slack: SlackDouble) -> SlackSettings:
    return SlackSettings(BOT_TOKEN, SIGNING_SECRET, APP_TOKEN, slack.api_url)


@pytest.fixture(params=["http", "socket"])
def transport(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def scene(transport: str) -> AsyncIterator[Scene]:
    async with SlackDouble() as slack:
        desk = Desk(lambda request: (specimens.outcome(), None))
        surface = desk.surface = connect(settings(slack), desk, SystemClock())

        async def events(request: web.Request) -> web.Response:
            return await desk.surface.handle(request)

        application = web.Application()
        application.add_routes([web.post("/slack/events", events)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
        if transport == "socket":
            await surface.start_socket()
        yield Scene(slack, slack.workspace, Driver(slack, url if transport == "http" else None), desk, surface, url)
        await desk.settle()
        await desk.surface.close()
        await runner.cleanup()
