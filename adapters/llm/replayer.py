"""Plays a recording: the same replies to the same requests, and the same clock and chance. Nothing leaves the machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, TypeVar

from core.domain.model import ModelReply, ModelRequest
from core.domain.recording import Readings, RecordedCall, Recording
from core.errors import ModelError, ReplayRefused

Value = TypeVar("Value")
_PARTS = {"model": "the model", "system": "the instructions", "messages": "the data", "output_config": "the schema"}


class Replayer:
    """A language model that knows only its recording. Raises ReplayRefused for any request but the recorded ones."""

    def __init__(self, recording: Recording, body: Callable[[ModelRequest], dict[str, Any]]) -> None:
        self._recording = recording
        self._body = body
        self._calls = list(recording.calls)
        self._played = 0

    @property
    def name(self) -> str:
        """The recorded model's."""
        return self._recording.model

    @property
    def unplayed(self) -> list[RecordedCall]:
        """Recorded calls that have not been asked for."""
        return self._calls[self._played :]

    async def complete(self, request: ModelRequest, seconds: float) -> ModelReply:
        """What was said then. Raises ModelError as it was raised then."""
        number = self._played + 1
        if not self.unplayed:
            raise ReplayRefused(f"A request {number} to {request.module} is not in the recording.", _AGAIN)
        call = self.unplayed[0]
        if call.module != request.module or call.attempt != request.attempt:
            raise ReplayRefused(f"Request {number} went to {call.module}, and now goes to {request.module}.", _AGAIN)
        if differing := _differing(call.request, self._body(request)):
            raise ReplayRefused(f"Request {number}, to {call.module}, differs in {differing}.", _AGAIN)
        self._played += 1
        if call.reply is not None:
            return call.reply
        assert call.problem is not None
        raise ModelError(call.problem, call.message or "", retry_after=call.retry_after, usage=call.usage)

    async def close(self) -> None:
        """It holds nothing."""


class Readback:
    """A clock and a source of identifiers that say again what they said."""

    def __init__(self, readings: Readings) -> None:
        self._moments = iter(readings.moments)
        self._seconds = iter(readings.seconds)
        self._salts = iter(readings.salts)

    def now(self) -> datetime:
        """The next moment."""
        return _next(self._moments, "the time")

    def elapsed(self) -> float:
        """The next number of seconds."""
        return _next(self._seconds, "the time")

    def new(self, kind: str) -> str:
        """Never asked for in a journey."""
        raise ReplayRefused(f"The journey now draws an identifier ({kind}), and did not then.", _AGAIN)

    def salt(self) -> str:
        """The next boundary."""
        return _next(self._salts, "a boundary")


_AGAIN = "Record it again."


def _next(values: Iterator[Value], what: str) -> Value:
    for value in values:
        return value
    raise ReplayRefused(f"The journey now asks for {what} more often than it did then.", _AGAIN)


def _differing(then: dict[str, Any], now: dict[str, Any]) -> str:
    """The parts of the request that are not the same once written as JSON, in words; empty if all are."""
    now = json.loads(json.dumps(now))
    keys = [key for key in {**then, **now} if then.get(key) != now.get(key)]
    return " and ".join(_PARTS.get(key, key) for key in keys)
