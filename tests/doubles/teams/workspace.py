"""A tenant's Teams: who talks where, what was said, and as what it stands before each reader."""

from __future__ import annotations

import asyncio
import itertools
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.doubles.teams.authority import APP_ID, TENANT
from tests.doubles.teams.people import PEOPLE, User
from tests.doubles.teams.seen import card_of, words_of

BOT = f"28:{APP_ID}"
Kind = Literal["personal", "groupChat", "channel"]


class Refused(Exception):
    """Teams does not let this person do that."""


@dataclass
class Conversation:
    """A chat or a channel. ``installed``: the bot is in it. ``blocked``: its person blocked the bot."""

    id: str
    kind: Kind
    members: set[str]
    name: str = ""
    team: str = ""
    installed: bool = True
    blocked: bool = False
    gone: bool = False


@dataclass
class Message:
    """A message as it stands, its ``activity`` as it was sent; ``versions`` holds what it said before, oldest first.

    ``views`` are the cards that single readers see in its place, since they pressed something or it refreshed for them.
    """

    id: str
    conversation: str
    sender: str
    activity: dict[str, Any]
    thread: str | None = None
    versions: list[str] = field(default_factory=list)
    views: dict[str, dict[str, Any]] = field(default_factory=dict)
    deleted: bool = False

    @property
    def from_bot(self) -> bool:
        return self.sender == BOT

    @property
    def words(self) -> str:
        """What a reader sees: its text, its card, and its citations."""
        return words_of(self.activity)

    @property
    def card(self) -> dict[str, Any] | None:
        return card_of(self.activity)

    def seen_by(self, user: str) -> dict[str, Any] | None:
        """The card as it stands before this reader."""
        return self.views.get(user, self.card)

    @property
    def message_entity(self) -> dict[str, Any]:
        """Its root entity with citations and labels; empty if it has none."""
        entities = self.activity.get("entities") or []
        return next((e for e in entities if e.get("type") == "https://schema.org/Message"), {})

    @property
    def citations(self) -> list[dict[str, Any]]:
        """Its citations' appearances with their ``position``, in their order."""
        return [{"position": c["position"], **c["appearance"]} for c in self.message_entity.get("citation", [])]

    @property
    def labelled(self) -> bool:
        """Whether it shows the AI-generated label."""
        return "AIGeneratedContent" in self.message_entity.get("additionalType", [])

    @property
    def rateable(self) -> bool:
        """Whether it has the feedback buttons."""
        data = self.activity.get("channelData") or {}
        return bool(data.get("feedbackLoop") or data.get("feedbackLoopEnabled"))


class Workspace:
    """State, and who may see and do what. ``faults`` are things a well-behaved bot never does."""

    def __init__(self, people: tuple[User, ...] = PEOPLE) -> None:
        self.users = {user.key: user for user in people}
        self.conversations: dict[str, Conversation] = {}
        self.messages: dict[str, list[Message]] = {}
        self.typing: list[str] = []
        self.faults: list[str] = []
        self._offset = 0.0
        self._numbers = itertools.count(1)
        self._last = 0
        self._changed = asyncio.Event()

    def now(self) -> float:
        """Teams' time, in seconds since the epoch."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Lets time pass for rate limits."""
        self._offset += seconds

    def number(self) -> int:
        return next(self._numbers)

    def user(self, name: str) -> User | None:
        """Somebody by short name, account or directory id."""
        return next((u for u in self.users.values() if name in (u.key, u.id, u.aad)), None)

    def personal(self, user: str) -> Conversation:
        """Somebody's chat with the bot."""
        for conversation in self.conversations.values():
            if conversation.kind == "personal" and user in conversation.members:
                return conversation
        return self.add(Conversation(f"a:1{uuid.uuid5(uuid.NAMESPACE_DNS, user).hex}", "personal", {user}))

    def add(self, conversation: Conversation) -> Conversation:
        self.conversations[conversation.id] = conversation
        self.messages.setdefault(conversation.id, [])
        return conversation

    def post(self, conversation: str, sender: str, activity: dict[str, Any], thread: str | None = None) -> Message:
        """A new message; its id is the time in milliseconds, rising."""
        self._last = max(int(self.now() * 1000), self._last + 1)
        message = Message(str(self._last), conversation, sender, activity, thread)
        self.messages[conversation].append(message)
        self.changed()
        return message

    def change(self, message: Message, activity: dict[str, Any]) -> None:
        """Every reader sees the new state; what single readers saw in its place is gone."""
        message.versions.append(message.words)
        message.activity = activity
        message.views.clear()
        self.changed()

    def get(self, conversation: str, message: str) -> Message | None:
        found = (m for m in self.messages.get(conversation, []) if m.id == message and not m.deleted)
        return next(found, None)

    def said(self, conversation: str, thread: str | None = None) -> list[Message]:
        """What the bot has said at a place, oldest first; in a channel in one thread, or its own posts without one."""
        here = [m for m in self.messages.get(conversation, []) if m.from_bot and not m.deleted]
        if self.conversations[conversation].kind == "channel":
            return [m for m in here if m.thread == thread]
        return here

    def told(self, user: str) -> list[Message]:
        """What the bot has said in somebody's own chat."""
        return self.said(self.personal(user).id)

    def may_see(self, user: str, message: Message) -> bool:
        return user in self.conversations[message.conversation].members and not message.deleted

    def changed(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, condition: Callable[[], Any], seconds: float = 20.0) -> Any:
        """Waits for something to become true as Teams changes; returns it. TimeoutError if it does not."""
        async with asyncio.timeout(seconds):
            while not (found := condition()):
                changed = self._changed
                # A condition may also look at the program behind the bot, whose changes nobody reports here.
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), 0.05)
            return found


GENERAL = "19:general@thread.tacv2"
REVIEW = "19:review@thread.tacv2"
GROUP = "19:lunch@thread.v2"
ELSEWHERE = "19:elsewhere@thread.tacv2"
TEAM = "19:team@thread.tacv2"


def contoso() -> Workspace:
    """A small company: everybody has the bot; a team with channels, a group chat, and a channel without the bot."""
    workspace = Workspace()
    people = {user.key for user in PEOPLE if user.tenant == TENANT and not user.bot}
    for user in people:
        workspace.personal(user)
    workspace.add(Conversation(GENERAL, "channel", people | {"eve"}, "General", TEAM))
    workspace.add(Conversation(REVIEW, "channel", {"sam", "lee", "kim", "boss"}, "Policy review", TEAM))
    workspace.add(Conversation(GROUP, "groupChat", {"dana", "sam", "gus"}, "Lunch"))
    workspace.add(Conversation(ELSEWHERE, "channel", {"dana"}, "Elsewhere", TEAM, installed=False))
    return workspace
