"""Writes calls down as they are made, and what clock and chance said meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from core.domain.model import ModelReply, ModelRequest
from core.domain.recording import Readings, RecordedCall
from core.errors import ModelError
from core.ports.clock import Clock, Ids
from core.ports.model import LanguageModel


class Recorder:
    """A language model that passes on what another says. ``calls`` grows with each request, the failed ones too."""

    def __init__(self, model: LanguageModel, body: Callable[[ModelRequest], dict[str, Any]]) -> None:
        """``body`` gives the request as it goes over the wire."""
        self._model = model
        self._body = body
        self.calls: list[RecordedCall] = []

    @property
    def name(self) -> str:
        """The model's."""
        return self._model.name

    async def complete(self, request: ModelRequest, seconds: float) -> ModelReply:
        """The model's reply. Raises ModelError as the model does."""
        call = RecordedCall(
            module=request.module, prompt=request.prompt, attempt=request.attempt, request=self._body(request)
        )
        try:
            reply = await self._model.complete(request, seconds)
        except ModelError as error:
            said = {
                "problem": error.problem,
                "message": str(error),
                "retry_after": error.retry_after,
                "usage": error.usage,
            }
            self.calls.append(call.model_copy(update=said))
            raise
        self.calls.append(call.model_copy(update={"reply": reply, "usage": reply.usage}))
        return reply

    async def close(self) -> None:
        """Closes the model."""
        await self._model.close()


class Notebook:
    """A clock and a source of identifiers that pass on what others say, and keep it."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self._moments: list[datetime] = []
        self._seconds: list[float] = []
        self._salts: list[str] = []

    @property
    def readings(self) -> Readings:
        """All of it, in order."""
        return Readings(moments=tuple(self._moments), seconds=tuple(self._seconds), salts=tuple(self._salts))

    def now(self) -> datetime:
        """The clock's."""
        self._moments.append(self._clock.now())
        return self._moments[-1]

    def elapsed(self) -> float:
        """The clock's."""
        self._seconds.append(self._clock.elapsed())
        return self._seconds[-1]

    def new(self, kind: str) -> str:
        """Not kept: what a journey names, it derives from its request."""
        return self._ids.new(kind)

    def salt(self) -> str:
        """The source's."""
        self._salts.append(self._ids.salt())
        return self._salts[-1]
