"""Signed payloads of which one part is not what Slack promises: refused or taken for nothing, never a failure of ours."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from adapters.slack import cards, feedback, modals, shortcut
from adapters.slack.blocks import button
from adapters.slack.modals import Form, Ticket
from tests.adapters.slack.specimens import approval
from tests.adapters.slack.test_http import FORM, JSON, Door, door
from tests.doubles.slack import Driver, acts

__all__ = ["door"]

HALF = "\ud800"
JUNK: list[Any] = [None, 5, "", f"a{HALF}", [], {}, [[]], "x" * 5000]
MISSING = object()


def places(payload: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every part of a payload."""
    if path:
        yield path
    if isinstance(payload, dict):
        for key, value in payload.items():
            yield from places(value, (*path, key))
    elif isinstance(payload, list):
        for at, value in enumerate(payload):
            yield from places(value, (*path, at))


def mangled(payload: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any, dict[str, Any]]]:
    """The payload with each part in turn replaced by junk, or left out."""
    for path in places(payload):
        for junk in [*JUNK, MISSING]:
            changed = copy.deepcopy(payload)
            holder = changed
            for step in path[:-1]:
                holder = holder[step]
            if junk is MISSING:
                del holder[path[-1]]
            else:
                holder[path[-1]] = junk
            yield path, junk, changed


class Kept(Driver):
    """Keeps what it would bring."""

    payload: dict[str, Any]

    async def bring(self, kind: str, payload: dict[str, Any], retry: int = 0, reason: str = "") -> Any:
        self.payload = payload
        return await super().bring(kind, payload, retry, reason)


def interaction(payload: dict[str, Any]) -> bytes:
    return urlencode({"payload": json.dumps(payload)}).encode()


async def refused_or_nothing(door: Door, payload: dict[str, Any], *, form: bool) -> None:
    failed = []
    for path, junk, changed in mangled(payload):
        if path != ("trigger_id",):
            changed["trigger_id"] = door.slack.slack.trigger("U01SAM")  # good for one modal
        body, headers = (interaction(changed), FORM) if form else (json.dumps(changed).encode(), JSON)
        delivery = await door.http.send(body, headers)
        if delivery.status not in (200, 400, 404):
            failed.append((path, junk, delivery.status))
    assert failed == [], "\n".join(map(str, failed))[:3000]


async def test_a_mangled_event(door: Door) -> None:
    people = Kept(door.slack, door.url)
    await people.mention("U01DANA", "C01GENERAL", "who approves entries?")
    await refused_or_nothing(door, people.payload, form=False)


async def test_a_mangled_change_of_a_message(door: Door) -> None:
    people = Kept(door.slack, door.url)
    posted = await people.mention("U01DANA", "C01GENERAL", "who approves entries?")
    await acts.edit(people, posted.message, "who approves large entries?")
    await refused_or_nothing(door, people.payload, form=False)


async def test_a_mangled_visit(door: Door) -> None:
    people = Kept(door.slack, door.url)
    await acts.open_home(people, "U01DANA")
    await refused_or_nothing(door, people.payload, form=False)


async def test_a_mangled_command(door: Door) -> None:
    people = Kept(door.slack, door.url)
    await people.command("U01DANA", "C01GENERAL", "/policy", "inbox")
    failed = []
    for path, junk, changed in mangled(people.payload):
        body = urlencode({key: str(value) for key, value in changed.items()}, errors="replace").encode()
        if (await door.http.send(body, FORM)).status not in (200, 400, 404):
            failed.append((path, junk))
    assert failed == []


async def test_a_question_with_half_a_character_is_asked_without_it(door: Door) -> None:
    people = Driver(door.slack, door.url)
    message = door.slack.workspace.post("C01GENERAL", "U01DANA", "<@U01BOT> who approves entries?")
    body = people.envelope({**people.post_event(message, "app_mention"), "text": f"<@U01BOT> who{HALF} approves?"})
    assert (await door.http.send(json.dumps(body).encode(), JSON)).status == 200
    [request] = door.desk.requests.values()
    assert request.question == "who approves?"


