"""The log of what Slack says: an SDK that keeps a log of its own must not silence ours."""

from __future__ import annotations

import logging

import pytest

from tests.adapters.slack.test_http import JSON, Door, door, event

__all__ = ["door"]


async def test_a_request_silences_nobody(door: Door) -> None:
    assert (await door.http.send(event(door), JSON)).status == 200
    ours = [logging.getLogger(name) for name in ("countersign", "countersign.slack", "bot.server")]
    assert [(log.level, log.disabled, log.propagate) for log in ours] == [(logging.NOTSET, False, True)] * 3


async def test_a_warning_after_a_request_is_heard(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    assert (await door.http.send(event(door), JSON)).status == 200
    assert (await door.http.send(b"[]", JSON)).status == 400
    assert "could not be read" in caplog.text
