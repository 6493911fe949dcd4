"""manifest.yml asks for exactly what the code uses: both sides are derived and compared."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from adapters.memory.clock import SystemClock
from adapters.slack import SlackSettings, connect, shortcut
from adapters.slack.settings import COMMAND
from tests.doubles.slack import manifest
from tests.doubles.slack.desk import Desk
from tests.doubles.slack.reading import METHODS

ADAPTER = Path(__file__).parents[3] / "adapters" / "slack"
MANIFEST = manifest.load()

HISTORY = {"channels:history", "groups:history", "im:history", "mpim:history"}
"""Each lets ``conversations.history`` and ``.replies`` look into one kind of place; the bot is asked in all of them."""
SCOPES = {name: {method.scope} - {None} for name, method in METHODS.items()} | {
    "conversations.history": HISTORY,
    "conversations.replies": HISTORY,
    "users.info": {"users:read", "users:read.email"},  # the e-mail joins a person's accounts
    "apps.connections.open": set(),  # the app token's own scope, not the bot's
}


def sources() -> Iterator[ast.AST]:
    for path in ADAPTER.glob("*.py"):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def called_methods() -> set[str]:
    """Every Web API method that the adapter calls, by the SDK's names for them."""
    by_sdk_name = {name.replace(".", "_").casefold(): name for name in METHODS}
    attributes = {node.attr.casefold() for node in sources() if isinstance(node, ast.Attribute)}
    return {name for sdk_name, name in by_sdk_name.items() if sdk_name in attributes}


def registrations(kind: str) -> list[ast.expr]:
    """The first argument of every ``self.bolt.KIND(...)``."""
    return [
        node.args[0]
        for node in sources()
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == kind
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "bolt"
    ]


def handled_events() -> set[str]:
    return {argument.value for argument in registrations("event") if isinstance(argument, ast.Constant)}


def test_slack_accepts_the_manifest() -> None:
    assert manifest.faults(MANIFEST) == []


def test_its_scopes_are_those_of_the_methods_events_and_commands_in_use() -> None:
    used = set().union(*(SCOPES[method] for method in called_methods()))
    used |= {"app_mentions:read"} if "app_mention" in handled_events() else set()
    used |= HISTORY if "message" in handled_events() else set()
    used |= {"commands"} if registrations("command") or registrations("shortcut") else set()

    assert manifest.scopes(MANIFEST) == used


def test_its_events_are_those_that_have_a_listener() -> None:
    subscribed = {event.split(".")[0] for event in manifest.events(MANIFEST)}

    assert subscribed == handled_events()


def test_its_commands_are_those_that_have_a_listener() -> None:
    (command,) = registrations("command")

    assert isinstance(command, ast.Name)
    assert command.id == "COMMAND"
    assert [entry["command"] for entry in MANIFEST["features"]["slash_commands"]] == [COMMAND]


def test_it_declares_shortcuts_and_interactivity_only_where_the_code_listens() -> None:
    assert [entry["callback_id"] for entry in MANIFEST["features"]["shortcuts"]] == [shortcut.CALLBACK]
    assert len(registrations("shortcut")) == 1
    assert MANIFEST["settings"]["interactivity"]["is_enabled"] == bool(registrations("action") or registrations("view"))


def test_all_its_addresses_are_the_one_path_of_the_server() -> None:
    settings = MANIFEST["settings"]
    addresses = [
        settings["event_subscriptions"]["request_url"],
        settings["interactivity"]["request_url"],
        *(command["url"] for command in MANIFEST["features"]["slash_commands"]),
    ]

    assert {address.split("/", 3)[3] for address in addresses} == {"slack/events"}


def test_the_listeners_are_really_registered() -> None:
    surface = connect(SlackSettings("xoxb-none"), Desk(lambda request: None), SystemClock())  # type: ignore[arg-type, return-value]
    listeners = surface._inbound.bolt._async_listeners

    assert len(listeners) == sum(
        len(registrations(kind)) for kind in ("event", "command", "action", "shortcut", "view")
    )
