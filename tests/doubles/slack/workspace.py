"""A Slack workspace: its people, channels, groups and messages, and who may see what."""

from __future__ import annotations

import asyncio
import html
import itertools
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.doubles.slack.words import texts

TEAM = "T01ACME"
BOT = "U01BOT"
BOT_ID = "B01BOT"
APP = "A01APP"


class Refused(Exception):
    """The real service would not let somebody do that."""


@dataclass
class User:
    id: str
    name: str
    email: str | None = None
    team_id: str = TEAM
    enterprise_id: str | None = None
    email_confirmed: bool = True
    is_bot: bool = False
    is_restricted: bool = False
    is_stranger: bool = False
    deleted: bool = False


@dataclass
class Channel:
    id: str
    name: str
    kind: str = "channel"  # channel | group (private) | mpim | im
    members: set[str] = field(default_factory=set)
    archived: bool = False

    @property
    def history_scope(self) -> str:
        return {"channel": "channels", "group": "groups", "mpim": "mpim", "im": "im"}[self.kind] + ":history"


@dataclass
class Message:
    """A message as it stands; ``versions`` holds what it said before, oldest first."""

    ts: str
    channel: str
    user: str
    text: str
    blocks: list[dict[str, Any]] = field(default_factory=list)
    thread_ts: str | None = None
    metadata: dict[str, Any] | None = None
    bot_id: str | None = None
    seen_by: str | None = None  # an ephemeral message: its only reader
    versions: list[str] = field(default_factory=list)
    edited: str | None = None  # when its author changed it last
    subtype: str | None = None

    @property
    def words(self) -> str:
        """What a reader sees, with links as ``label (url)`` and mentions as ``@U...``."""
        shown = "\n".join(texts(self.blocks)) if self.blocks else self.text
        shown = re.sub(r"<(https?:[^|>]+)\|([^>]*)>", r"\2 (\1)", shown)
        shown = re.sub(r"<!date\^[^|>]*\|([^>]*)>", r"\1", shown)
        return html.unescape(re.sub(r"<([@#][^|>]*)(?:\|[^>]*)?>", r"\1", shown))

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """Buttons by action id, each with its ``block_id``."""
        return {
            element["action_id"]: {**element, "block_id": block.get("block_id", "")}
            for block in self.blocks
            if block["type"] == "actions"
            for element in block["elements"]
        }

    def as_json(self, *, metadata: bool) -> dict[str, Any]:
        """As the Web API and payloads give it."""
        found: dict[str, Any] = {"type": "message", "ts": self.ts, "user": self.user, "text": self.text, "team": TEAM}
        optional = {"blocks": self.blocks, "thread_ts": self.thread_ts, "bot_id": self.bot_id}
        found |= {key: value for key, value in optional.items() if value}
        found |= {"edited": {"user": self.user, "ts": self.edited}} if self.edited else {}
        found |= {"subtype": self.subtype} if self.subtype else {}
        if self.bot_id:
            found |= {"app_id": APP, "bot_profile": {"id": self.bot_id, "app_id": APP, "name": "countersign"}}
        if metadata and self.metadata:
            found["metadata"] = self.metadata
        return found


@dataclass
class AssistantThread:
    """What an assistant thread shows beside its messages."""

    title: str = ""
    status: str = ""
    prompts_title: str = ""
    prompts: list[str] = field(default_factory=list)
    statuses: list[str] = field(default_factory=list)


