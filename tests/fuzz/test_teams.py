"""Signed activities of Teams', mangled: taken, or refused as what they are; nothing fails, and nothing is decided.

The mangled ones are questions, of people who may not decide, of a card of another digest, and refreshes of the right card by
who may decide: a vote is only what somebody pressed.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from adapters.memory.clock import SystemClock
from adapters.memory.conversations import MemoryConversations
from adapters.teams import connect
from core.domain.approval import ApprovalState, Approver
from tests.adapters.slack import specimens
from tests.doubles.slack.desk import Desk
from tests.doubles.teams import GENERAL, GROUP, REVIEW, Client, Message, TeamsDouble, acts, forged
from tests.fuzz import examples
from tests.fuzz.mangling import JUNK, mangle, mangle_json
from tests.fuzz.test_forged import HEADER
from tests.fuzz.test_slack import Complaints, settled
from tests.scenarios.surfaces.house import teams_settings

AT_ONCE = 50
"""Activities to one server, which is looked at afterwards."""
PATIENCE = 100.0
"""Seconds for an answer: how quick they are on a busy machine is no concern here."""
TAKEN = {200, 201, 202}
REFUSED = {400, 401, 403, 404, 413, 415}
STRANGERS: list[Any] = [
    *JUNK, "29:1-dana", "29:1-kim", "29:1-gus", "invoke", "message", "adaptiveCard/action", "message/submitAction",
    "installationUpdate", "personal", "19:x@thread.tacv2", "https://evil.test/", "<at>Countersign</at>", "9c" * 32,
]  # fmt: skip
SECRET_DRAFT = specimens.QUOTE


@dataclass
class Scene:
    teams: TeamsDouble
    desk: Desk
    people: Client
    card: Message
    approval_id: str
    activities: list[dict[str, Any]]


@asynccontextmanager
async def scene() -> AsyncIterator[Scene]:
    """A question that waits for its reviewer, and real activities around it."""
    async with TeamsDouble() as teams:
        desk, clock = Desk(lambda request: (specimens.pending(), waiting(request))), SystemClock()
        surface = connect(teams_settings(teams), desk, clock, MemoryConversations())
        desk.surface = surface  # type: ignore[assignment]
        application = web.Application()
        application.add_routes([web.post("/api/messages", surface.handle)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        people = Client(teams, f"http://127.0.0.1:{runner.addresses[0][1]}/api/messages")
        people.transport.patience = PATIENCE
        try:
            yield await begin(teams, desk, people)
            await settled(desk)
        finally:
            await surface.close()
            await runner.cleanup()
            teams.workspace.faults.clear()  # what a made-up place is sent is no concern here


async def begin(teams: TeamsDouble, desk: Desk, people: Client) -> Scene:
    activities: list[dict[str, Any]] = []
    send = people.transport.deliver

    async def kept(activity: Any, header: str | None = None) -> Any:
        activities.append(activity)
        return await send(activity, header)

    people.transport.deliver = kept  # type: ignore[method-assign]
    await acts.install(people, "sam", REVIEW)
    await people.say("dana", "who approves entries?", GENERAL)
    await desk.settle()
    (approval,) = await desk.approvals.list()
    (posted,) = await desk.posted()
    card = teams.workspace.get(REVIEW, posted.message)
    assert card
    desk.script = lambda request: (specimens.refusal(), None)  # what is asked from now on needs nobody
    asked = await people.say("dana", "who approves entries?")
    await people.say("dana", "who approves entries?", GROUP)
    await acts.edit(people, "dana", asked, "who approves them?")
    await acts.delete(people, "dana", asked)
    await acts.install(people, "dana")
    await acts.uninstall(people, "kim")
    await acts.join(people, "boss", GROUP, "dana")
    await desk.settle()
    data = {"approval": approval.id, "digest": approval.digest}
    inputs = {"words": "Mine. [1]", "reason": "Under revision.", "question": "Which?", "note": "Yours."}
    for user, verbs, digest, trigger in (
        ("kim", ("approve", "edit", "deny"), approval.digest, "manual"),
        ("sam", ("approve", "edit", "deny"), "9c" * 32, "manual"),
        ("sam", ("approve", "edit", "deny", "refresh"), approval.digest, "automatic"),
        ("kim", ("refresh", "ask_back", "hand_over", "withdraw", "answer_back"), approval.digest, "manual"),
    ):
        for verb in verbs:
            action = {"type": "Action.Execute", "verb": verb, "data": {**data, "digest": digest, **inputs}}
            value = {"action": action, "trigger": trigger}
            delivery = await people.invoke(user, card, "adaptiveCard/action", value)
            assert fine(delivery.status, delivery.body), (verb, delivery)
    thumb = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": '{"feedbackText": "Good."}'}}
    await people.invoke("kim", card, "message/submitAction", thumb)
    people.transport.deliver = send  # type: ignore[method-assign]
    return Scene(teams, desk, people, card, approval.id, activities)


def waiting(request: Any) -> Any:
    now = SystemClock().now()
    rule = {"cards": (f"teams:{REVIEW}",), "approvers": (Approver(email="sam@acme.test"),)}
    opened = specimens.approval(request=request, opened_at=now, rule=rule)
    return opened.model_copy(update={"expires_at": now.replace(year=now.year + 1)})


def _looks(activity: dict[str, Any]) -> bool:
    value = activity.get("value")
    return isinstance(value, dict) and value.get("trigger") == "automatic"


async def bring(stage: Scene, activity: dict[str, Any], random: Random) -> tuple[bytes, Any]:
    """Mangled as JSON, or as the bytes of it; signed as the service would sign it, now and then for another service."""
    as_json = random.random() < 0.85 or _looks(activity)
    changed = mangle_json(activity, random, STRANGERS) if as_json else activity
    if _looks(activity) and isinstance(changed, dict) and isinstance(changed.get("value"), dict):
        changed["value"].setdefault("trigger", "automatic")  # without one, it is somebody's press
    body = json.dumps(changed).encode()
    service = changed.get("serviceUrl") if isinstance(changed, dict) and random.random() < 0.5 else None
    if changed is activity:
        body = mangle(body, random)
    address = service if isinstance(service, str) and "\ud800" not in service else stage.teams.service_url
    header = stage.teams.authority.header(address)
    return body, await stage.people.transport.send(body, {"Authorization": header})


@examples(4, each=AT_ONCE)
@given(st.integers(0, 2**62))
async def test_what_is_mangled_decides_nothing_and_fails_nowhere(seed: int) -> None:
    random, complaints = Random(seed), Complaints()
    logging.getLogger("countersign").addHandler(complaints)
    try:
        async with scene() as stage:
            sent = [random.choice(stage.activities) for _ in range(AT_ONCE)]
            brought = await asyncio.gather(*(bring(stage, activity, random) for activity in sent))
            failed = [(body, delivery) for body, delivery in brought if not fine(delivery.status, delivery.body)]
            assert failed == [], failed[0]
            await settled(stage.desk)
            approval = next(a for a in await stage.desk.approvals.list() if a.id == stage.approval_id)
            assert approval.state is ApprovalState.PENDING
            assert await stage.desk.approvals.votes(stage.approval_id) == ()
            assert stage.people.buttons("lee", stage.card)
            elsewhere = [
                message
                for place, messages in stage.teams.workspace.messages.items()
                if place != REVIEW
                for message in messages
            ]
            assert not any(SECRET_DRAFT in message.words for message in elsewhere)
            assert not any("Traceback" in message.words for message in elsewhere)
    finally:
        logging.getLogger("countersign").removeHandler(complaints)
    assert complaints.traces == []


def fine(status: int | None, body: str) -> bool:
    """Taken or refused, in words that show nothing of the inside."""
    return status in TAKEN | REFUSED and "Traceback" not in body


async def forge(stage: Scene, body: bytes, random: Random) -> Any:
    """Under a token of every kind that must not pass, and under tokens that are mangled."""
    service, authority = stage.teams.service_url, stage.teams.authority
    if random.random() < 0.5:
        header = random.choice(list(forged(authority, service).values()))
    else:
        genuine = authority.header(service)
        changed = mangle(genuine.encode(), random).decode("latin-1")
        header = "".join(c for c in changed if c.isprintable() and c.isascii())[:HEADER].strip()
        header = "Bearer x" if header == genuine else header
    return await stage.people.transport.send(body, {} if header is None else {"Authorization": header})


@examples(4, each=AT_ONCE)
@given(st.integers(0, 2**62))
async def test_what_is_not_teams_is_refused_and_what_is_replayed_counts_once(seed: int) -> None:
    random = Random(seed)
    async with scene() as stage:
        body = json.dumps(approving(stage)).encode()
        refused = await asyncio.gather(*(forge(stage, body, random) for _ in range(AT_ONCE)))
        assert {delivery.status for delivery in refused} <= {401, 403}
        assert (await stage.desk.approval(stage.approval_id)).state is ApprovalState.PENDING  # type: ignore[union-attr]
        again = [body if n % 2 else json.dumps(approving(stage)).encode() for n in range(10)]
        headers = {"Authorization": stage.teams.authority.header(stage.teams.service_url)}
        replayed = await asyncio.gather(*(stage.people.transport.send(one, headers) for one in again))
        assert {delivery.status for delivery in replayed} == {200}
        await settled(stage.desk)
        assert (await stage.desk.approval(stage.approval_id)).state is ApprovalState.APPROVED  # type: ignore[union-attr]
        assert len(await stage.desk.approvals.votes(stage.approval_id)) == 1


def approving(stage: Scene) -> dict[str, Any]:
    """The genuine press of somebody who may decide, each time under another id."""
    action = stage.people.button("sam", stage.card, "approve").action
    place = stage.teams.workspace.conversations[REVIEW]
    value = {"action": action, "trigger": "manual"}
    frame = stage.people.frame("sam", place, stage.card.id, type="invoke", name="adaptiveCard/action", value=value)
    return {**frame, "replyToId": stage.card.id}
