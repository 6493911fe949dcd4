"""People using Teams: what they do reaches the bot as the real service would bring it, or is refused as it would refuse it."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.doubles.teams import cards, seen
from tests.doubles.teams.authority import TENANT
from tests.doubles.teams.connector import TeamsDouble
from tests.doubles.teams.people import User
from tests.doubles.teams.transport import Delivery, Transport
from tests.doubles.teams.workspace import BOT, Conversation, Message, Refused

RETRIES = 2
"""How often it sends again what was not taken."""
NAME = "Countersign"
MENTION = f"<at>{NAME}</at>"
INVOKE_TYPES = {
    "application/vnd.microsoft.card.adaptive",
    "application/vnd.microsoft.activity.message",
    "application/vnd.microsoft.error",
}


@dataclass
class Posted:
    """Something a person wrote, and every time it was brought to the bot."""

    message: Message
    deliveries: list[Delivery] = field(default_factory=list)

    @property
    def taken(self) -> bool:
        return any(delivery.taken for delivery in self.deliveries)


class Client:
    """Acts for any user of the workspace. ``url`` is the bot's ``/api/messages``."""

    def __init__(self, teams: TeamsDouble, url: str) -> None:
        self.teams = teams
        self.workspace = teams.workspace
        self.transport = Transport(teams, url)
        self.retries = RETRIES

    async def say(
        self,
        user: str,
        text: str,
        where: str | None = None,
        *,
        thread: str | None = None,
        mention: bool | None = None,
        repeats: int = 0,
    ) -> Posted:
        """Writes to the bot: in one's own chat with it, or ``where`` else by naming it (``mention`` False: without).

        Teams brings the bot what is said in its chats, and elsewhere only what names it. ``repeats``: it is brought that
        many times more, as happens when answers get lost.
        """
        place = self._open(user, where)
        named = place.kind != "personal" if mention is None else mention
        written = f"{MENTION} {text}" if named else text
        activity = {"type": "message", "text": written, "textFormat": "plain", "attachments": []}
        if named:
            mentioned = {"id": BOT, "name": NAME}
            activity["entities"] = [{"type": "mention", "mentioned": mentioned, "text": MENTION}]
        message = self.workspace.post(place.id, self.person(user).id, activity, thread)
        posted = Posted(message)
        if place.installed and (named or place.kind == "personal"):
            root = thread or message.id
            brought = self.frame(user, place, root, **activity, id=message.id)
            posted.deliveries += await self.bring(brought, repeats)
        return posted

    async def press(
        self,
        user: str,
        message: Message,
        verb: str,
        inputs: dict[str, str] | None = None,
        *,
        nth: int = 0,
        times: int = 1,
        remembered: seen.Button | None = None,
    ) -> Delivery:
        """Presses a button of the card that this user sees, behind a ``ShowCard`` too, with what they put into its inputs.

        ``times``: how often Teams brings it, each time under another id. ``remembered`` is a button that the user's screen
        still shows though it is gone by now. The last delivery.
        """
        self.may_look(user, message)
        button = remembered or self.button(user, message, verb, nth)
        values = _filled(button, inputs or {})
        action = {**button.action, "data": {**(button.action.get("data") or {}), **values}}
        for unsent in ("style", "tooltip", "mode", "fallback"):
            action.pop(unsent, None)
        delivery = Delivery(None, "", 0.0)
        for _ in range(times):
            delivery = await self._execute(user, message, action, "manual")
        return delivery

    def button(self, user: str, message: Message, verb: str, nth: int = 0) -> seen.Button:
        """A button as this user sees it now."""
        found = [b for b in self.buttons(user, message) if b.verb == verb]
        if len(found) <= nth:
            raise Refused(f"there is no button {verb}")
        return found[nth]

    def buttons(self, user: str, message: Message) -> list[seen.Button]:
        card = message.seen_by(user)
        return seen.buttons(card) if card else []

    def reads(self, user: str, message: Message) -> str:
        """The words of the card that this user sees."""
        card = message.seen_by(user)
        return "\n".join(seen.texts(card)) if card else message.words

    async def look(self, user: str, message: Message, *, manual: bool = False) -> Delivery | None:
        """Scrolls to a card: it refreshes by itself for those it names, and for others by its menu (``manual``)."""
        self.may_look(user, message)
        refresh = (message.card or {}).get("refresh")
        if not refresh or not (manual or self.person(user).id in (refresh.get("userIds") or [])):
            return None
        return await self._execute(user, message, refresh["action"], "manual" if manual else "automatic")

    def frame(self, user: str, place: Conversation, root: str | None, **activity: Any) -> dict[str, Any]:
        """An activity as the connector brings it to the bot, from this user at this place."""
        person, now = self.person(user), datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        named = f"{place.id};messageid={root}" if place.kind == "channel" and root else place.id
        conversation: dict[str, Any] = {"id": named, "conversationType": place.kind, "tenantId": TENANT}
        data: dict[str, Any] = {"tenant": {"id": person.tenant if place.kind == "personal" else TENANT}}
        if place.kind != "personal":
            conversation["isGroup"] = True
        if place.kind == "channel":
            data |= {"team": {"id": place.team}, "channel": {"id": place.id}, "teamsChannelId": place.id}
            data["teamsTeamId"] = place.team
        return {
            "id": f"f:{uuid.uuid4()}",
            "timestamp": now,
            "localTimestamp": now,
            "channelId": "msteams",
            "serviceUrl": self.teams.service_url,
            "from": person.account,
            "conversation": conversation,
            "recipient": {"id": BOT, "name": NAME},
            "channelData": data,
            "locale": "en-US",
            **activity,
        }

    async def bring(self, activity: dict[str, Any], repeats: int = 0) -> list[Delivery]:
        deliveries = []
        for _ in range(self.retries + 1):
            deliveries.append(await self.transport.deliver(activity))
            if deliveries[-1].taken:
                break
        return [*deliveries, *[await self.transport.deliver(activity) for _ in range(repeats)]]

    async def _execute(self, user: str, message: Message, action: dict[str, Any], trigger: str) -> Delivery:
        value = {"action": action, "trigger": trigger}
        delivery = await self.invoke(user, message, "adaptiveCard/action", value)
        if delivery.taken:
            self._show(user, message, delivery)
        return delivery

    async def invoke(self, user: str, message: Message, name: str, value: dict[str, Any]) -> Delivery:
        """Brings it until it is answered; each time under a new id."""
        place = self.workspace.conversations[message.conversation]
        delivery = Delivery(None, "", 0.0)
        for _ in range(self.retries + 1):
            activity = self.frame(user, place, message.thread or message.id, type="invoke", name=name, value=value)
            delivery = await self.transport.deliver({**activity, "replyToId": message.id})
            if delivery.status is not None:
                break
        return delivery

    def _show(self, user: str, message: Message, delivery: Delivery) -> None:
        """What Teams makes of a bot's answer to a pressed button: anything else is "Something went wrong"."""
        answer = delivery.content
        if not isinstance(answer, dict) or not isinstance(answer.get("statusCode"), int):
            self.workspace.faults.append(f"an invoke was answered with {delivery.body[:80]!r}")
        elif answer.get("type") not in INVOKE_TYPES:
            self.workspace.faults.append(f"an invoke was answered with the type {answer.get('type')!r}")
        elif answer["type"].endswith("card.adaptive"):
            found = cards.faults(answer.get("value"))
            self.workspace.faults += [f"an invoke was answered with a card: {fault}" for fault in found]
            message.views[user] = answer["value"]
            self.workspace.changed()
        elif answer["type"].endswith("activity.message") and not (
            answer.get("value") and isinstance(answer["value"], str)
        ):
            self.workspace.faults.append("an invoke was answered with an empty message")

    def person(self, user: str) -> User:
        person = self.workspace.users[user]
        if person.bot:
            raise Refused("bots press and write nothing here")
        return person

    def place_of(self, user: str, where: str | None) -> Conversation:
        place = self.workspace.conversations[where] if where else self.workspace.personal(user)
        if user not in place.members:
            raise Refused(f"{user} is not in {place.name}")
        return place

    def _open(self, user: str, where: str | None) -> Conversation:
        place = self.place_of(user, where)
        if place.kind == "personal" and (place.blocked or not place.installed):
            raise Refused("there is no such bot")
        return place

    def may_look(self, user: str, message: Message) -> None:
        self.person(user)
        if not self.workspace.may_see(user, message):
            raise Refused(f"{user} does not see that message")


def _filled(button: seen.Button, given: dict[str, str]) -> dict[str, str]:
    """The inputs' values as the client sends them, once it finds nothing wrong with them."""
    known = {one["id"]: one for one in button.inputs}
    if unknown := given.keys() - known.keys():
        raise Refused(f"there is no input {', '.join(sorted(unknown))}")
    values = {}
    for name, one in known.items():
        value = given.get(name, str(one.get("value", "")))
        if one.get("isRequired") and not value:
            raise Refused(one["errorMessage"])
        if "maxLength" in one and len(value) > one["maxLength"]:
            raise Refused("that is too long")
        if value and "regex" in one and not re.search(one["regex"], value):
            raise Refused(one.get("errorMessage", "that does not fit"))
        if value:
            values[name] = value
    return values
