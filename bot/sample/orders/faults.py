"""Failures on request, for tests: what becomes of the effect, and what of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Effect = Literal["once", "none", "twice", "later", "killed_within"]
Answer = Literal["as_it_is", "success", "error", "refused", "conflict", "busy", "malformed", "cut", "hang", "killed"]


@dataclass(frozen=True)
class Fault:
    """``waits``: so long before the effect; ``later`` is so long after the answer."""

    effect: Effect
    answer: Answer
    waits: bool = False


FAULTS = {
    "timeout_before": Fault("none", "hang"),
    "timeout_after": Fault("once", "hang"),
    "error_before": Fault("none", "error"),
    "error_after": Fault("once", "error"),
    "cut_before": Fault("none", "cut"),  # the connection breaks
    "cut_after": Fault("once", "cut"),
    "malformed_before": Fault("none", "malformed"),
    "malformed": Fault("once", "malformed"),
    "success_without_effect": Fault("none", "success"),
    "success_before_effect": Fault("later", "success"),
    "effect_without_success": Fault("once", "refused"),
    "duplicate": Fault("twice", "as_it_is"),  # delivered twice, as by a proxy that tries again
    "conflict": Fault("none", "conflict"),  # somebody else holds what it is about
    "busy": Fault("none", "busy"),  # 429
    "slow": Fault("once", "as_it_is", waits=True),
    "killed_before": Fault("none", "killed"),  # kill -9 of the service itself
    "killed_within": Fault("killed_within", "killed"),  # in the transaction, before it is committed
    "killed_after": Fault("once", "killed"),
}


class Order(BaseModel):
    """What a test asks for: ``operation`` by the tool's name, or ``*`` for any; the next ``times`` calls fail so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fault: str
    operation: str = "*"
    times: Annotated[int, Field(ge=1)] = 1
    seconds: Annotated[float, Field(ge=0, le=600)] = 60.0
    """How long it hangs, waits, or is late."""


class Faults:
    """The failures that are still to come, first come first served."""

    def __init__(self) -> None:
        self._waiting: list[Order] = []

    def add(self, order: Order) -> None:
        """Raises KeyError for a fault that does not exist."""
        FAULTS[order.fault]
        self._waiting.append(order)

    def clear(self) -> None:
        """Everything works again."""
        self._waiting.clear()

    def next(self, operation: str) -> tuple[Fault, float] | None:
        """What happens to this call, with its seconds; None if nothing does."""
        for place, order in enumerate(self._waiting):
            if order.operation in {operation, "*"}:
                left = order.times - 1
                self._waiting[place : place + 1] = [order.model_copy(update={"times": left})] if left else []
                return FAULTS[order.fault], order.seconds
        return None
