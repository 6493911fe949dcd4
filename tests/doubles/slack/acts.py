"""What people do to their messages afterwards, and with the app's home tab."""

from __future__ import annotations

import html
from typing import Any

from tests.doubles.slack import manifest
from tests.doubles.slack.driver import Driver
from tests.doubles.slack.transport import Delivery
from tests.doubles.slack.workspace import BOT, Message, Refused


async def tell_deleted(people: Driver, message: Message) -> list[Delivery]:
    """Brings the event of a deleted message again, as Slack does until it is acknowledged."""
    return await _changed(people, message, message.as_json(metadata=False), None, 0)


async def edit(people: Driver, message: Message, text: str, *, repeats: int = 0) -> list[Delivery]:
    """Has its author change a message. A mention of the bot that was there stays."""
    _may_change(people, message)
    before = message.as_json(metadata=False)
    mention = f"<@{BOT}> " if f"<@{BOT}>" in message.text else ""
    message.versions.append(message.words)
    message.text = mention + html.escape(text, quote=False)
    message.edited = f"{people.workspace.now():.6f}"
    people.workspace.changed()
    return await _changed(people, message, before, message.as_json(metadata=False), repeats)


async def delete(people: Driver, message: Message, *, repeats: int = 0) -> list[Delivery]:
    """Has its author delete a message. Of one with replies a tombstone stays, and Slack tells it as a change."""
    _may_change(people, message)
    before = message.as_json(metadata=False)
    if people.workspace.thread(message.channel, message.ts):
        message.text, message.subtype, message.user = "This message was deleted.", "tombstone", "USLACKBOT"
        people.workspace.changed()
        return await _changed(people, message, before, message.as_json(metadata=False), repeats)
    people.workspace.delete(message)
    return await _changed(people, message, before, None, repeats)


async def unfurl(people: Driver, message: Message) -> list[Delivery]:
    """Slack itself adds the picture of a link to a message: a change that nobody made."""
    before = message.as_json(metadata=False)
    return await _changed(people, message, before, {**before, "attachments": [{"title": "a link"}]}, 0)


async def open_home(people: Driver, user: str, tab: str = "home") -> list[Delivery]:
    """Opens the app's home: on its home tab, or on the messages."""
    if "app_home_opened" not in manifest.events(people.manifest):
        raise Refused("the app does not subscribe to app_home_opened")
    if tab == "home" and not people.manifest["features"].get("app_home", {}).get("home_tab_enabled"):
        raise Refused("the app has no home tab")
    channel = people.workspace.direct(user).id
    event = {"type": "app_home_opened", "user": user, "channel": channel, "tab": tab}
    return await people.event({**event, "event_ts": f"{people.workspace.now():.6f}"})


async def click_home(people: Driver, user: str, action_id: str, nth: int = 0) -> Delivery:
    """Presses a button in one's home tab."""
    view = people.workspace.homes[user][-1]
    found = [
        {**element, "block_id": block["block_id"]}
        for block in view["blocks"]
        if block["type"] == "actions"
        for element in block["elements"]
        if element["action_id"] == action_id
    ]
    payload = {
        **people.interaction(people.person(user), "block_actions"),
        "container": {"type": "view", "view_id": view["id"]},
        "view": view,
        "actions": [{**found[nth], "type": "button", "action_ts": f"{people.workspace.now():.6f}"}],
    }
    return await people.bring("interactive", payload)


def home(people: Driver, user: str) -> str:
    """What somebody reads in the home tab now; empty before it was published."""
    views = people.workspace.homes.get(user)
    return Message("0", "", BOT, "", blocks=views[-1]["blocks"]).words if views else ""


def _may_change(people: Driver, message: Message) -> None:
    if people.workspace.get(message.channel, message.ts) is not message or message.subtype:
        raise Refused("the message is gone")
    if people.workspace.users[message.user].is_bot:
        raise Refused("that is an app's message")
    if people.workspace.channels[message.channel].archived:
        raise Refused("the channel is archived")


async def _changed(
    people: Driver, message: Message, before: dict[str, Any], now: dict[str, Any] | None, repeats: int
) -> list[Delivery]:
    place = people.workspace.channels[message.channel]
    if manifest.message_event(place.kind) not in manifest.events(people.manifest) or BOT not in place.members:
        return []
    moment = f"{people.workspace.now():.6f}"
    event: dict[str, Any] = {
        "type": "message",
        "subtype": "message_changed" if now else "message_deleted",
        "channel": message.channel,
        "channel_type": place.kind,
        "hidden": True,
        "ts": moment,
        "event_ts": moment,
        "previous_message": before,
    }
    event |= {"message": now} if now else {"deleted_ts": message.ts}
    return await people.event(event, repeats=repeats)
