"""manifest.yml as Slack's own schema reads it (slackapi/manifest-schema, version 2, the parts an app like ours may use)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

PATH = Path(__file__).parents[3] / "manifest.yml"

Text = tuple[int, int]  # shortest and longest
SCHEMA: dict[str, Any] = {
    "_metadata": {"major_version": int, "minor_version": int},
    "display_information": {
        "name!": (1, 35),
        "description": (1, 140),
        "long_description": (175, 4000),
        "background_color": (4, 7),
    },
    "features": {
        "app_home": {"home_tab_enabled": bool, "messages_tab_enabled": bool, "messages_tab_read_only_enabled": bool},
        "assistant_view": {
            "assistant_description!": (1, 300),
            "suggested_prompts": [{"title!": (1, 100), "message!": (1, 3000)}],
        },
        "bot_user": {"display_name!": (1, 80), "always_online": bool},
        "shortcuts": [
            {"name!": (1, 24), "type!": (6, 7), "callback_id!": (1, 255), "description!": (1, 150)},
        ],
        "slash_commands": [
            {
                "command!": (2, 32),
                "url": (8, 3000),
                "description!": (1, 2000),
                "usage_hint": (1, 1000),
                "should_escape": bool,
            },
        ],
    },
    "oauth_config": {"scopes": {"bot": [(1, 50)], "user": [(1, 50)]}, "redirect_urls": [(1, 2500)]},
    "settings": {
        "event_subscriptions": {"request_url": (8, 3500), "bot_events": [(1, 50)]},
        "interactivity": {"is_enabled!": bool, "request_url": (8, 3500), "message_menu_options_url": (8, 3500)},
        "org_deploy_enabled": bool,
        "socket_mode_enabled": bool,
        "token_rotation_enabled": bool,
    },
}


def load(path: Path = PATH) -> dict[str, Any]:
    """The manifest's content."""
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))


def scopes(manifest: dict[str, Any]) -> set[str]:
    """The bot scopes it asks for."""
    return set(manifest["oauth_config"]["scopes"]["bot"])


def events(manifest: dict[str, Any]) -> set[str]:
    """The events it subscribes to."""
    return set(manifest["settings"]["event_subscriptions"]["bot_events"])


def message_event(kind: str) -> str:
    """The event that brings the messages of a kind of channel."""
    return {"channel": "message.channels", "group": "message.groups", "im": "message.im", "mpim": "message.mpim"}[kind]


def faults(manifest: dict[str, Any]) -> list[str]:
    """What Slack would not accept; empty if it takes the manifest."""
    found = list(_check(manifest, SCHEMA, ""))
    if "display_information" not in manifest:
        found.append("display_information is missing")
    needed = {
        "app_mention": "app_mentions:read",
        "message.im": "im:history",
        "message.channels": "channels:history",
        "message.groups": "groups:history",
        "message.mpim": "mpim:history",
        "assistant_thread_started": "assistant:write",
        "assistant_thread_context_changed": "assistant:write",
    }
    for event in events(manifest):
        if event in needed and needed[event] not in scopes(manifest):
            found.append(f"{event} needs {needed[event]}")
    if "assistant_view" in manifest["features"] and "assistant:write" not in scopes(manifest):
        found.append("an assistant view needs assistant:write")
    if manifest["features"].get("shortcuts") and "commands" not in scopes(manifest):
        found.append("a shortcut needs commands")
    if manifest["features"].get("slash_commands") and "commands" not in scopes(manifest):
        found.append("a slash command needs commands")
    return found


def _check(value: Any, schema: Any, path: str) -> Iterator[str]:
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            yield f"{path} is no mapping"
            return
        names = {name.rstrip("!"): name for name in schema}
        for key, inner in value.items():
            if key not in names:
                yield f"{path}/{key} is not known"
            else:
                yield from _check(inner, schema[names[key]], f"{path}/{key}")
        for name in schema:
            if name.endswith("!") and name[:-1] not in value:
                yield f"{path}/{name[:-1]} is missing"
    elif isinstance(schema, list):
        if not isinstance(value, list) or not value:
            yield f"{path} is no list with anything in it"
            return
        for at, inner in enumerate(value):
            yield from _check(inner, schema[0], f"{path}/{at}")
    elif isinstance(schema, tuple):
        if not isinstance(value, str) or not schema[0] <= len(value) <= schema[1]:
            yield f"{path} must be {schema[0]} to {schema[1]} characters long"
    elif not isinstance(value, schema):
        yield f"{path} must be {schema.__name__}"
