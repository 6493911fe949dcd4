"""How much one exchange has left of what it may ask of a language model."""

from __future__ import annotations

from core.domain.model import Budget, ModelRequest, Usage
from core.ports.clock import Clock

BYTES_A_TOKEN = 3
"""Taken as fewer than they are, so that a request is thought larger and not smaller than it turns out."""


class Account:
    """How much of the budget is left. The seconds run from the first call."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self.budget = budget
        self._clock = clock
        self._began: float | None = None
        self._calls = 0
        self._tokens = 0

    @property
    def seconds_left(self) -> float:
        """Of the whole exchange; not below 0."""
        spent = 0.0 if self._began is None else self._clock.elapsed() - self._began
        return max(0.0, self.budget.seconds - spent)

    def allows(self, request: ModelRequest) -> bool:
        """Whether the request may be sent, with the longest reply that it admits."""
        enough = self._calls < self.budget.calls and self.seconds_left > 0
        return enough and self._tokens + _size(request) <= self.budget.tokens

    def begin(self) -> float:
        """Notes that a request is sent; the seconds that its call may take."""
        if self._began is None:
            self._began = self._clock.elapsed()
        self._calls += 1
        return min(self.budget.call_seconds, self.seconds_left)

    def spend(self, usage: Usage) -> None:
        """Notes what a call took."""
        self._tokens += usage.tokens


def _size(request: ModelRequest) -> int:
    return len(f"{request.system}{request.user}".encode()) // BYTES_A_TOKEN + request.max_tokens
