"""Pressed once, decided once: Teams brings the same press again, under other ids, when our answer is late or lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from core.domain.approval import Decision, Ruling

REMEMBERED = 1000
"""Presses remembered at most; one that is forgotten is ruled on anew, and told so."""
_ACCEPTED = (Ruling.DECIDED, Ruling.COUNTED, Ruling.PASSED_ON)

Act = Callable[[], Awaitable[Decision]]


class Once:
    """Gives every repetition of a press the ruling of the first, while that is under way and after it was accepted.

    It is for the words alone: that one press decides at most once is the desk's doing. A refused one may be tried again.
    """

    def __init__(self) -> None:
        self._presses: dict[str, asyncio.Task[Decision]] = {}

    async def do(self, key: str, act: Act) -> Decision:
        """Raises what ``act`` raises. Whoever stops waiting does not stop what was begun."""
        press = self._presses.get(key)
        if press is None:
            press = asyncio.ensure_future(_run(act))
            self._presses[key] = press
            if len(self._presses) > REMEMBERED:
                self._presses.pop(next(iter(self._presses)))
            press.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(press)

    def _keep(self, key: str, press: asyncio.Task[Decision]) -> None:
        if press.cancelled() or press.exception() or press.result().ruling not in _ACCEPTED:
            self._presses.pop(key, None)


async def _run(act: Act) -> Decision:
    return await act()
