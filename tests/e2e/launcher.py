"""``python -m bot serve`` as a test needs it: held up for good at one boundary, in another hour, or with a step that fails.

The program itself has no such switch: it is changed here, in the server's process, before it starts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from adapters.memory.clock import SystemClock
from bot import workflows
from bot.cli import main
from bot.durable import BRIEFLY, Runtime, StepFailed
from bot.steps import Steps
from core.errors import StoreUnavailable
from tests.e2e.boundaries import places

Work = Callable[..., Awaitable[Any]]
EVERY_SECOND = "* * * * * *"


@dataclass(frozen=True)
class Plan:
    """``hold`` is a point of ``boundaries``; ``file`` is written when the process stands still there.

    ``hours``: how far its clock is ahead. ``fails``: a step whose database never answers.
    """

    file: str
    hold: str | None = None
    hours: float = 0.0
    fails: str | None = None


class Hold:
    """Stops the process's work at one point. Everything else in it goes on, as it would until the kill."""

    def __init__(self, point: str, file: Path) -> None:
        self._place, _, self._side = point.rpartition(":")
        self._file = file
        self._current: ContextVar[str] = ContextVar("workflow")
        assert self._place in places()

    async def still(self) -> None:
        self._file.write_text(f"{self._place}:{self._side}", encoding="utf-8")
        await asyncio.Event().wait()

    def install(self) -> None:
        register, run, begin = Runtime.workflow, Runtime.step, Runtime.start

        def workflow(runtime: Runtime, name: str, order: Callable[..., Any]) -> None:
            async def named(*arguments: Any) -> None:
                self._current.set(name)
                if (self._place, self._side) == (f"start/{name}", "after"):
                    await asyncio.Event().wait()  # on record, and not begun
                await order(*arguments)

            register(runtime, name, named)

        async def start(runtime: Runtime, name: str, workflow_id: str, *arguments: Any) -> None:
            here = self._place == f"start/{name}"
            if here and self._side == "before":
                await self.still()
            await begin(runtime, name, workflow_id, *arguments)
            if here:
                await self.still()

        async def step(runtime: Runtime, name: str, patience: Any, work: Work, *arguments: Any) -> Any:
            if self._place != f"{self._current.get()}/{name}":
                return await run(runtime, name, patience, work, *arguments)
            if self._side == "recorded":
                with suppress(StepFailed):
                    await run(runtime, name, patience, work, *arguments)
                return await self.still()

            async def held(*arguments: Any) -> Any:
                if self._side == "after":
                    await work(*arguments)
                await self.still()

            return await run(runtime, name, patience, held, *arguments)

        vars_of: Any = Runtime  # for the type checker, which knows that a class is not changed lightly
        vars_of.workflow, vars_of.start, vars_of.step = workflow, start, step
        if self._place.startswith("sweep/"):
            vars(workflows)["_EVERY_30_SECONDS"] = EVERY_SECOND


def set_ahead(hours: float) -> None:
    class Ahead(SystemClock):
        def now(self) -> datetime:
            return datetime.now(UTC) + timedelta(hours=hours)

    setattr(SystemClock, "now", Ahead.now)  # noqa: B010 - the type checker forbids the other way


def fail(step: str) -> None:
    async def failing(*_: Any) -> None:
        raise StoreUnavailable("The database does not answer.")

    setattr(Steps, step, failing)
    BRIEFLY["interval_seconds"] = 0.01


def serve(plan: Plan) -> int:
    """The exit status."""
    if plan.hours:
        set_ahead(plan.hours)
    if plan.fails:
        fail(plan.fails)
    if plan.hold:
        Hold(plan.hold, Path(plan.file)).install()
    return main(["serve"])
