from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.serializer import JsonSerializer, RecordedError
from core.errors import StoreUnavailable, SurfaceError

JSON = JsonSerializer()


def through(value: Any) -> Any:
    return JSON.deserialize(JSON.serialize(value))


@pytest.mark.parametrize(
    "value",
    [
        None,
        {"args": [1, 2.5, "ü", True], "kwargs": {}},
        datetime(2026, 1, 5, 9, 0, tzinfo=UTC),
        {"args": [datetime(2026, 1, 5, 9, 0, tzinfo=UTC), None]},
    ],
)
def test_it_gives_back_what_it_was_given(value: Any) -> None:
    assert through(value) == value


def test_a_row_is_plain_json() -> None:
    assert JSON.serialize({"args": ("a",), "kwargs": {}}) == '{"args":["a"],"kwargs":{}}'


def test_our_own_error_keeps_its_words() -> None:
    error = through(SurfaceError("Slack says no.", code="is_archived", permanent=True))
    assert isinstance(error, RecordedError)
    assert str(error) == "SurfaceError: Slack says no."


def test_a_foreign_error_keeps_its_class_alone() -> None:
    assert str(through(ValueError("what Dana wrote"))) == "ValueError"


def test_an_error_read_back_can_be_kept_again() -> None:
    assert through(through(StoreUnavailable("Gone."))).kind == "StoreUnavailable"


@pytest.mark.parametrize("value", [object(), {1, 2}, b"bytes"])
def test_nothing_else_is_taken(value: Any) -> None:
    with pytest.raises(TypeError, match="plain JSON"):
        JSON.serialize(value)