ACTIONS = [
    cards.APPROVE,
    cards.READ_ALL,
    modals.DENY,
    modals.EDIT,
    modals.ASK_BACK,
    modals.HAND_OVER,
    modals.ANSWER,
    modals.WITHDRAW,
    "unknown",
]
FORM_OF = Form(Ticket("ap_1", "9c" * 32), "C01GENERAL", None)
FORMS = [
    (modals.deny_modal(FORM_OF), modals.REASON),
    (modals.edit_modal(FORM_OF, approval()), modals.WORDS),
    (modals.ask_modal(FORM_OF), modals.QUESTION),
    (modals.answer_modal(FORM_OF, None), modals.REPLY),
    (modals.hand_over_modal(FORM_OF, "them"), modals.NOTE),
    (feedback.modal(feedback.Form(feedback.Answer("ex_1", None), "C01GENERAL", None)), feedback.COMMENT),
    (shortcut.modal(shortcut.About("T01ACME", "C01GENERAL", "1.2", "1.2", ""), "who?", None), shortcut.QUESTION),
]


@pytest.mark.parametrize("action", ACTIONS)
async def test_a_mangled_click(door: Door, action: str) -> None:
    people = Kept(door.slack, door.url)
    message = door.slack.workspace.post("C01GENERAL", "U01BOT", "a card")
    ticket = Ticket("ap_1", "9c" * 32).dump()
    await people.click("U01SAM", message, action, remembered=button("Press", action, value=ticket))
    await refused_or_nothing(door, {k: v for k, v in people.payload.items() if k != "message"}, form=True)


@pytest.mark.parametrize(("view", "name"), FORMS, ids=[view["callback_id"] for view, _ in FORMS])
async def test_a_mangled_form(door: Door, view: dict[str, Any], name: str) -> None:
    people = Kept(door.slack, door.url)
    door.slack.workspace.views["U01SAM"] = view | {"id": "V1", "state": {"values": {}}}
    await people.submit("U01SAM", {name: "too old"})
    payload = {
        **people.payload,
        "view": {
            key: people.payload["view"][key] for key in ("type", "id", "callback_id", "private_metadata", "state")
        },
    }
    await refused_or_nothing(door, payload, form=True)


async def test_a_mangled_message_of_a_thread(door: Door) -> None:
    people = Kept(door.slack, door.url)
    asked = await people.mention("U01DANA", "C01GENERAL", "who approves entries?")
    await people.say("U01DANA", "C01GENERAL", "and for contractors?", thread=asked.message.ts)
    await refused_or_nothing(door, people.payload, form=False)


async def test_a_mangled_assistant_thread(door: Door) -> None:
    people = Kept(door.slack, door.url)
    await people.open_assistant("U01DANA")
    await refused_or_nothing(door, people.payload, form=False)


@pytest.mark.parametrize("action", [feedback.HELPFUL, feedback.UNHELPFUL, feedback.SHARE])
async def test_a_mangled_click_under_an_answer(door: Door, action: str) -> None:
    people = Kept(door.slack, door.url)
    message = door.slack.workspace.post("C01GENERAL", "U01BOT", "an answer")
    value = feedback.Answer("ex_1", None).dump()
    await people.click("U01SAM", message, action, remembered=button("Press", action, value=value))
    await refused_or_nothing(door, {k: v for k, v in people.payload.items() if k != "message"}, form=True)


async def test_a_mangled_entry_of_a_messages_menu(door: Door) -> None:
    people = Kept(door.slack, door.url)
    message = door.slack.workspace.post("C01GENERAL", "U01KIM", "who approves entries?")
    await people.shortcut("U01SAM", message, shortcut.CALLBACK)
    await refused_or_nothing(door, people.payload, form=True)
