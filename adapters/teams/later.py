"""What is done after Teams has been answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from core.errors import CountersignError

GRACE = 5.0
"""Seconds that it gets to finish when the program stops."""

_log = logging.getLogger("countersign.teams")


class Later:
    """Nothing that must not get lost: it is told to nobody if it fails."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins it."""

        async def logged() -> None:
            try:
                await work
            except CountersignError as error:
                _log.warning("something was not done after a request of Teams': %s", error)

        task = asyncio.get_running_loop().create_task(logged())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Lets what is under way finish, for some seconds."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=GRACE)
            for task in late:
                task.cancel()
