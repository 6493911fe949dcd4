"""The whole of Teams: one object for the program to hold."""

from __future__ import annotations

from aiohttp import web

from adapters.teams import http
from adapters.teams.api import TeamsApi
from adapters.teams.authentication import Authentication
from adapters.teams.dialogue import Dialogue
from adapters.teams.directory import TeamsDirectory
from adapters.teams.inbound import Inbound
from adapters.teams.settings import TeamsSettings
from core.ports.clock import Clock
from core.ports.conversations import Conversations
from core.ports.surface import Frontdesk


class TeamsSurface(Dialogue):
    """Implements ``core.ports.surface.Surface``; ``directory`` implements ``Directory``. Connects with its first use."""

    def __init__(self, settings: TeamsSettings, desk: Frontdesk, clock: Clock, conversations: Conversations) -> None:
        self._settings = settings
        self._api = TeamsApi(settings, clock)
        super().__init__(self._api, conversations, clock)
        self.directory = TeamsDirectory(self._api, clock, conversations)
        self._authentication = Authentication(settings, clock)
        self._inbound = Inbound(self._api, desk, clock, conversations, self.directory.identify)

    async def handle(self, request: web.Request) -> web.Response:
        """``POST /api/messages``: messages, clicks, feedback, and who came and went."""
        return await http.respond(request, self._authentication, self._inbound.take)

    async def listen(self) -> str | None:
        """Teams calls the server, and nothing else."""
        return None

    async def check(self) -> str:
        """One line for ``doctor``: whose tokens the bot gets. Raises SurfaceError, with what to do about it."""
        await self._api.token()
        tenant = self._settings.tenant_id
        return f"Teams: bot {self._settings.app_id} of {f'tenant {tenant}' if tenant else 'any tenant'}"

    async def close(self) -> None:
        """Lets private replies finish, and closes the connections."""
        await self._inbound.close()
        await self._api.close()
