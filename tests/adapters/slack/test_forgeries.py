"""Ten thousand requests that Slack never sent, sent long ago, or sent before: nothing of theirs is believed, and what was
sent twice is done once.

They knock at the HTTP boundary itself (``adapters/slack/http.py``), without a socket between.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from aiohttp.base_protocol import BaseProtocol
from aiohttp.streams import StreamReader
from aiohttp.web import Response
from multidict import CIMultiDict

from adapters.memory.clock import SystemClock
from adapters.slack import SlackSettings, connect
from adapters.slack.modals import Ticket
from core.domain.approval import ApprovalState, Ruling
from core.domain.request import PlaceKind
from tests.adapters.slack import specimens
from tests.doubles.slack import BOT_TOKEN, SIGNING_SECRET, SlackDouble
from tests.doubles.slack.desk import Desk

FORGED = 9_000
REPLAYED = 1_000
FORM = "application/x-www-form-urlencoded"


@dataclass
class Request:
    """All of a request that the boundary looks at: aiohttp's own stand-in takes ten times as long."""

    headers: CIMultiDict[str]
    content: StreamReader


@dataclass
class Door:
    desk: Desk

    async def knock(self, body: bytes, headers: dict[str, str]) -> Response:
        stream = StreamReader(BaseProtocol(asyncio.get_running_loop()), 2**16)
        stream.feed_data(body)
        stream.feed_eof()
        request = Request(CIMultiDict({"Content-Type": FORM, **headers}), stream)
        return await self.desk.surface.handle(request)  # type: ignore[arg-type, return-value]


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with SlackDouble() as slack:
        desk = Desk(lambda request: (specimens.outcome(), None))
        desk.surface = connect(SlackSettings(BOT_TOKEN, SIGNING_SECRET, None, slack.api_url), desk, SystemClock())
        yield Door(desk)
        await desk.settle()
        await desk.surface.close()


def signed(body: bytes, *, secret: str = SIGNING_SECRET, at: float | None = None) -> dict[str, str]:
    timestamp = str(int(time.time() if at is None else at))
    digest = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


def click(ticket: Ticket, trigger: int) -> bytes:
    """What Slack sends when an approver presses Approve."""
    payload = {
        "type": "block_actions",
        "team": {"id": "T01ACME"},
        "user": {"id": "U01SAM", "team_id": "T01ACME"},
        "api_app_id": "A01APP",
        "trigger_id": str(trigger),
        "container": {"type": "message", "message_ts": "1.2", "channel_id": "G01REVIEW"},
        "channel": {"id": "G01REVIEW"},
        "actions": [{"type": "button", "action_id": "approve", "block_id": "decide", "value": ticket.dump()}],
    }
    return urlencode({"payload": json.dumps(payload)}).encode()


def forgeries(ticket: Ticket, chance: random.Random) -> Iterator[tuple[bytes, dict[str, str]]]:
    """Clicks on Approve whose signature is made up, another app's, cut, of another body, or of another time."""
    while True:
        body = click(ticket, chance.randrange(10**9))
        good = signed(body)
        yield body, {**good, "X-Slack-Signature": f"v0={chance.randbytes(32).hex()}"}
        yield body, signed(body, secret=chance.randbytes(16).hex())
        yield body, {**good, "X-Slack-Signature": good["X-Slack-Signature"][: chance.randrange(67)]}
        at = chance.randrange(len(body))
        yield body[:at] + bytes([body[at] ^ (1 << chance.randrange(7))]) + body[at + 1 :], good
        age = chance.choice([-1, 1]) * chance.randrange(302, 10**7)
        yield body, signed(body, at=time.time() + age)
        yield body, {**good, "X-Slack-Request-Timestamp": str(int(time.time()) - chance.randrange(2, 250))}
        yield body, dict(chance.sample(sorted(good.items()), chance.randrange(2)))


async def test_nothing_forged_or_stale_is_believed_and_a_replay_decides_nothing_twice(door: Door) -> None:
    chance = random.Random(20260105)
    asked = specimens.request(PlaceKind.PRIVATE_REPLY)
    waiting = specimens.approval(opened_at=SystemClock().now(), request=asked)
    waiting = waiting.model_copy(update={"expires_at": waiting.opened_at.replace(year=waiting.opened_at.year + 1)})
    door.desk.approvals.open(waiting)
    door.desk.outcomes[waiting.exchange_id] = specimens.pending()
    ticket = Ticket(waiting.id, waiting.digest)
    source = forgeries(ticket, chance)

    seen = Counter([(await door.knock(*next(source))).status for _ in range(FORGED // 2)])
    assert seen == {401: FORGED // 2}
    assert door.desk.ballots == []
    assert (await door.desk.approvals.get(waiting.id) or waiting).state is ApprovalState.PENDING

    rulings: Counter[Ruling] = Counter()
    decide = door.desk.decide

    async def counted(ballot):  # type: ignore[no-untyped-def]
        decision = await decide(ballot)
        rulings[decision.ruling] += 1
        return decision

    door.desk.decide = counted  # type: ignore[method-assign]
    door.desk.surface._inbound._tell = lambda *_: None  # type: ignore[method-assign]  # a thousand private replies
    body = click(ticket, 1)
    headers = signed(body)
    for _ in range(REPLAYED):
        seen[(await door.knock(body, headers)).status] += 1
        for _ in range(FORGED // 2 // REPLAYED):
            seen[(await door.knock(*next(source))).status] += 1
    for _ in range(FORGED // 2 % REPLAYED):
        seen[(await door.knock(*next(source))).status] += 1

    assert seen == {401: FORGED, 200: REPLAYED}
    assert rulings == {Ruling.DECIDED: 1, Ruling.ALREADY_DECIDED: REPLAYED - 1}
    assert len(await door.desk.approvals.votes(waiting.id)) == 1
