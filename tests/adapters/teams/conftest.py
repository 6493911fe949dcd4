"""A bot beside the double, which asks its connector for whatever a test says."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.adapters.teams.calling import Caller
from tests.adapters.teams.office import Office, opened
from tests.doubles.teams import TeamsDouble


@pytest.fixture
async def call() -> AsyncIterator[Caller]:
    async with TeamsDouble() as teams, aiohttp.ClientSession() as session:
        yield Caller(teams, session)
        teams.workspace.faults.clear()  # each test looks at its own


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with opened() as found:
        yield found
