"""What may knock at ``POST /slack/events`` and what comes back: nothing unsigned, stale, oversize or unreadable gets in."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from aiohttp import web

from adapters.memory.clock import SystemClock
from adapters.slack import SlackSettings, connect
from adapters.slack.http import MAX_BODY
from tests.adapters.slack import specimens
from tests.doubles.slack import BOT_TOKEN, SIGNING_SECRET, Driver, Http, SlackDouble
from tests.doubles.slack.desk import Desk

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass
class Door:
    http: Http
    desk: Desk
    slack: SlackDouble
    url: str


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with SlackDouble() as slack:
        desk = Desk(lambda request: (specimens.outcome(), None))
        desk.surface = connect(SlackSettings(BOT_TOKEN, SIGNING_SECRET, None, slack.api_url), desk, SystemClock())
        application = web.Application()
        application.add_routes([web.post("/slack/events", desk.surface.handle)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
        yield Door(Http(url), desk, slack, url)
        await desk.settle()
        await desk.surface.close()
        await runner.cleanup()


def event(door: Door) -> bytes:
    message = door.slack.workspace.post("C01GENERAL", "U01DANA", "<@U01BOT> who approves entries?")
    people = Driver(door.slack, door.url)
    return json.dumps(people.envelope(people.post_event(message, "app_mention"))).encode()


async def test_it_answers_the_challenge_of_a_new_address(door: Door) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "3eZbrw1aB"}).encode()

    delivery = await door.http.send(body, JSON)

    assert delivery.status == 200
    assert delivery.content["challenge"] == "3eZbrw1aB"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Slack-Signature": "v0=" + "0" * 64, "X-Slack-Request-Timestamp": "now"},
        {"X-Slack-Signature": "v0=" + "0" * 64, "X-Slack-Request-Timestamp": "{now}"},
        {"X-Slack-Signature": "v0=ä", "X-Slack-Request-Timestamp": "{now}"},
        {"X-Slack-Signature": "", "X-Slack-Request-Timestamp": "-1"},
        {"X-Slack-Signature": "", "X-Slack-Request-Timestamp": "9" * 5000},
        {"X-Slack-Signature": "v0=" + "0" * 64, "X-Slack-Request-Timestamp": "²"},
    ],
)
async def test_it_refuses_what_is_not_signed(door: Door, headers: dict[str, str]) -> None:
    headers = {name: value.format(now=int(time.time())) for name, value in headers.items()}

    delivery = await door.http.send(event(door), {**JSON, **headers}, sign=False)

    assert delivery.status == 401
    assert door.desk.submissions == 0


async def test_it_refuses_a_body_that_was_changed_after_it_was_signed(door: Door) -> None:
    body = event(door)

    delivery = await door.http.send(
        body.replace(b"U01DANA", b"U01LEE"), {**JSON, **door.http.signature(body)}, sign=False
    )

    assert delivery.status == 401


async def test_it_refuses_another_apps_secret(door: Door) -> None:
    assert (await Http(door.url, "another").send(event(door), JSON)).status == 401


@pytest.mark.parametrize("shift", [-301, 301])
async def test_it_refuses_a_request_of_another_time(door: Door, shift: float) -> None:
    assert (await door.http.send(event(door), JSON, at=time.time() + shift)).status == 401


async def test_it_refuses_everything_without_a_signing_secret() -> None:
    async with SlackDouble() as slack:
        desk = Desk(lambda request: (specimens.outcome(), None))
        surface = connect(SlackSettings(BOT_TOKEN, None, None, slack.api_url), desk, SystemClock())
        application = web.Application()
        application.add_routes([web.post("/slack/events", surface.handle)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        http = Http(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events", "")
        assert (await http.send(b"{}", JSON)).status == 401
        await runner.cleanup()
        await surface.close()


async def test_even_slacks_check_of_the_certificate_must_be_signed(door: Door) -> None:
    assert (await door.http.send(b"ssl_check=1", FORM, sign=False)).status == 401
    assert (await door.http.send(b"ssl_check=1", FORM)).status == 200


async def test_it_refuses_what_is_too_large(door: Door) -> None:
    assert (await door.http.send(b"x" * (MAX_BODY + 1), JSON)).status == 413


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"\xff\xfe\x00", JSON),
        (b"{", JSON),
        (b"[1]", JSON),
        (b'"text"', JSON),
        (b"[" * 100_000, JSON),
        (b'{"team": 5}', JSON),
        (b'{"type": "event_callback", "event": {"type": "app_mention", "user": 1}}', JSON),
        (b'{"authorizations": {"a": 1}}', JSON),
        (b"payload={", FORM),
        (b"payload=[]", FORM),
    ],
)
async def test_it_refuses_what_cannot_be_read(door: Door, body: bytes, headers: dict[str, str]) -> None:
    assert (await door.http.send(body, headers)).status == 400


@pytest.mark.parametrize(
    "event",
    [
        {"type": "app_mention"},
        {"type": "app_mention", "user": "U01DANA", "channel": [], "ts": None, "text": 5},
        {"type": "app_mention", "user": "U01DANA", "channel": "C" * 5000, "ts": "1.2", "text": "hello"},
        {"type": "message", "channel": "D1", "user": {"id": "U1"}, "ts": "1.2"},
        {"type": "emoji_changed"},
    ],
)
async def test_an_event_that_asks_nothing_is_acknowledged(door: Door, event: dict[str, object]) -> None:
    people = Driver(door.slack, door.url)

    (delivery,) = await people.event(event)

    assert delivery.status == 200
    assert door.desk.submissions == 0


async def test_it_does_not_act_on_headers_that_no_signature_covers(door: Door) -> None:
    headers = {**JSON, "X-Slack-Bolt-Lazy-Only": "1", "X-Slack-Bolt-Lazy-Function-Name": "_mention"}

    delivery = await door.http.send(event(door), headers)

    assert delivery.status == 200
    assert door.desk.submissions == 1


async def test_an_event_is_not_lost_while_slack_refuses_to_say_who_the_bot_is(door: Door) -> None:
    door.slack.fail("auth.test", "internal_error")
    body = event(door)

    assert (await door.http.send(body, JSON)).status == 500
    assert (await door.http.send(body, JSON)).status == 200
    assert door.desk.submissions == 1


async def test_a_command_without_its_keys_is_acknowledged(door: Door) -> None:
    body = urlencode({"command": "/policy", "text": "hello", "team_id": "T01ACME", "user_id": "U01DANA"}).encode()

    assert (await door.http.send(body, FORM)).status == 200
    assert door.desk.submissions == 0
