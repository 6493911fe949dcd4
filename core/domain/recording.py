"""What a recorded request asked of a language model, and everything needed to come to the same outcome without it."""

from __future__ import annotations

from typing import Any, Literal

from core.domain.base import Model, Moment
from core.domain.exchange import Exchange
from core.domain.model import Budget, ModelReply, PromptReference, Usage
from core.errors import ModelProblem


class RecordedCall(Model):
    """One call: what went over the wire, and what came of it, a reply or a problem. No key and no header is kept."""

    module: str
    prompt: PromptReference
    attempt: int
    request: dict[str, Any]
    reply: ModelReply | None = None
    problem: ModelProblem | None = None
    message: str | None = None
    retry_after: float | None = None
    usage: Usage = Usage()


class Readings(Model):
    """What the journey was told by clock and chance, in order: with the same it takes the same course."""

    moments: tuple[Moment, ...] = ()
    seconds: tuple[float, ...] = ()
    salts: tuple[str, ...] = ()


class Recording(Model):
    """A file of ``record``. ``digest`` is SHA-256 over all the rest; it finds an accident, not a forger."""

    mode: Literal["record"] = "record"
    model_calls: int
    notice: str
    expectation: str
    model: str
    effort: str | None
    budget: Budget
    calls: tuple[RecordedCall, ...]
    readings: Readings
    exchange: Exchange
    digest: str = ""