class Workspace:
    """State, and the rules of who may see and do what. ``faults`` are things a well-behaved app never does."""

    def __init__(self) -> None:
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.groups: dict[str, set[str]] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.views: dict[str, dict[str, Any]] = {}  # the open modal of each user
        self.homes: dict[str, list[dict[str, Any]]] = {}  # every home tab published to each user
        self.assistants: dict[tuple[str, str], AssistantThread] = {}  # by channel and timestamp of the thread
        self.faults: list[str] = []
        self._offset = 0.0
        self._numbers = itertools.count(1)
        self._changed = asyncio.Event()
        self.add_user(User(BOT, "countersign", is_bot=True))

    def now(self) -> float:
        """Slack's time, in seconds since the epoch."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Lets time pass: triggers, response addresses and rate limits age."""
        self._offset += seconds

    def number(self) -> int:
        return next(self._numbers)

    def add_user(self, user: User) -> User:
        self.users[user.id] = user
        return user

    def add_channel(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        return channel

    def direct(self, user: str) -> Channel:
        """The direct channel of somebody with the bot."""
        for channel in self.channels.values():
            if channel.kind == "im" and user in channel.members:
                return channel
        return self.add_channel(Channel(f"D{self.number():03}{user}", f"dm-{user}", "im", {user, BOT}))

    def add(self, message: Message) -> Message:
        self.messages[message.channel][message.ts] = message
        self.changed()
        return message

    def post(self, channel: str, user: str, text: str, **more: Any) -> Message:
        """A new message with a timestamp of its own, rising even within a microsecond."""
        ts = f"{int(self.now())}.{self.number():06}"
        if user == BOT and (thread := self.assistants.get((channel, more.get("thread_ts") or ""))):
            thread.status = ""  # the app's next message ends it
        return self.add(Message(ts, channel, user, text, **more))

    def delete(self, message: Message) -> None:
        del self.messages[message.channel][message.ts]
        self.changed()

    def get(self, channel: str, ts: str) -> Message | None:
        return self.messages.get(channel, {}).get(ts)

    def top_level(self, channel: str) -> list[Message]:
        """What stands in a channel outside of threads and is no ephemeral, oldest first."""
        return [m for m in self._in(channel) if m.thread_ts in (None, m.ts) and not m.seen_by]

    def thread(self, channel: str, ts: str) -> list[Message]:
        """The replies of a thread, oldest first, without its parent."""
        return [m for m in self._in(channel) if m.thread_ts == ts and m.ts != ts and not m.seen_by]

    def whispers(self, user: str) -> list[Message]:
        """What was shown to one person alone, oldest first."""
        return [m for channel in self.messages for m in self._in(channel) if m.seen_by == user]

    def may_see(self, user: str, message: Message) -> bool:
        inside = user in self.channels[message.channel].members
        return inside and message.seen_by in (None, user) and self.get(message.channel, message.ts) is message

    def changed(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, condition: Callable[[], Any], seconds: float = 20.0) -> Any:
        """Waits for something to become true as the workspace changes; returns it. TimeoutError if it does not."""
        async with asyncio.timeout(seconds):
            while not (found := condition()):
                changed = self._changed
                # A condition may also look at the program behind the bot, whose changes nobody reports here.
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), 0.05)
            return found

    def _in(self, channel: str) -> list[Message]:
        return [self.messages[channel][ts] for ts in sorted(self.messages.get(channel, {}))]


def acme() -> Workspace:
    """A small company: an asker, two approvers and their group, a guest, an outsider, and channels of every kind."""
    workspace = Workspace()
    for user in (
        User("U01DANA", "dana", "dana@acme.test"),
        User("U01SAM", "sam", "sam@acme.test"),
        User("U01LEE", "lee", "lee@acme.test"),
        User("U01KIM", "kim", "kim@acme.test"),
        User("U01BOSS", "boss", "boss@acme.test"),
        User("U01GUS", "gus", "gus@partner.test", is_restricted=True),
        User("U01EVE", "eve", "sam@acme.test", team_id="T99OTHER", is_stranger=True),
        User("U01ROBO", "robo", is_bot=True),
    ):
        workspace.add_user(user)
    everybody = {user for user in workspace.users if user != "U01EVE"}
    workspace.add_channel(Channel("C01GENERAL", "general", "channel", everybody))
    workspace.add_channel(Channel("C01SHARED", "shared-with-partner", "channel", {"U01DANA", "U01EVE", "U01SAM", BOT}))
    workspace.add_channel(Channel("G01REVIEW", "policy-review", "group", {"U01SAM", "U01LEE", "U01KIM", BOT}))
    workspace.add_channel(Channel("C01ELSEWHERE", "elsewhere", "channel", {"U01DANA"}))
    workspace.add_channel(Channel("C01OLD", "old", "channel", everybody, archived=True))
    workspace.groups["S01FINANCE"] = {"U01SAM", "U01LEE"}
    return workspace
