"""Socket Mode as a connection: replaced when Slack asks for it, and nothing lost in between."""

from __future__ import annotations

import pytest

from tests.adapters.slack.specimens import QUOTE
from tests.scenarios.slack.conftest import Scene


@pytest.fixture
def transport() -> str:
    return "socket"


async def test_a_connection_that_slack_wants_replaced_is_replaced(scene: Scene) -> None:
    old = scene.slack.sockets[0]
    await scene.slack.refresh_sockets()
    await scene.workspace.until(lambda: scene.slack.sockets and old not in scene.slack.sockets)

    asked = await scene.people.mention("U01DANA", "C01GENERAL", "Who approves entries?")
    await scene.desk.settle()

    assert asked.acknowledged
    assert QUOTE in scene.workspace.thread("C01GENERAL", asked.message.ts)[0].words


async def test_after_closing_nothing_is_taken(scene: Scene) -> None:
    await scene.surface.close()

    assert scene.slack.sockets == []
