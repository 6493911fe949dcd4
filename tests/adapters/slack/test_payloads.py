from __future__ import annotations

import pytest

from adapters.slack.arrivals import REMEMBERED, Arrivals
from adapters.slack.payloads import from_command, from_post, is_for_us
from core.domain.request import PlaceKind
from tests.adapters.slack.specimens import NOW, request

POST = {"type": "app_mention", "user": "U01DANA", "channel": "C01GENERAL", "ts": "1.000002", "text": "<@U01BOT> why?"}


def test_both_events_of_one_post_become_the_same_request() -> None:
    mention = from_post(POST, "T01ACME", "U01BOT", NOW)
    message = from_post({**POST, "type": "message", "channel_type": "channel"}, "T01ACME", "U01BOT", NOW)

    assert mention == message
    assert mention is not None
    assert mention.id == "slack:T01ACME:C01GENERAL:1.000002"
    assert mention.place.kind is PlaceKind.CHANNEL
    assert mention.question == "why?"


@pytest.mark.parametrize(
    ("channel", "kind", "place"),
    [
        ("C01GENERAL", "channel", PlaceKind.CHANNEL),
        ("G01REVIEW", "group", PlaceKind.CHANNEL),
        ("C01THREE", "mpim", PlaceKind.CHANNEL),
        ("D01DANA", "im", PlaceKind.DIRECT),
        ("D01DANA", None, PlaceKind.DIRECT),
    ],
)
def test_the_place_says_who_can_read_it(channel: str, kind: str | None, place: PlaceKind) -> None:
    found = from_post({**POST, "channel": channel, "channel_type": kind}, "T01ACME", "U01BOT", NOW)

    assert found is not None
    assert found.place.kind is place


@pytest.mark.parametrize(
    "change",
    [
        {"bot_id": "B1"},
        {"app_id": "A1"},
        {"bot_profile": {"id": "B1"}},
        {"subtype": "bot_message"},
        {"subtype": "message_changed"},
        {"subtype": "message_deleted"},
        {"subtype": "channel_join"},
        {"user": "U01BOT"},
        {"user": "USLACKBOT"},
        {"user": None},
        {"ts": ""},
        {"channel": "C" * 101},
    ],
)
def test_what_no_person_asked_is_no_request(change: dict[str, object]) -> None:
    assert from_post({**POST, **change}, "T01ACME", "U01BOT", NOW) is None


@pytest.mark.parametrize("subtype", [None, "file_share", "thread_broadcast"])
def test_what_a_person_typed_is_one(subtype: str | None) -> None:
    assert from_post({**POST, "subtype": subtype}, "T01ACME", "U01BOT", NOW) is not None


def test_a_message_is_for_us_in_the_direct_channel_or_by_name() -> None:
    assert is_for_us({"channel": "D1", "text": "why?"}, "U01BOT")
    assert is_for_us({"channel": "C1", "text": "hey <@U01BOT|countersign> why?"}, "U01BOT")
    assert not is_for_us({"channel": "C1", "text": "hey <@U01SAM> why?"}, "U01BOT")
    assert not is_for_us({"channel": "C1"}, "U01BOT")


def test_a_commands_key_is_its_trigger() -> None:
    command = {
        "team_id": "T01ACME",
        "channel_id": "C01GENERAL",
        "user_id": "U01DANA",
        "user_name": "dana",
        "text": "R&amp;D?",
        "trigger_id": "13345224609.738474920.8088930838d88f008e0",
        "response_url": "https://hooks.slack.test/1",
    }

    found = from_command(command, NOW)

    assert found is not None
    assert found.id == "slack:T01ACME:C01GENERAL:13345224609.738474920.8088930838d88f008e0"
    assert found.place.kind is PlaceKind.PRIVATE_REPLY
    assert found.place.reply_url == "https://hooks.slack.test/1"
    assert "hooks.slack.test" not in repr(found)
    assert (found.question, found.asker.name) == ("R&D?", "dana")


def test_only_the_process_that_took_a_request_in_may_skip_the_look_and_only_once() -> None:
    arrivals = Arrivals()
    ours = request()
    theirs = ours.model_copy(update={"received_at": ours.received_at.replace(second=1)})
    arrivals.note(ours)

    assert not arrivals.first_look(theirs)
    assert not arrivals.first_look(ours)
    arrivals.note(ours)
    arrivals.note(theirs)
    assert arrivals.first_look(ours)
    assert not arrivals.first_look(ours)


def test_the_memory_of_arrivals_is_bounded() -> None:
    arrivals = Arrivals()
    for number in range(REMEMBERED + 1):
        arrivals.note(request(id=f"slack:{number}"))

    assert not arrivals.first_look(request(id="slack:0"))
    assert arrivals.first_look(request(id="slack:1"))
