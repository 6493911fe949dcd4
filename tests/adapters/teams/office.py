"""The outbound half of the surface against the strict double, with what it has met on record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.memory.clock import ManualClock
from adapters.memory.conversations import MemoryConversations
from adapters.teams.api import TeamsApi
from adapters.teams.dialogue import Dialogue
from adapters.teams.directory import TeamsDirectory
from adapters.teams.settings import TeamsSettings
from tests.adapters.teams.specimens import contact
from tests.doubles.teams import APP_ID, APP_PASSWORD, Message, TeamsDouble


class Office:
    """``met``: whoever and whatever has the app is on record, as it is once everybody has said something."""

    def __init__(self, teams: TeamsDouble, tenant: str | None) -> None:
        self.teams = teams
        self.workspace = teams.workspace
        self.clock = ManualClock()
        self.conversations = MemoryConversations()
        settings = TeamsSettings(
            APP_ID, APP_PASSWORD, tenant, login_url=teams.authority.login_url, services=(teams.service_url,)
        )
        self.api = TeamsApi(settings, self.clock)
        self.surface = Dialogue(self.api, self.conversations, self.clock)
        self.directory = TeamsDirectory(self.api, self.clock, self.conversations)

    async def meet(self, *places: str) -> None:
        """Puts conversations on record; all that have the app where none is named."""
        for place in self.workspace.conversations.values():
            if place.installed and (place.id in places or not places):
                await self.conversations.remember(contact(place, self.teams.service_url, self.workspace))

    def said(self, place: str, thread: str | None = None) -> list[Message]:
        return self.workspace.said(place, thread)

    def told(self, user: str) -> list[Message]:
        return self.workspace.told(user)


@asynccontextmanager
async def opened(*, tenant: str | None = None, met: bool = True) -> AsyncIterator[Office]:
    async with TeamsDouble(tenant=tenant) as teams:
        office = Office(teams, tenant)
        if met:
            await office.meet()
        yield office
        await office.api.close()
