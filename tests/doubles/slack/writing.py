"""Web API methods that post, change and open things."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.doubles.slack.limits import MAX_FALLBACK, MAX_TEXT_OF_MESSAGE, check_blocks, check_home, check_view
from tests.doubles.slack.service import TRIGGER_LIFE, Answer, ApiError, Arguments, Slack, needed, writable
from tests.doubles.slack.words import marked_up, text_size
from tests.doubles.slack.words import unescaped as faults_of
from tests.doubles.slack.workspace import APP, BOT, BOT_ID, TEAM


def post_message(slack: Slack, args: Arguments) -> Answer:
    if str(args.get("channel", ""))[:1] in ("U", "W") and args["channel"] in slack.workspace.users:
        args = {**args, "channel": slack.workspace.direct(args["channel"]).id}
    channel = writable(slack, args)
    check_content(slack, args)
    thread = args.get("thread_ts")
    if thread is not None:
        parent = slack.workspace.get(channel.id, thread)
        if parent is None:
            raise ApiError("thread_not_found")
        if parent.thread_ts not in (None, parent.ts):
            slack.workspace.faults.append("a reply was posted to a reply instead of its thread")
        parent.thread_ts = parent.ts
    if (
        re.search(r"<https?:", json.dumps(args.get("blocks") or args.get("text")))
        and args.get("unfurl_links") is not False
    ):
        slack.workspace.faults.append("links were posted with unfurling on")
    message = slack.workspace.post(
        channel.id,
        BOT,
        args.get("text") or "",
        blocks=args.get("blocks") or [],
        thread_ts=thread,
        metadata=_metadata(args.get("metadata")),
        bot_id=BOT_ID,
    )
    return {"channel": channel.id, "ts": message.ts, "message": message.as_json(metadata=True)}


def update(slack: Slack, args: Arguments) -> Answer:
    channel = writable(slack, args)
    message = slack.workspace.get(channel.id, str(args.get("ts")))
    if message is None or message.seen_by:
        raise ApiError("message_not_found")
    if message.user != BOT:
        raise ApiError("cant_update_message")
    check_content(slack, args)
    message.versions.append(message.words)
    message.text, message.blocks = args.get("text") or "", args.get("blocks") or []
    if "metadata" in args:
        message.metadata = _metadata(args["metadata"])
    slack.workspace.changed()
    return {"channel": channel.id, "ts": message.ts, "text": message.text}


def post_ephemeral(slack: Slack, args: Arguments) -> Answer:
    channel = writable(slack, args)
    user = str(args.get("user", ""))
    if user not in channel.members:
        raise ApiError("user_not_in_channel")
    check_content(slack, args)
    message = slack.workspace.post(
        channel.id,
        BOT,
        args.get("text") or "",
        blocks=args.get("blocks") or [],
        thread_ts=args.get("thread_ts"),
        bot_id=BOT_ID,
        seen_by=user,
    )
    return {"message_ts": message.ts}


def open_view(slack: Slack, args: Arguments) -> Answer:
    trigger = slack.triggers.get(str(needed(args, "trigger_id")))
    if trigger is None:
        raise ApiError("invalid_trigger_id")
    if slack.workspace.now() - trigger.born > TRIGGER_LIFE:
        raise ApiError("expired_trigger_id")
    if trigger.used:
        raise ApiError("exchanged_trigger_id")
    trigger.used = True
    if errors := check_view(args.get("view")):
        raise ApiError("invalid_arguments", response_metadata={"messages": [f"[ERROR] {error}" for error in errors]})
    view = {**args["view"], "id": f"V{slack.workspace.number():04}", "state": {"values": {}}, "team_id": TEAM}
    slack.workspace.views[trigger.user] = {**view, "app_id": APP, "bot_id": BOT_ID}
    slack.workspace.changed()
    return {"view": view}


def publish_view(slack: Slack, args: Arguments) -> Answer:
    """The home tab of one person; no trigger is needed."""
    user = slack.workspace.users.get(str(needed(args, "user_id")))
    if user is None or user.is_bot:
        raise ApiError("invalid_arguments", response_metadata={"messages": ["[ERROR] user_id is no person"]})
    if not slack.home_tab:
        raise ApiError("not_enabled")
    view = args.get("view")
    if errors := check_home(view):
        raise ApiError("invalid_arguments", response_metadata={"messages": [f"[ERROR] {error}" for error in errors]})
    for piece in marked_up(view):
        slack.workspace.faults += [f"unescaped {fault} in {piece[:80]!r}" for fault in faults_of(piece)]
    view = {**args["view"], "id": f"V{slack.workspace.number():04}", "team_id": TEAM}
    slack.workspace.homes.setdefault(user.id, []).append(view)
    slack.workspace.changed()
    return {"view": view}


def open_conversation(slack: Slack, args: Arguments) -> Answer:
    name = str(needed(args, "users"))
    user = slack.workspace.users.get(name)
    if user is None:
        raise ApiError("user_not_found")
    if user.is_bot:
        raise ApiError("cannot_dm_bot")
    if user.deleted:
        raise ApiError("user_disabled")
    return {"channel": {"id": slack.workspace.direct(name).id}}


def check_content(slack: Slack, args: Arguments) -> None:
    """Slack's limits; and, as faults, what Slack would show but nobody should send."""
    text, blocks = args.get("text") or "", args.get("blocks") or []
    if not text and not blocks:
        raise ApiError("no_text")
    if errors := check_blocks(blocks):
        messages = [f"[ERROR] {error}" for error in errors]
        raise ApiError("invalid_blocks", errors=errors, response_metadata={"messages": messages})
    if text_size(blocks) > MAX_TEXT_OF_MESSAGE:
        raise ApiError("msg_blocks_too_long")
    if len(text) > MAX_FALLBACK:
        raise ApiError("msg_too_long")
    for piece in [text, *marked_up(blocks)]:
        slack.workspace.faults += [f"unescaped {fault} in {piece[:80]!r}" for fault in faults_of(piece)]
        for user in re.findall(r"<@(\w+)", piece):
            if user not in slack.workspace.users:
                slack.workspace.faults.append(f"a mention of nobody: {user}")


def _metadata(value: Any) -> dict[str, Any] | None:
    if not value:
        return None
    good = (
        isinstance(value, dict)
        and re.fullmatch(r"[a-z][a-z0-9_]*", str(value.get("event_type")))
        and isinstance(value.get("event_payload"), dict)
        and all(isinstance(v, str | int | float | bool) for v in value["event_payload"].values())
    )
    if not good:
        raise ApiError("invalid_metadata_format")
    return dict(value)
