"""Signed requests of Slack's, mangled: taken, or refused as what they are; nothing fails, and nothing is decided.

The mangled ones are of people who may not decide, of a card of another digest, and questions; whoever may decide is never
among what is put in, so that not one of them may count as a vote.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlencode

from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from adapters.memory.clock import SystemClock
from adapters.slack import SlackSettings, cards, connect, modals
from core.domain.approval import ApprovalState
from tests.adapters.slack import specimens
from tests.adapters.slack.test_mangled import Kept
from tests.doubles.slack import BOT_TOKEN, SIGNING_SECRET, Delivery, Http, Message, SlackDouble
from tests.doubles.slack.desk import Desk
from tests.fuzz import examples
from tests.fuzz.mangling import JUNK, mangle, mangle_json

AT_ONCE = 50
"""Requests to one server, which is looked at afterwards."""
JSON, FORM = {"Content-Type": "application/json"}, {"Content-Type": "application/x-www-form-urlencoded"}
STRANGERS: list[Any] = [*JUNK, "U01DANA", "U01KIM", "U01GUS", "U01EVE", "U01ROBO", "C01OLD", "G01REVIEW", "9c" * 32]
SECRET_DRAFT = specimens.QUOTE


@dataclass
class Scene:
    slack: SlackDouble
    desk: Desk
    http: Http
    card: Message
    approval_id: str
    payloads: list[tuple[bool, dict[str, Any]]]
    """Whether it is a form, and what is in it."""


@asynccontextmanager
async def scene() -> AsyncIterator[Scene]:
    """A question that waits for its reviewer, and real payloads around it."""

    async def begin(slack: SlackDouble, desk: Desk, url: str) -> Scene:
        people = Kept(slack, url)
        payloads = []
        await people.mention("U01DANA", "C01GENERAL", "who approves entries?")
        payloads.append((False, people.payload))
        await desk.settle()
        [approval] = await desk.approvals.list()
        [card] = slack.workspace.top_level("G01REVIEW")
        desk.script = lambda request: (specimens.refusal(), None)  # what is asked from now on needs nobody
        await people.direct("U01DANA", "who approves entries?")
        payloads.append((False, people.payload))
        await people.command("U01KIM", "C01GENERAL", "/policy", "who approves entries?")
        payloads.append((True, people.payload))
        other = modals.Ticket(approval.id, "9c" * 32).dump()
        for user, value in (("U01KIM", None), ("U01SAM", other)):
            for action in (cards.APPROVE, cards.DENY):
                button = card.buttons[action]
                await people.click(user, card, action, remembered={**button, "value": value or button["value"]})
                payloads.append((True, {"payload": people.payload}))
                if action == cards.DENY:
                    await slack.workspace.until(lambda user=user: user in slack.workspace.views)
                    await people.submit(user, {modals.REASON: "Under revision."})
                    payloads.append((True, {"payload": people.payload}))
        await desk.settle()
        return Scene(slack, desk, Http(url), card, approval.id, payloads)

    async with SlackDouble() as slack:
        desk = Desk(lambda request: (specimens.pending(), waiting(request)))
        desk.surface = connect(SlackSettings(BOT_TOKEN, SIGNING_SECRET, None, slack.api_url), desk, SystemClock())
        application = web.Application()
        application.add_routes([web.post("/slack/events", desk.surface.handle)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield await begin(slack, desk, f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
            await settled(desk)
        finally:
            await desk.surface.close()
            await runner.cleanup()


async def settled(desk: Desk) -> None:
    """Answers that have no place to go, since the place was made up, are the desk's concern: here they are let go."""
    while desk._tasks:
        await asyncio.gather(*desk._tasks, return_exceptions=True)


def waiting(request: Any) -> Any:
    now = SystemClock().now()
    opened = specimens.approval(request=request, opened_at=now, rule={"cards": ("slack:G01REVIEW",)})
    return opened.model_copy(update={"expires_at": now.replace(year=now.year + 1)})


TRIGGER = re.compile(rb"trigger_id(?:%22%3A\+%22|=)\d+\.1234567890\.[0-9a-f]{32}(?![0-9a-f])")


def body(slack: SlackDouble, form: bool, payload: dict[str, Any], random: Random) -> bytes:
    """Mangled as JSON, or as the bytes of it; with a trigger of its own, which is good for one modal."""
    inner = payload.get("payload", payload)
    if "trigger_id" in inner:
        inner = {**inner, "trigger_id": slack.slack.trigger("U01KIM")}
    changed = mangle_json(inner, random, STRANGERS) if random.random() < 0.85 else inner
    if "payload" in payload:
        data = urlencode({"payload": json.dumps(changed)}).encode()
    elif form:
        fields = changed if isinstance(changed, dict) else {"text": changed}
        data = urlencode(
            {str(k).encode(errors="replace"): str(v).encode(errors="replace") for k, v in fields.items()}
        ).encode()
    else:
        data = json.dumps(changed).encode()
    return mangle(data, random) if changed is inner else data


@examples(4, each=AT_ONCE)
@given(st.integers(0, 2**62))
async def test_what_is_mangled_decides_nothing_and_fails_nowhere(seed: int) -> None:
    random, complaints = Random(seed), Complaints()
    logging.getLogger("countersign").addHandler(complaints)
    try:
        async with scene() as stage:
            sent = [random.choice(stage.payloads) for _ in range(AT_ONCE)]
            bodies = [(form, body(stage.slack, form, payload, random)) for form, payload in sent]
            deliveries = await asyncio.gather(*(stage.http.send(data, FORM if form else JSON) for form, data in bodies))
            failed = [
                (data, delivery)
                for (_, data), delivery in zip(bodies, deliveries, strict=True)
                if not fine(delivery, data)
            ]
            assert failed == [], failed[0]
            await settled(stage.desk)
            [approval] = await stage.desk.approvals.list()
            assert approval.state is ApprovalState.PENDING
            assert await stage.desk.approvals.votes(stage.approval_id) == ()
            assert stage.card.buttons
            seen = [
                m
                for channel in stage.slack.workspace.messages
                if channel != "G01REVIEW"
                for m in stage.slack.workspace.messages[channel].values()
            ]
            assert not any(SECRET_DRAFT in message.words for message in seen)
            assert not any("Traceback" in message.words for message in seen)
    finally:
        logging.getLogger("countersign").removeHandler(complaints)
    assert complaints.traces == []


def fine(delivery: Delivery, data: bytes) -> bool:
    """Taken or refused, in words that show nothing of the inside. A click is not taken where Slack opens no form for it, since
    its trigger is not Slack's any more."""
    mangled_trigger = b"trigger_id" in data and not TRIGGER.search(data)
    return delivery.status in {200, 400, 404, *([500] if mangled_trigger else [])} and "Traceback" not in delivery.body


class Complaints(logging.Handler):
    """The traces that were logged: each is a failure that nobody foresaw."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.traces: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.traces.append(logging.Formatter().format(record))
