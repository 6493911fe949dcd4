"""What the double does with a call that it has read: the honest thing, or one of the ways in which a server fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

Work = Callable[[], web.Response]
Act = Callable[[web.Request, Work], Awaitable[web.StreamResponse]]
"""Gets the request and the work that it asks for, which takes effect when it is called."""


async def honest(request: web.Request, work: Work) -> web.StreamResponse:
    return work()


def hang(*, after_effect: bool) -> Act:
    """Never answers."""

    async def act(request: web.Request, work: Work) -> web.StreamResponse:
        if after_effect:
            work()
        await asyncio.Event().wait()
        raise AssertionError

    return act


def cut(*, after_effect: bool) -> Act:
    """Breaks the connection."""

    async def act(request: web.Request, work: Work) -> web.StreamResponse:
        if after_effect:
            work()
        assert request.transport is not None
        request.transport.abort()
        raise asyncio.CancelledError

    return act


def answer(
    status: int = 200,
    body: bytes | dict[str, Any] = b"",
    *,
    after_effect: bool = True,
    content_type: str = "application/json",
    **headers: str,
) -> Act:
    """Says this, whatever it did."""

    async def act(request: web.Request, work: Work) -> web.StreamResponse:
        if after_effect:
            work()
        said = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(status=status, body=said, headers={"Content-Type": content_type, **named})

    return act


async def drip(request: web.Request, work: Work) -> web.StreamResponse:
    """Takes effect and begins an answer that has no end, one byte at a time."""
    work()
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    await response.prepare(request)
    while True:
        await response.write(b" ")
        await asyncio.sleep(0.02)


class Flood:
    """Takes effect and answers with as much as the other side will take: ``sent`` bytes."""

    def __init__(self) -> None:
        self.sent = 0

    async def __call__(self, request: web.Request, work: Work) -> web.StreamResponse:
        work()
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        while True:
            await response.write(b" " * 65536)
            self.sent += 65536


def raw(data: bytes) -> Act:
    """Takes effect and writes these bytes in place of an HTTP answer."""

    async def act(request: web.Request, work: Work) -> web.StreamResponse:
        work()
        assert request.transport is not None
        request.transport.write(data)
        request.transport.close()
        raise asyncio.CancelledError

    return act
