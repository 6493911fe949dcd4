"""What the double does with a call: answers well, or in one of the ways in which such a service fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from aiohttp import web

Act = Callable[[web.Request, dict[str, Any]], Awaitable[web.StreamResponse]]
MODEL = "claude-sonnet-5-5"
_USAGE = {"input_tokens": 900, "output_tokens": 100, "cache_read_input_tokens": 500, "cache_creation_input_tokens": 0}


def message(text: str, *, stop: str = "end_turn", model: str = MODEL) -> dict[str, Any]:
    """A whole message."""
    return {
        "id": "msg_double",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": text}] if text else [],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": _USAGE,
    }


def says(text: str, *, stop: str = "end_turn") -> Act:
    """Answers with this text, streamed where that was asked for."""

    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        whole = message(text, stop=stop, model=body["model"])
        return await _stream(request, whole) if body.get("stream") else web.json_response(whole)

    return act


def judges(output: Any) -> Act:
    """Answers with this object as JSON."""
    return says(json.dumps(output, ensure_ascii=False))


def refuses() -> Act:
    return says("", stop="refusal")


def truncates(text: str = '{"answer": "half a') -> Act:
    return says(text, stop="max_tokens")


def fails(status: int, kind: str = "api_error", *, retry_after: str | None = None) -> Act:
    """Answers with an error of the API."""
    headers = {"retry-after": retry_after} if retry_after is not None else {}

    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        error = {"type": "error", "error": {"type": kind, "message": f"secret words of the server: {body['model']}"}}
        return web.json_response(error, status=status, headers=headers)

    return act


def hangs() -> Act:
    """Answers nothing until the caller has gone."""

    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError

    return act


def drips() -> Act:
    """Sends a byte every 20 ms, for ever: no read time-out sees it."""

    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "application/json"})
        await response.prepare(request)
        while True:
            await response.write(b" ")
            await asyncio.sleep(0.02)

    return act


def breaks_off() -> Act:
    """Promises a long body and closes the connection in it."""

    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "application/json", "content-length": "5000"})
        await response.prepare(request)
        await response.write(b'{"id": "msg_double", ')
        assert request.transport is not None
        request.transport.close()
        return response

    return act


def sends(content: str, kind: str, status: int = 200) -> Act:
    """Answers with a body that is no message."""

    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        return web.Response(text=content, content_type=kind, status=status)

    return act


def redirects(location: str) -> Act:
    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        return web.Response(status=307, headers={"location": location})

    return act


async def _stream(request: web.Request, whole: dict[str, Any]) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await response.prepare(request)
    for event in _events(whole):
        await response.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
    await response.write_eof()
    return response


def _events(whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}}
    for index, block in enumerate(whole["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}}
        for start in range(0, len(block["text"]), 7):
            part = {"type": "text_delta", "text": block["text"][start : start + 7]}
            yield {"type": "content_block_delta", "index": index, "delta": part}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": whole["usage"]["output_tokens"]}}
    yield {"type": "message_stop"}
