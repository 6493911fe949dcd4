"""Carries out a failure that was asked for."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from aiohttp import web

from bot.sample.orders.faults import Fault
from bot.sample.orders.refusals import Refusal


class Perform(Protocol):
    """Does what was called for; ``before_commit`` is called while the transaction still stands open."""

    def __call__(self, before_commit: Callable[[], None] | None = None) -> Awaitable[dict[str, Any]]:
        """What the service would answer. Raises Refusal."""
        ...


class Saboteur:
    """Keeps hold of effects that come after their answer."""

    def __init__(self) -> None:
        self._later: set[asyncio.Task[None]] = set()

    async def answer(self, request: web.Request, fault: Fault, seconds: float, perform: Perform) -> web.StreamResponse:
        """The failing answer, if any ever comes."""
        if fault.waits:
            await asyncio.sleep(seconds)
        done: dict[str, Any] = {}
        if fault.effect in {"once", "twice"}:
            done = await perform()
        if fault.effect == "twice":
            done = await perform()
        if fault.effect == "killed_within":
            await perform(before_commit=_kill)
        if fault.effect == "later":
            task = asyncio.create_task(_late(perform, seconds))
            self._later.add(task)
            task.add_done_callback(self._later.discard)
        return await _answered(request, fault, seconds, done)

    async def close(self) -> None:
        """Effects that have not come by now never do."""
        for task in tuple(self._later):
            task.cancel()
        await asyncio.gather(*self._later, return_exceptions=True)


async def _late(perform: Perform, seconds: float) -> None:
    await asyncio.sleep(seconds)
    with suppress(Refusal):
        await perform()


async def _answered(request: web.Request, fault: Fault, seconds: float, done: dict[str, Any]) -> web.StreamResponse:
    match fault.answer:
        case "as_it_is":
            return web.json_response(done)
        case "success":
            return web.json_response({"id": "XX-1", "status": "accepted"})
        case "refused":
            return error(422, "declined", "It could not be done.")
        case "conflict":
            return error(409, "changed_meanwhile", "Somebody else is changing it.")
        case "busy":
            return web.json_response(
                {"error": {"code": "busy", "message": "Too much at once."}}, status=429, headers={"Retry-After": "1"}
            )
        case "malformed":
            return web.Response(text='{"status": "requ', content_type="application/json")
        case "cut":
            if request.transport is not None:
                request.transport.abort()
        case "hang":
            await asyncio.sleep(seconds)
        case "killed":
            _kill()
        case "error":
            pass
    return error(500, "internal", "Something went wrong.")


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def error(status: int, code: str, message: str) -> web.Response:
    """What the service says when it does not do what it was asked for."""
    return web.json_response({"error": {"code": code, "message": message}}, status=status)
