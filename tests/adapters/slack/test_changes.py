"""What an event of a changed message means: pure, so each kind of it is one line."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.memory.clock import ManualClock
from adapters.slack.messages import Change, change_of

BOT = "U01BOT"
WORDS = f"<@{BOT}> who approves?"


def message(text: str = WORDS, **more: Any) -> dict[str, Any]:
    return {"type": "message", "user": "U01DANA", "ts": "100.000001", "text": text, **more}


def edited(text: str, at: str = "200.000001", **more: Any) -> dict[str, Any]:
    return message(text, edited={"user": "U01DANA", "ts": at}, **more)


def change(new: dict[str, Any] | None, old: dict[str, Any] | None, **more: Any) -> Change | None:
    event = {"subtype": "message_changed" if new else "message_deleted", "channel": "C1", "channel_type": "channel"}
    event |= {"message": new} if new else {}
    event |= {"previous_message": old} if old else {}
    return change_of({**event, **more}, "T1", BOT, ManualClock())


def test_an_edit_asks_anew_and_names_what_it_was() -> None:
    found = change(edited(f"<@{BOT}> who signs?"), message())
    assert found is not None
    assert found.now is not None
    assert (found.first.id, found.now.id) == ("slack:T1:C1:100.000001", "slack:T1:C1:100.000001:200.000001")
    assert (found.now.question, found.now.place.message) == ("who signs?", "100.000001")


def test_an_edit_that_drops_the_mention_asks_nothing() -> None:
    found = change(edited("never mind"), message())
    assert found is not None
    assert found.now is None


def test_in_a_direct_message_no_mention_is_needed() -> None:
    found = change(edited("who signs?"), message("who approves?"), channel_type="im", channel="D1")
    assert found is not None
    assert found.now is not None


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (message(attachments=[{}]), message()),  # a link was unfolded
        (edited(WORDS), message()),  # the same words
        (edited(f" {WORDS} "), message()),
        (edited("x", bot_id="B1"), message()),
        (edited("x", user=BOT), message(user=BOT)),
        (edited("x", user=5), message()),
        ({"edited": {"ts": "2.0"}}, message()),
    ],
)
def test_what_is_no_persons_change_is_none(new: dict[str, Any], old: dict[str, Any]) -> None:
    assert change(new, old) is None


@pytest.mark.parametrize("new", [None, {"subtype": "tombstone", "user": "USLACKBOT", "ts": "100.000001"}])
def test_a_deletion_ends_every_version(new: dict[str, Any] | None) -> None:
    found = change(new, edited("who signs?"))
    assert found is not None
    assert found.now is None
    assert found.before is not None
    assert found.ends(found.first)
    assert found.ends(found.before)


def test_an_edit_ends_the_versions_before_it_only() -> None:
    first = change(edited("one", "200.000001"), message())
    second = change(edited(f"<@{BOT}> two", "300.000001"), edited("one", "200.000001"))
    assert first is not None
    assert second is not None
    assert second.now is not None
    assert [second.ends(request) for request in (second.first, second.before, second.now) if request] == [
        True,
        True,
        False,
    ]
    assert not first.ends(second.now)  # brought again, after the later edit
    elsewhere = second.first.model_copy(
        update={"place": second.first.place.model_copy(update={"message": "100.000002"})}
    )
    assert not second.ends(elsewhere)
