"""Web API methods that only look, and the table of all methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.doubles.slack import assistant, writing
from tests.doubles.slack.service import Answer, ApiError, Arguments, Slack, needed, readable
from tests.doubles.slack.workspace import BOT, BOT_ID, TEAM, Message


def auth_test(slack: Slack, _: Arguments) -> Answer:
    return {
        "url": "https://acme.test/",
        "team": "Acme",
        "user": "countersign",
        "team_id": TEAM,
        "user_id": BOT,
        "bot_id": BOT_ID,
    }


def permalink(slack: Slack, args: Arguments) -> Answer:
    channel = readable(slack, args, None)
    ts = str(needed(args, "message_ts"))
    message = slack.workspace.get(channel.id, ts)
    if message is None:
        raise ApiError("message_not_found")
    link = f"https://acme.test/archives/{channel.id}/p{ts.replace('.', '')}"
    if message.thread_ts and message.thread_ts != ts:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


def user_info(slack: Slack, args: Arguments) -> Answer:
    return {"user": _user(slack, str(needed(args, "user")))}


def lookup_by_email(slack: Slack, args: Arguments) -> Answer:
    email = str(needed(args, "email"))
    for user in slack.workspace.users.values():
        if user.email == email and user.team_id == TEAM and not user.deleted:
            return {"user": _user(slack, user.id)}
    raise ApiError("users_not_found")


def history(slack: Slack, args: Arguments) -> Answer:
    channel = readable(slack, args, "history")
    oldest = str(args.get("oldest") or "0")
    found = [m for m in slack.workspace.top_level(channel.id) if float(m.ts) > float(oldest)]
    return _page(found[::-1], args)


def replies(slack: Slack, args: Arguments) -> Answer:
    channel = readable(slack, args, "history")
    ts = str(needed(args, "ts"))
    parent = slack.workspace.get(channel.id, ts)
    if parent is None:
        raise ApiError("thread_not_found")
    return _page([parent, *slack.workspace.thread(channel.id, ts)], args)


def conversation_info(slack: Slack, args: Arguments) -> Answer:
    channel = readable(slack, args, "read")
    return {
        "channel": {
            "id": channel.id,
            "name": channel.name,
            "is_im": channel.kind == "im",
            "is_mpim": channel.kind == "mpim",
            "is_private": channel.kind != "channel",
            "is_archived": channel.archived,
        }
    }


def groups(slack: Slack, args: Arguments) -> Answer:
    with_users = str(args.get("include_users", "")).lower() in ("1", "true")
    return {
        "usergroups": [
            {"id": group, "team_id": TEAM, **({"users": sorted(members)} if with_users else {})}
            for group, members in slack.workspace.groups.items()
        ]
    }


def group_users(slack: Slack, args: Arguments) -> Answer:
    group = str(needed(args, "usergroup"))
    if group not in slack.workspace.groups:
        raise ApiError("no_such_subteam")
    return {"users": sorted(slack.workspace.groups[group])}


def open_socket(slack: Slack, _: Arguments) -> Answer:
    ticket = f"{slack.workspace.number():08x}"
    slack.sockets.add(ticket)
    return {"url": f"{slack.url.replace('http', 'ws', 1)}/socket/{ticket}"}


@dataclass(frozen=True)
class Method:
    """How a method may be called: its scope (any of them), whether it reads JSON bodies, and with which token."""

    run: Callable[[Slack, Arguments], Answer]
    scope: str | None = None
    json: bool = False
    token: str = "xoxb-"


METHODS: dict[str, Method] = {
    "auth.test": Method(auth_test, json=True),
    "chat.postMessage": Method(writing.post_message, "chat:write", json=True),
    "chat.update": Method(writing.update, "chat:write", json=True),
    "chat.postEphemeral": Method(writing.post_ephemeral, "chat:write", json=True),
    "chat.getPermalink": Method(permalink),
    "views.open": Method(writing.open_view, json=True),
    "views.publish": Method(writing.publish_view, json=True),
    "assistant.threads.setSuggestedPrompts": Method(assistant.prompts, "assistant:write", json=True),
    "assistant.threads.setStatus": Method(assistant.status, "assistant:write", json=True),
    "assistant.threads.setTitle": Method(assistant.title, "assistant:write", json=True),
    "users.info": Method(user_info, "users:read"),
    "users.lookupByEmail": Method(lookup_by_email, "users:read.email"),
    "conversations.history": Method(history),
    "conversations.replies": Method(replies),
    "conversations.open": Method(writing.open_conversation, "im:write", json=True),
    "conversations.info": Method(conversation_info),
    "usergroups.list": Method(groups, "usergroups:read"),
    "usergroups.users.list": Method(group_users, "usergroups:read"),
    "apps.connections.open": Method(open_socket, "connections:write", json=True, token="xapp-"),
}


def _page(messages: list[Message], args: Arguments) -> Answer:
    limit, start = min(int(args.get("limit") or 100), 1000), int(args.get("cursor") or 0)
    metadata = str(args.get("include_all_metadata", "")).lower() in ("1", "true")
    page = [message.as_json(metadata=metadata) for message in messages[start : start + limit]]
    more = start + limit < len(messages)
    cursor = {"next_cursor": str(start + limit) if more else ""}
    return {"messages": page, "has_more": more, "response_metadata": cursor}


def _user(slack: Slack, name: str) -> dict[str, Any]:
    user = slack.workspace.users.get(name)
    if user is None:
        raise ApiError("user_not_found")
    profile = {"real_name": user.name.title(), "display_name": user.name}
    if user.email and "users:read.email" in slack.scopes:
        profile["email"] = user.email
    found: dict[str, Any] = {
        "id": user.id,
        "team_id": user.team_id,
        "name": user.name,
        "deleted": user.deleted,
        "is_bot": user.is_bot,
        "is_restricted": user.is_restricted,
        "is_stranger": user.is_stranger,
        "is_email_confirmed": user.email_confirmed,
        "profile": profile,
    }
    if user.enterprise_id:
        found["enterprise_user"] = {"enterprise_id": user.enterprise_id, "id": user.id}
    return found
