"""Questions in Slack, answered by the running server."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest

from core.wording import reviewing as wording
from tests.doubles.slack import APP_TOKEN, Driver
from tests.e2e.program import CERTAIN, HOTEL, HOTEL_QUOTE, LEAVE, LEAVE_QUOTE, Program

pytestmark = [pytest.mark.kill, pytest.mark.model]


async def test_every_way_to_ask_is_answered(program: Program) -> None:
    program.settings = CERTAIN
    people, workspace = await program.start(), program.slack.workspace

    mention = await people.mention("U01DANA", "C01GENERAL", HOTEL, pair=True, repeats=5)
    direct = await people.direct("U01DANA", LEAVE)
    command = await people.command("U01KIM", "C01GENERAL", "/policy", LEAVE)
    assert mention.acknowledged
    assert len(mention.deliveries) == 12
    assert all(delivery.status == 200 for delivery in mention.deliveries + direct.deliveries)
    assert command.status == 200

    ts = mention.message.ts
    await workspace.until(lambda: any(HOTEL_QUOTE in m.words for m in workspace.thread("C01GENERAL", ts)))
    await workspace.until(lambda: any(LEAVE_QUOTE in m.words for m in workspace.top_level(direct.message.channel)))
    await workspace.until(lambda: any(LEAVE_QUOTE in m.words for m in workspace.whispers("U01KIM")))

    [answer] = workspace.thread("C01GENERAL", ts)
    assert "Travel policy (https://policies.example/travel)" in answer.words
    assert answer.versions == [wording.WORKING]
    assert workspace.top_level("C01GENERAL") == [mention.message]

    async with aiohttp.ClientSession(program.url) as http:
        assert (await http.get("/healthz")).status == 200
        assert await (await http.get("/readyz")).json() == {"database": "ok", "index": "ok", "model": "ok"}
        measures = ""
        async with asyncio.timeout(10):  # an answer is seen a moment before its delivery is counted
            while "countersign_request_seconds_count 3.0" not in measures:
                measures = await (await http.get("/metrics")).text()
        assert 'countersign_requests_total{outcome="answered",reason="high_confidence"} 3.0' in measures
        assert "countersign_pending_approvals 0.0" in measures
        unsigned = await http.post("/slack/events", data=json.dumps({"type": "event_callback"}))
        assert unsigned.status == 401

    assert await program.stop() == 0
    assert await program.audited() == ["exchange"] * 3
    assert HOTEL not in program.log


async def test_a_hundred_at_once_are_acknowledged_and_answered_once_each(program: Program) -> None:
    program.settings = CERTAIN
    people, workspace = await program.start(), program.slack.workspace
    asked = await asyncio.gather(*(people.mention("U01DANA", "C01GENERAL", HOTEL) for _ in range(100)))
    assert all(posted.acknowledged for posted in asked)

    def answered() -> bool:
        threads = (workspace.thread("C01GENERAL", posted.message.ts) for posted in asked)
        return all(any(HOTEL_QUOTE in message.words for message in thread) for thread in threads)

    await workspace.until(answered, 60)
    assert all(len(workspace.thread("C01GENERAL", posted.message.ts)) == 1 for posted in asked)
    assert await program.stop() == 0
    assert await program.audited() == ["exchange"] * 100


async def test_by_socket_mode(program: Program) -> None:
    program.settings = {**CERTAIN, "SLACK_APP_TOKEN": APP_TOKEN, "SLACK_SIGNING_SECRET": ""}
    await program.start()
    people, workspace = Driver(program.slack), program.slack.workspace
    asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    assert asked.acknowledged
    ts = asked.message.ts
    await workspace.until(lambda: any(HOTEL_QUOTE in m.words for m in workspace.thread("C01GENERAL", ts)))
    assert await program.stop() == 0
