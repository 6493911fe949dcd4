"""What every Web API method shares: the service's state, its errors, and who may read and write where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.doubles.slack.workspace import BOT, Channel, Workspace

Arguments = dict[str, Any]
Answer = dict[str, Any]
TRIGGER_LIFE = 3.0


class ApiError(Exception):
    """``ok: false`` with this code."""

    def __init__(self, code: str, **more: Any) -> None:
        super().__init__(code)
        self.answer = {"ok": False, "error": code, **more}


@dataclass
class Trigger:
    user: str
    born: float
    used: bool = False


@dataclass
class Slack:
    """The service behind the Web API: the workspace, and what it has given out."""

    workspace: Workspace
    scopes: set[str]
    url: str = ""
    home_tab: bool = False
    triggers: dict[str, Trigger] = field(default_factory=dict)
    sockets: set[str] = field(default_factory=set)

    def trigger(self, user: str) -> str:
        """A new trigger id: good once, for three seconds."""
        name = f"{self.workspace.number()}.1234567890.{self.workspace.number():032x}"
        self.triggers[name] = Trigger(user, self.workspace.now())
        return name


def needed(args: Arguments, name: str) -> Any:
    if not args.get(name):
        raise ApiError("missing_argument", response_metadata={"messages": [f"[ERROR] missing required field: {name}"]})
    return args[name]


def readable(slack: Slack, args: Arguments, right: str | None) -> Channel:
    channel = slack.workspace.channels.get(str(needed(args, "channel")))
    if channel is None or (channel.kind != "channel" and BOT not in channel.members):
        raise ApiError("channel_not_found")
    if right:
        scope = channel.history_scope.replace("history", right)
        if scope not in slack.scopes:
            raise ApiError("missing_scope", needed=scope, provided=",".join(sorted(slack.scopes)))
    if BOT not in channel.members:
        raise ApiError("not_in_channel")
    return channel


def writable(slack: Slack, args: Arguments) -> Channel:
    channel = readable(slack, args, None)
    if channel.archived:
        raise ApiError("is_archived")
    return channel
