"""Starting, stopping, and what an operator is told."""

from __future__ import annotations

import asyncio

import pytest

from tests.e2e.program import CERTAIN, HOTEL, HOTEL_QUOTE, Program

pytestmark = [pytest.mark.kill, pytest.mark.model]


async def test_a_second_server_on_the_same_folder_refuses(program: Program) -> None:
    await program.start()
    status, out, err = await program.run("serve")
    assert (status, out) == (2, "")
    assert "Another server" in err
    assert "COUNTERSIGN_HOME" in err
    assert await program.stop() == 0


async def test_what_runs_when_it_is_told_to_stop_is_finished_by_the_next_start(program: Program) -> None:
    program.settings = CERTAIN
    people, workspace = await program.start(), program.slack.workspace
    program.slack.fail("chat.update", "fatal_error", times=1000)
    program.slack.fail("chat.postMessage", "fatal_error", times=1000)
    asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    assert asked.acknowledged
    async with asyncio.timeout(20):
        while await program.audited() != ["exchange"]:
            await asyncio.sleep(0.05)
    assert await program.stop() == 0
    program.slack._troubles.clear()
    await program.start()
    ts = asked.message.ts
    await workspace.until(lambda: any(HOTEL_QUOTE in m.words for m in workspace.thread("C01GENERAL", ts)))
    assert await program.stop() == 0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"SLACK_SIGNING_SECRET": ""}, "Set COUNTERSIGN_SLACK_SIGNING_SECRET for HTTP"),
        ({"SLACK_BOT_TOKEN": ""}, "COUNTERSIGN_SLACK_BOT_TOKEN is missing"),
    ],
)
async def test_half_a_configuration_is_refused_with_a_remedy(
    program: Program, settings: dict[str, str], words: str
) -> None:
    program.settings = settings
    status, _, err = await program.run("serve")
    assert status == 2
    assert words in err


async def test_a_revoked_token_is_refused_with_a_remedy(program: Program) -> None:
    program.slack.revoked = True
    status, _, err = await program.run("serve")
    assert status == 1
    assert "token" in err
    assert "xoxb-1-double" not in err
