"""What people do beside writing and pressing: they change and delete messages, rate answers, add the app and take it away."""

from __future__ import annotations

import json

from tests.doubles.teams.client import MENTION, Client, Posted
from tests.doubles.teams.transport import Delivery
from tests.doubles.teams.workspace import BOT, Message, Refused


async def edit(people: Client, user: str, posted: Posted, text: str) -> list[Delivery]:
    """Has its author change a message. A mention that was there stays."""
    message = _mine(people, user, posted)
    mention = f"{MENTION} " if MENTION in message.activity["text"] else ""
    people.workspace.change(message, {**message.activity, "text": mention + text})
    return await _tell_change(people, user, message, "messageUpdate", "editMessage")


async def delete(people: Client, user: str, posted: Posted) -> list[Delivery]:
    """Has its author delete a message."""
    message = _mine(people, user, posted)
    message.deleted = True
    people.workspace.changed()
    return await _tell_change(people, user, message, "messageDelete", "softDeleteMessage")


async def rate(people: Client, user: str, message: Message, helpful: bool, words: str = "") -> Delivery:
    """Presses a thumb and sends the form."""
    people.may_look(user, message)
    if not message.rateable:
        raise Refused("that message has no feedback buttons")
    reaction = "like" if helpful else "dislike"
    value = {
        "actionName": "feedback",
        "actionValue": {"reaction": reaction, "feedback": json.dumps({"feedbackText": words})},
    }
    delivery = await people.invoke(user, message, "message/submitAction", value)
    if delivery.taken and delivery.content not in (None, {}):
        people.workspace.faults.append(f"feedback was answered with {delivery.body[:80]}")
    return delivery


async def install(people: Client, user: str, where: str | None = None) -> list[Delivery]:
    """Adds the app: to one's own chat, or to a group or team."""
    place = people.place_of(user, where)
    place.installed = True
    joined = people.frame(user, place, None, type="conversationUpdate", membersAdded=[{"id": BOT}])
    added = people.frame(user, place, None, type="installationUpdate", action="add")
    return [*await people.bring(added), *await people.bring(joined)]


async def uninstall(people: Client, user: str, where: str | None = None) -> list[Delivery]:
    """Takes the app away again."""
    place = people.place_of(user, where)
    place.installed = False
    removed = people.frame(user, place, None, type="installationUpdate", action="remove")
    left = people.frame(user, place, None, type="conversationUpdate", membersRemoved=[{"id": BOT}])
    if place.kind == "personal":
        return await people.bring(removed)
    return [*await people.bring(removed), *await people.bring(left)]


async def join(people: Client, user: str, where: str, by: str) -> list[Delivery]:
    """Somebody comes into a group or team that has the app."""
    place = people.workspace.conversations[where]
    place.members.add(user)
    account = people.person(user).account
    return await people.bring(people.frame(by, place, None, type="conversationUpdate", membersAdded=[account]))


async def _tell_change(people: Client, user: str, message: Message, kind: str, event: str) -> list[Delivery]:
    place = people.workspace.conversations[message.conversation]
    named = MENTION in message.activity["text"]
    if not place.installed or not (named or place.kind == "personal"):
        return []
    words = {**message.activity} if kind == "messageUpdate" else {}
    brought = people.frame(user, place, message.thread or message.id, **{**words, "type": kind, "id": message.id})
    brought["channelData"]["eventType"] = event
    return await people.bring(brought)


def _mine(people: Client, user: str, posted: Posted) -> Message:
    if posted.message.sender != people.person(user).id or posted.message.deleted:
        raise Refused("that is no message of theirs")
    return posted.message
