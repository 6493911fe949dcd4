"""The whole of Slack: one object for the program to hold."""

from __future__ import annotations

from aiohttp import web

from adapters.slack import http
from adapters.slack.api import SlackApi
from adapters.slack.arrivals import Arrivals
from adapters.slack.dialogue import Dialogue
from adapters.slack.directory import SlackDirectory
from adapters.slack.inbound import Inbound
from adapters.slack.settings import SlackSettings
from adapters.slack.socket import Socket
from core.errors import ConfigurationError
from core.ports.clock import Clock
from core.ports.surface import Frontdesk


class SlackSurface(Dialogue):
    """Implements ``core.ports.surface.Surface``; ``directory`` implements ``Directory``. Connects with its first use."""

    def __init__(self, settings: SlackSettings, frontdesk: Frontdesk, clock: Clock) -> None:
        self._settings = settings
        self._api = SlackApi(settings)
        arrivals = Arrivals()
        super().__init__(self._api, arrivals)
        self.directory = SlackDirectory(self._api, clock)
        self._inbound = Inbound(settings, self._api, arrivals, frontdesk, clock, self.share)
        self.changed = self._inbound.home.refresh
        self._socket: Socket | None = None

    async def handle(self, request: web.Request) -> web.Response:
        """``POST /slack/events``: events, commands and interactivity."""
        return await http.respond(request, self._inbound.bolt, self._settings.signing_secret)

    async def start_socket(self) -> None:
        """Opens Socket Mode. Raises ConfigurationError without an app token, SurfaceError if Slack refuses it."""
        if not self._settings.app_token:
            raise ConfigurationError("Socket Mode needs an app token.", "Set COUNTERSIGN_SLACK_APP_TOKEN (xapp-...).")
        self._socket = Socket(self._inbound.bolt, self._api, self._settings.app_token)
        await self._socket.start()

    async def listen(self) -> str | None:
        """Opens Socket Mode if there is an app token. Raises SurfaceError if Slack refuses it."""
        if not self._settings.app_token:
            return None
        await self.start_socket()
        return "Connected to Slack by Socket Mode."

    async def check(self) -> str:
        """One line for ``doctor``: who the bot is and where. Raises SurfaceError, with what to do about it."""
        us = await self._api.identity()
        return f"Slack: bot {us.user} in {us.team_name or us.team}, {len(us.scopes)} scopes"

    async def close(self) -> None:
        """Ends Socket Mode, lets private replies finish, and closes the connections."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None
        await self._inbound.close()
        await self._api.close()
