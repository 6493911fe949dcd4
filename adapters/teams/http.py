"""``POST /api/messages``: size, form and token of a request, before anything in it is believed."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from adapters.teams.authentication import Authentication
from core.errors import CountersignError, SurfaceError, is_transient

MAX_BODY = 1024 * 1024
"""Bytes of a request; Teams' largest are a tenth of it."""
SOON = 5
"""Seconds after which Teams is asked to try again what could not be taken now."""

_log = logging.getLogger("countersign.teams")


@dataclass(frozen=True)
class Reply:
    """What an activity is answered with: nothing but the status, or, for an invoke, what the client is to show."""

    status: int = 200
    body: dict[str, Any] | None = field(default=None, repr=False)


Take = Callable[[dict[str, Any]], Awaitable[Reply]]


async def respond(request: web.Request, authentication: Authentication, take: Take) -> web.Response:
    """413 too large, 400 not readable, 401 or 403 not from Teams to this bot, 503 not now; then what ``take`` replies.

    ``take`` has put on record what it acknowledges. Teams sends again what is answered with 500 or above.
    """
    header = request.headers.get("Authorization")
    if not header:
        return _refusal(401, "no token")
    body = await _read(request)
    if body is None:
        return _refusal(413, "too large")
    try:
        activity = json.loads(body)
    except (ValueError, RecursionError):
        return _refusal(400, "not JSON")
    if not isinstance(activity, dict):
        return _refusal(400, "not an activity")
    try:
        if refusal := await authentication.refusal(header, activity):
            _log.warning("a request was refused with %s: %s", refusal.status, refusal.why)
            return _refusal(refusal.status, refusal.why)
        reply = await take(activity)
    except CountersignError as error:
        _log.error("a Teams %s was not taken: %s", _kind(activity), error)
        return _failure(error)
    if reply.body is None:
        return web.Response(status=reply.status)
    return web.json_response(reply.body, status=reply.status)


async def _read(request: web.Request) -> bytes | None:
    """The body; None as soon as it is too large, whatever its length header says."""
    body = bytearray()
    async for chunk in request.content.iter_chunked(65536):
        body += chunk
        if len(body) > MAX_BODY:
            return None
    return bytes(body)


def _kind(activity: dict[str, Any]) -> str:
    """What an activity says it is, as far as a log can take it."""
    kind = activity.get("type")
    return kind if isinstance(kind, str) and kind.isalnum() and len(kind) < 40 else "request"


def _failure(error: CountersignError) -> web.Response:
    if not is_transient(error):
        return _refusal(500, "failed")
    again = error.retry_after if isinstance(error, SurfaceError) and error.retry_after else SOON
    response = _refusal(503, "not now")
    response.headers["Retry-After"] = str(round(again))
    return response


def _refusal(status: int, error: str) -> web.Response:
    return web.json_response({"error": error}, status=status)
