"""Answers that are trusted for a while."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from core.ports.clock import Clock

FRESH = 300.0
"""Seconds for which an answer is trusted."""
REMEMBERED = 5000
"""Answers remembered at most."""

_T = TypeVar("_T")


class Cache(Generic[_T]):
    """Answers by key, each trusted for ``FRESH`` seconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[str, tuple[float, _T]] = {}

    async def get(self, key: str, ask: Callable[[], Awaitable[_T]]) -> _T:
        """The kept answer, or a new one."""
        now = self._clock.elapsed()
        kept = self._kept.get(key)
        if kept and now - kept[0] < FRESH:
            return kept[1]
        value = await ask()
        self._kept.pop(key, None)
        if len(self._kept) >= REMEMBERED:
            self._kept.pop(next(iter(self._kept)))  # the oldest: entries are kept in the order they were asked
        self._kept[key] = (now, value)
        return value
