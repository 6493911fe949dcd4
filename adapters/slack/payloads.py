"""Slack's payloads -> requests. Pure functions: what is no question of a person's comes back as None."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from adapters.slack.directory import PREFIX
from adapters.slack.text import plain
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName
from core.wording.foreign import whole

_TYPED = (None, "file_share", "thread_broadcast")
"""Subtypes of messages that somebody typed; all others report changes or are somebody's machine."""
_LONGEST_ID = 100


def well_formed(body: dict[str, Any]) -> bool:
    """Whether what Bolt finds its listener by is where it looks for it; it would fail otherwise."""
    kind = body.get("type")
    if any(not isinstance(body.get(name), dict | None) for name in ("event", "view")):
        return False
    if kind == "event_callback":
        return isinstance(part(body, "event").get("type"), str)
    if kind == "block_actions":
        actions = body.get("actions")
        return bool(isinstance(actions, list) and actions and all(map(_is_action, actions)))
    if kind in ("message_action", "shortcut"):
        return isinstance(body.get("callback_id"), str)
    if kind == "view_submission":
        view = part(body, "view")
        return isinstance(view.get("type"), str) and isinstance(view.get("callback_id"), str)
    return True


def _is_action(action: Any) -> bool:
    return (
        isinstance(action, dict)
        and isinstance(action.get("action_id"), str)
        and isinstance(action.get("block_id", ""), str)
    )


@dataclass(frozen=True)
class Click:
    """Who pressed a button or submitted a modal, in which channel and thread, and what opens a modal for them now."""

    user: str
    channel: str
    thread: str | None
    trigger: str


def clicked(body: dict[str, Any]) -> Click | None:
    """A click, wherever it was; None for one that nobody made."""
    container = part(body, "container")
    user = identifier(part(body, "user").get("id"))
    if not user:
        return None
    channel = identifier(part(body, "channel").get("id")) or identifier(container.get("channel_id")) or ""
    return Click(user, channel, identifier(container.get("thread_ts")), identifier(body.get("trigger_id")) or "")


def typed(view: dict[str, Any], name: str) -> str:
    """What stands in a modal's input whose block and action have that name; empty if nothing does."""
    value = part(part(part(part(view, "state"), "values"), name), name).get("value")
    return whole(value).strip() if isinstance(value, str) else ""


def from_post(event: dict[str, Any], team: str, bot_user: str, now: datetime) -> PipelineRequest | None:
    """A message to the bot, from ``app_mention`` or ``message``.

    Slack may send both for one post; they become the same request, since its id is made of what they share, the channel
    and the timestamp.
    """
    # A message of an app or a bot, ours included, is never answered: two bots would talk for ever.
    if event.get("subtype") not in _TYPED or event.get("bot_id") or event.get("app_id") or event.get("bot_profile"):
        return None
    team = identifier(team) or ""
    user, channel, ts = (identifier(event.get(key)) for key in ("user", "channel", "ts"))
    if not (user and channel and ts) or user in (bot_user, "USLACKBOT"):
        return None
    edit = identifier(part(event, "edited").get("ts"))  # each version of a message is a question of its own
    return PipelineRequest(
        id=f"{PREFIX}{team}:{channel}:{ts}" + (f":{edit}" if edit else ""),
        asker=person(user),
        place=Place(
            surface=SurfaceName.SLACK,
            kind=PlaceKind.DIRECT if _direct(event) else PlaceKind.CHANNEL,
            team=team or None,
            channel=channel,
            thread=identifier(event.get("thread_ts")),
            message=ts,
        ),
        question=plain(str(event.get("text") or ""), bot_user),
        received_at=now,
    )


def is_for_us(event: dict[str, Any], bot_user: str) -> bool:
    """Whether a ``message`` event is said to the bot: in the direct channel with it, or with its name in it."""
    return _direct(event) or f"<@{bot_user}" in str(event.get("text"))


def names_somebody(event: dict[str, Any]) -> bool:
    """Whether a message begins with somebody's name: it is said to them."""
    return str(event.get("text") or "").lstrip().startswith(("<@", "<!"))


def from_command(command: dict[str, Any], now: datetime) -> PipelineRequest | None:
    """``/policy QUESTION``, answered to the asker alone. Slack gives a command no timestamp; its trigger is its key."""
    user, channel, trigger = (identifier(command.get(key)) for key in ("user_id", "channel_id", "trigger_id"))
    if not (user and channel and trigger):
        return None
    team = identifier(command.get("team_id")) or ""
    return PipelineRequest(
        id=f"{PREFIX}{team}:{channel}:{trigger}",
        asker=person(user, command.get("user_name")),
        place=Place(
            surface=SurfaceName.SLACK,
            kind=PlaceKind.PRIVATE_REPLY,
            team=team or None,
            channel=channel,
            reply_url=command.get("response_url") or None,
        ),
        question=plain(str(command.get("text") or "")),
        received_at=now,
    )


def person(user: str, name: Any = None) -> Person:
    """An account as a payload names it, before the directory was asked who it is."""
    return Person(id=PREFIX + user, name=identifier(name) or user)


def _direct(event: dict[str, Any]) -> bool:
    return event.get("channel_type") == "im" or str(event.get("channel")).startswith("D")


def identifier(value: Any, most: int = _LONGEST_ID) -> str | None:
    """An id or address of Slack's; None for what is none."""
    # What cannot be printed, halves of a character among it, is no id and cannot be stored.
    return value if isinstance(value, str) and 0 < len(value) <= most and value.isprintable() else None


def part(holder: dict[str, Any], key: str) -> dict[str, Any]:
    """A part of a payload that is an object; an empty one where it is none."""
    value = holder.get(key)
    return value if isinstance(value, dict) else {}
