"""People using Slack: what they do reaches the bot as the real service would bring it, or is refused as it would refuse it."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any

from tests.doubles.slack import manifest, writing
from tests.doubles.slack.server import SlackDouble
from tests.doubles.slack.transport import Delivery, Http, Socket, Transport
from tests.doubles.slack.workspace import APP, BOT, BOT_ID, TEAM, AssistantThread, Message, Refused, User

RETRIES = 3
"""How often Slack sends an event again that was not acknowledged (at once, after one minute, after five)."""


@dataclass
class Posted:
    """Something a person did, and every time it was brought to the bot."""

    message: Message
    deliveries: list[Delivery] = field(default_factory=list)

    @property
    def acknowledged(self) -> bool:
        return any(delivery.acknowledged for delivery in self.deliveries)


class Driver:
    """Acts for any user of the workspace. ``url`` is the bot's ``/slack/events``; without it, Socket Mode."""

    def __init__(self, slack: SlackDouble, url: str | None = None) -> None:
        self.slack = slack
        self.workspace = slack.workspace
        self.transport: Transport = Http(url) if url else Socket(slack)
        self.manifest = manifest.load()
        self.retries = RETRIES
        self.deliveries: list[Delivery] = []  # all of them, for whoever measures acknowledgements

    async def mention(
        self, user: str, channel: str, text: str, *, thread: str | None = None, pair: bool = False, repeats: int = 0
    ) -> Posted:
        """Posts ``@countersign TEXT`` in a channel.

        To an app that subscribes to the channel's messages Slack also brings the post as a ``message`` event; here it comes
        first. ``pair``: in any case. ``repeats``: each event is brought that many times more, as happens when acknowledgements get lost.
        """
        self._may_post(user, channel)
        if "app_mention" not in manifest.events(self.manifest):
            raise Refused("the app does not subscribe to app_mention")
        message = self.workspace.post(channel, user, f"<@{BOT}> {html.escape(text, quote=False)}", thread_ts=thread)
        posted = Posted(message)
        kind = self.workspace.channels[channel].kind
        if pair or manifest.message_event(kind) in manifest.events(self.manifest):
            await self._event(posted, self.post_event(message, "message", channel_type=kind), repeats)
        await self._event(posted, self.post_event(message, "app_mention"), repeats)
        return posted

    async def direct(self, user: str, text: str, *, thread: str | None = None, repeats: int = 0) -> Posted:
        """Writes to the bot in the direct channel with it."""
        home = self.manifest["features"].get("app_home", {})
        if not home.get("messages_tab_enabled") or home.get("messages_tab_read_only_enabled"):
            raise Refused("the app takes no direct messages")
        if "message.im" not in manifest.events(self.manifest):
            raise Refused("the app does not subscribe to message.im")
        channel = self.workspace.direct(user).id
        message = self.workspace.post(channel, user, html.escape(text, quote=False), thread_ts=thread)
        posted = Posted(message)
        await self._event(posted, self.post_event(message, "message", channel_type="im"), repeats)
        return posted

    async def say(self, user: str, channel: str, text: str, *, thread: str | None = None, repeats: int = 0) -> Posted:
        """Posts in a channel without naming the bot; Slack brings it to an app that is there and subscribes to it."""
        self._may_post(user, channel)
        place = self.workspace.channels[channel]
        message = self.workspace.post(channel, user, html.escape(text, quote=False), thread_ts=thread)
        if thread and (parent := self.workspace.get(channel, thread)):
            parent.thread_ts = parent.ts
        posted = Posted(message)
        subscribed = manifest.message_event(place.kind) in manifest.events(self.manifest)
        if subscribed and place.history_scope in self.slack.slack.scopes and BOT in place.members:
            await self._event(posted, self.post_event(message, "message", channel_type=place.kind), repeats)
        return posted

    async def open_assistant(self, user: str, *, context: str | None = None) -> Message:
        """Opens a new assistant thread, or with ``context`` looks at a channel beside the newest; the thread's first message."""
        channel = self.workspace.direct(user)
        known = [ts for place, ts in self.workspace.assistants if place == channel.id]
        kind = "started" if context is None else "context_changed"
        if f"assistant_thread_{kind}" not in manifest.events(self.manifest):
            raise Refused(f"the app does not subscribe to assistant_thread_{kind}")
        if context is None:
            root = self.workspace.post(channel.id, BOT, "New Assistant Thread", bot_id=BOT_ID)
            root.thread_ts = root.ts
            self.workspace.assistants[channel.id, root.ts] = AssistantThread()
        else:
            root = self.workspace.messages[channel.id][known[-1]]
        thread = {"user_id": user, "channel_id": channel.id, "thread_ts": root.ts, "context": {"channel_id": context}}
        await self.event({"type": f"assistant_thread_{kind}", "assistant_thread": thread, "event_ts": root.ts})
        return root

    async def shortcut(self, user: str, message: Message, callback_id: str) -> Delivery:
        """Chooses an entry of a message's menu, which works wherever the user reads, the bot's membership or not."""
        declared = {entry["callback_id"] for entry in self.manifest["features"].get("shortcuts", [])}
        if callback_id not in declared:
            raise Refused(f"there is no shortcut {callback_id}")
        person = self.person(user)
        if not self.workspace.may_see(user, message):
            raise Refused(f"{user} does not see that message")
        payload = {
            **self.interaction(person, "message_action"),
            "callback_id": callback_id,
            "action_ts": f"{self.workspace.now():.6f}",
            "message_ts": message.ts,
            "channel": {"id": message.channel, "name": self.workspace.channels[message.channel].name},
            "message": message.as_json(metadata=False),
            "response_url": self.slack.response_url(user, message.channel),
        }
        return await self.bring("interactive", payload)

    async def event(self, event: dict[str, Any], *, repeats: int = 0) -> list[Delivery]:
        """Brings any event."""
        posted = Posted(Message("0", "", "", ""))
        await self._event(posted, event, repeats)
        return posted.deliveries

    async def command(self, user: str, channel: str, command: str, text: str = "") -> Delivery:
        """Types a slash command; the app's answer to it is shown to the user alone. Slack never repeats a command."""
        self._may_post(user, channel)
        declared = {entry["command"] for entry in self.manifest["features"].get("slash_commands", [])}
        if command not in declared:
            raise Refused(f"{command} is not a valid command")
        person = self.person(user)
        url = self.slack.response_url(user, channel)
        payload = {
            "token": "old",
            "team_id": person.team_id,
            "team_domain": "acme",
            "channel_id": channel,
            "channel_name": self.workspace.channels[channel].name,
            "user_id": user,
            "user_name": person.name,
            "command": command,
            "text": html.escape(text, quote=False),
            "api_app_id": APP,
            "is_enterprise_install": "false",
            "response_url": url,
            "trigger_id": self.slack.slack.trigger(user),
        }
        delivery = await self.bring("slash_commands", payload)
        if delivery.acknowledged and (answer := delivery.content):  # without words nothing is shown
            if answer.get("response_type", "ephemeral") != "ephemeral":
                self.workspace.faults.append("a command was answered to the whole channel")
            writing.check_content(self.slack.slack, answer)
            address = self.slack.response_urls[url.rsplit("/", 1)[1]]
            self.slack.show_to(address, answer.get("text", ""), answer.get("blocks"))
        return delivery

    async def click(
        self, user: str, message: Message, action_id: str, *, remembered: dict[str, Any] | None = None
    ) -> Delivery:
        """Presses a button. ``remembered`` is a button that the user's screen still shows though it is gone by now."""
        person = self.person(user)
        if not self.workspace.may_see(user, message):
            raise Refused(f"{user} does not see that message")
        button = remembered or message.buttons.get(action_id)
        if button is None:
            raise Refused(f"there is no button {action_id}")
        if not self.manifest["settings"].get("interactivity", {}).get("is_enabled"):
            raise Refused("the app takes no clicks")
        url = self.slack.response_url(user, message.channel)
        if message.seen_by:  # what replaces the original takes its place
            self.slack.response_urls[url.rsplit("/", 1)[1]].shown = message
        payload = {
            **self.interaction(person, "block_actions"),
            "container": {
                "type": "message",
                "message_ts": message.ts,
                "channel_id": message.channel,
                "is_ephemeral": bool(message.seen_by),
                **({"thread_ts": message.thread_ts} if message.thread_ts else {}),
            },
            "channel": {"id": message.channel, "name": self.workspace.channels[message.channel].name},
            "message": message.as_json(metadata=False),
            "response_url": url,
            "actions": [
                {**button, "action_id": action_id, "type": "button", "action_ts": f"{self.workspace.now():.6f}"}
            ],
        }
        return await self.bring("interactive", payload)

    async def submit(self, user: str, values: dict[str, str]) -> Delivery:
        """Fills in the modal that the user has open, by the inputs' action ids, and submits it."""
        view = self.workspace.views.get(user)
        if view is None:
            raise Refused(f"{user} has no modal open")
        state: dict[str, Any] = {}
        for block in view["blocks"]:
            if block["type"] != "input":
                continue
            element, value = block["element"], self._typed(block["element"], values)
            if not block.get("optional") and not value:
                raise Refused("please complete this required field")
            if not element.get("min_length", 0) <= len(value) <= element.get("max_length", 3000):
                raise Refused("that is too short or too long")
            state[block["block_id"]] = {element["action_id"]: {"type": element["type"], "value": value}}
        payload = {
            **self.interaction(self.person(user), "view_submission"),
            "view": {**view, "state": {"values": state}},
            "response_urls": [],
        }
        delivery = await self.bring("interactive", payload)
        if delivery.acknowledged:
            answer = delivery.content
            if answer.get("response_action") == "errors":
                self.workspace.views[user] = {**view, "errors": answer["errors"]}
            elif not answer:
                del self.workspace.views[user]
        return delivery

    @staticmethod
    def _typed(element: dict[str, Any], values: dict[str, str]) -> str:
        return values.get(element["action_id"], str(element.get("initial_value", "")))

    def post_event(self, message: Message, kind: str, **more: Any) -> dict[str, Any]:
        """A message as the Events API describes it."""
        event = {**message.as_json(metadata=False), "type": kind, "channel": message.channel, "event_ts": message.ts}
        user = self.workspace.users.get(message.user)
        if user and user.team_id != TEAM:
            event |= {"user_team": user.team_id, "source_team": user.team_id}
        return event | more

    def envelope(self, event: dict[str, Any]) -> dict[str, Any]:
        """What surrounds an event."""
        return {
            "token": "old",
            "team_id": TEAM,
            "api_app_id": APP,
            "event": event,
            "type": "event_callback",
            "event_id": f"Ev{self.workspace.number():08}",
            "event_time": int(self.workspace.now()),
            "authorizations": [{"enterprise_id": None, "team_id": TEAM, "user_id": BOT, "is_bot": True}],
            "is_ext_shared_channel": bool(event.get("user_team")),
        }

    async def _event(self, posted: Posted, event: dict[str, Any], repeats: int) -> None:
        """Brings an event until it is acknowledged, at most ``retries`` times again; and then ``repeats`` times more."""
        payload = self.envelope(event)
        for retry in range(self.retries + 1):
            reason = "http_timeout" if posted.deliveries and posted.deliveries[-1].status is None else "http_error"
            posted.deliveries.append(await self.bring("events_api", payload, retry, reason))
            if posted.deliveries[-1].acknowledged:
                break
        for retry in range(1, repeats + 1):
            posted.deliveries.append(await self.bring("events_api", payload, retry, "http_timeout"))

    async def bring(self, kind: str, payload: dict[str, Any], retry: int = 0, reason: str = "") -> Delivery:
        delivery = await self.transport.deliver(kind, payload, retry, reason)
        self.deliveries.append(delivery)
        return delivery

    def interaction(self, person: User, kind: str) -> dict[str, Any]:
        return {
            "type": kind,
            "team": {"id": person.team_id, "domain": "acme"},
            "user": {"id": person.id, "username": person.name, "name": person.name, "team_id": person.team_id},
            "api_app_id": APP,
            "token": "old",
            "trigger_id": self.slack.slack.trigger(person.id),
            "is_enterprise_install": False,
            "enterprise": None,
        }

    def person(self, user: str) -> User:
        person = self.workspace.users[user]
        if person.is_bot:
            raise Refused("bots click and type nothing")
        if person.deleted:
            raise Refused("that account is deactivated")
        return person

    def _may_post(self, user: str, channel: str) -> None:
        self.person(user)
        place = self.workspace.channels[channel]
        if user not in place.members:
            raise Refused(f"{user} is not in {place.name}")
        if place.archived:
            raise Refused(f"{place.name} is archived")
