"""The surface, without a server, against the strict double."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.memory.clock import ManualClock
from adapters.slack import SlackSettings, SlackSurface, connect
from tests.adapters.slack import specimens
from tests.doubles.slack import APP_TOKEN, BOT_TOKEN, SIGNING_SECRET, SlackDouble
from tests.doubles.slack.desk import Desk


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with SlackDouble() as double:
        yield double


@pytest.fixture
def hands() -> ManualClock:
    """The clock that the surface's caches go by."""
    return ManualClock()


@pytest.fixture
async def surface(slack: SlackDouble, hands: ManualClock) -> AsyncIterator[SlackSurface]:
    desk = Desk(lambda request: (specimens.outcome(), None))
    settings = SlackSettings(BOT_TOKEN, SIGNING_SECRET, APP_TOKEN, slack.api_url)
    desk.surface = connect(settings, desk, hands)
    yield desk.surface
    await desk.surface.close()
