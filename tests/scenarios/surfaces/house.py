"""The whole program with Slack, Teams and a terminal in front of it: real journeys, real durable workflows, strict doubles."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web

from adapters.slack import SlackSurface
from adapters.slack import connect as connect_slack
from adapters.teams import TeamsSettings, TeamsSurface
from adapters.teams import connect as connect_teams
from adapters.terminal.chat import Chat
from adapters.terminal.keyboard import Keyboard
from adapters.terminal.speaker import Speaker
from adapters.terminal.surface import TerminalSurface
from bot.durable import SERVE
from bot.workflows import Workflows
from core.domain.approval import Approval, Card
from core.domain.outcome import Outcome
from core.domain.request import PipelineRequest, SurfaceName
from tests.adapters.terminal.printing import console
from tests.doubles import slack, teams
from tests.doubles.teams import acts
from tests.scenarios.office import TRAVEL, Office
from tests.scenarios.slack.conftest import settings as slack_settings

SLACK_REVIEW = "G01REVIEW"
RULES: dict[str, Any] = {
    "answers": [
        {
            "name": "travel",
            "approvers": [{"email": "sam@acme.test"}, {"email": "lee@acme.test"}, {"email": "dana@acme.test"}],
            "expires_after": "48h",
            "cards": [f"slack:{SLACK_REVIEW}", f"teams:{teams.REVIEW}"],
            "handoff": {"to": "slack:C01GENERAL", "name": "the travel desk"},
        }
    ],
}
"""Everybody by e-mail, so that it does not matter where they are; one approval is enough."""


class Noted(Workflows):
    """Keeps every request it was handed."""

    requests: list[PipelineRequest]

    async def submit(self, request: PipelineRequest) -> None:
        self.requests.append(request)
        await super().submit(request)


class House(Office):
    """An office whose people are on Slack, on Teams and at a terminal."""

    workflows: Noted
    on_slack: slack.Driver
    on_teams: teams.Client

    def __init__(
        self, home: Path, slack_double: slack.SlackDouble, teams_double: teams.TeamsDouble, rules: dict[str, Any]
    ) -> None:
        self.slack_double = slack_double
        self.teams_double = teams_double
        self.screen = console()
        self.requests: list[PipelineRequest] = []
        for user in slack_double.workspace.users.values():
            user.name = user.name.title()  # as their name is on Teams
        super().__init__(home, rules=rules)

    def _workflows(self) -> Noted:
        surfaces: dict[SurfaceName, Any] = {}
        workflows = Noted(self.app, surfaces, executor=SERVE, metrics=self.metrics)
        workflows.requests = self.requests
        self.slack_surface: SlackSurface = connect_slack(slack_settings(self.slack_double), workflows, self.clock)
        self.teams_surface: TeamsSurface = connect_teams(
            teams_settings(self.teams_double), workflows, self.clock, self.store.conversations
        )
        self.chat = Chat(self.screen, Keyboard(), Speaker(), strangers=True)
        surfaces[SurfaceName.SLACK] = self.slack_surface
        surfaces[SurfaceName.TEAMS] = self.teams_surface
        surfaces[SurfaceName.TERMINAL] = TerminalSurface(self.chat.show)
        self.app.directory.attach(SurfaceName.SLACK, self.slack_surface.directory)
        self.app.directory.attach(SurfaceName.TEAMS, self.teams_surface.directory)
        return workflows

    async def later(self, hours: float = 0.0) -> None:
        """What is under way ends, the program stops, time passes, and the program starts again."""
        old = self.slack_surface, self.teams_surface
        await super().later(hours)
        for surface in old:
            await surface.close()

    async def asked(self, message: str) -> PipelineRequest:
        """The request that a message became, once it is handed in."""
        await self.until(lambda: any(r.place.message == message for r in self.requests))
        return next(r for r in self.requests if r.place.message == message)

    async def told(self, approval: Approval) -> Outcome:
        """What the asker of a decided approval was told, once that is on record."""
        async with asyncio.timeout(20):
            while (now := await self.approval(approval.id)).effect_at is None:
                await asyncio.sleep(0.01)
        return await self.workflows._steps.verdict(now)

    async def cards(self, approval: Approval) -> tuple[slack.Message, teams.Message]:
        """The card's copies in the review channels of Slack and of Teams, once both stand."""
        found: dict[SurfaceName, Card] = {}
        async with asyncio.timeout(20):
            while set(found) != {SurfaceName.SLACK, SurfaceName.TEAMS}:
                await asyncio.sleep(0.01)
                found = {card.surface: card for card in await self.store.approvals.cards(approval.id)}
        on_slack = self.slack_double.workspace.get(SLACK_REVIEW, found[SurfaceName.SLACK].message)
        on_teams = self.teams_double.workspace.get(teams.REVIEW, found[SurfaceName.TEAMS].message)
        assert on_slack
        assert on_teams
        return on_slack, on_teams


def teams_settings(double: teams.TeamsDouble) -> TeamsSettings:
    authority = double.authority
    return TeamsSettings(
        app_id=teams.APP_ID,
        app_password=teams.APP_PASSWORD,
        tenant_id=authority.tenant,
        login_url=authority.login_url,
        openid_url=authority.openid_url,
        services=(double.service_url,),
    )


@asynccontextmanager
async def house(home: Path, rules: dict[str, Any] = RULES, tenant: str | None = None) -> AsyncIterator[House]:
    """The program runs, the app is installed for everybody and in the review channel, and people reach it over HTTP.

    ``tenant`` makes the bot an app of that tenant alone.
    """
    async with slack.SlackDouble() as slack_double, teams.TeamsDouble(tenant=tenant) as teams_double:
        place = House(home, slack_double, teams_double, rules)
        await place.ingest("travel.md", TRAVEL)

        async def from_slack(request: web.Request) -> web.Response:
            return await place.slack_surface.handle(request)

        async def from_teams(request: web.Request) -> web.Response:
            return await place.teams_surface.handle(request)

        application = web.Application()
        application.add_routes([web.post("/slack/events", from_slack), web.post("/api/messages", from_teams)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        place.on_slack = slack.Driver(slack_double, f"{url}/slack/events")
        place.on_teams = teams.Client(teams_double, f"{url}/api/messages")
        await place.workflows.launch()
        for user in ("dana", "sam", "lee", "kim"):
            await acts.install(place.on_teams, user)
        await acts.install(place.on_teams, "sam", teams.REVIEW)
        yield place
        await place.workflows.close()
        await place.slack_surface.close()
        await place.teams_surface.close()
        await runner.cleanup()
