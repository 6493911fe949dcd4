"""Answers of business systems: a JSON object of bounded size, or the one error that says what became of the call."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from aiohttp import ClientResponse

from core.errors import ToolError, ToolProblem

MAX_BYTES = 256 * 1024
"""Of an answer; whatever is longer is not read on."""
LONGEST_WAIT = 3600.0
_JSON = re.compile(r"application/(?:[a-z0-9.+-]+\+)?json")
_PROBLEMS = {
    401: ToolProblem.DENIED,
    403: ToolProblem.DENIED,
    407: ToolProblem.DENIED,
    408: ToolProblem.UNAVAILABLE,
    409: ToolProblem.CONFLICT,
    423: ToolProblem.CONFLICT,
    425: ToolProblem.CONFLICT,
    429: ToolProblem.RATE_LIMITED,
}
_PERHAPS = {ToolProblem.UNAVAILABLE, ToolProblem.CONFLICT, ToolProblem.MALFORMED}
"""After these nobody knows what was done: a server fails after its work as well as before it, a redirect or an unreadable
answer may follow it, and a conflict may be with an earlier call of the same key. Any other 4xx is a plain no."""


async def read_reply(reply: ClientResponse, tool: str, *, writes: bool) -> dict[str, Any]:
    """What the business system answered. Raises ToolError; what aiohttp raises while the body arrives passes through."""
    body = await _body(reply)
    status = reply.status
    if status in {200, 201, 202, 203, 204}:
        if writes and body == b"":
            return {}
        found = _object(reply, body)
        if found is not None:
            return found
        raise _error(ToolProblem.MALFORMED, reply, tool, writes, "no JSON object of at most 256 KiB", None)
    found = _object(reply, body)
    problem = _problem(status, said=found is not None)
    words = "a redirect" if 300 <= status < 400 else f"HTTP {status}"
    raise _error(problem, reply, tool, writes, words, _code(found))


def _problem(status: int, *, said: bool) -> ToolProblem:
    """``said``: the answer is the business system's own, not some proxy's page; only then "not found" is a finding."""
    if status in _PROBLEMS:
        return _PROBLEMS[status]
    if status in {404, 410}:
        return ToolProblem.NOT_FOUND if said else ToolProblem.REJECTED
    if 400 <= status < 500:
        return ToolProblem.REJECTED
    return ToolProblem.UNAVAILABLE if status >= 500 else ToolProblem.MALFORMED


def _error(
    problem: ToolProblem, reply: ClientResponse, tool: str, writes: bool, words: str, code: str | None
) -> ToolError:
    waiting = reply.headers.get("Retry-After", "")
    return ToolError(
        problem,
        f"{tool} at {reply.url.host} answered {words}{f' ({code})' if code else ''}.",
        may_have_acted=writes and problem in _PERHAPS,
        status=reply.status,
        code=code,
        retry_after=min(float(waiting), LONGEST_WAIT) if re.fullmatch(r"[0-9]{1,9}", waiting) else None,
    )


async def _body(reply: ClientResponse) -> bytes | None:
    """The whole body; None if it is too long or packed, which is never asked for: a small one could unfold to any size."""
    if reply.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        reply.close()
        return None
    parts: list[bytes] = []
    size = 0
    async for part in reply.content.iter_any():
        size += len(part)
        if size > MAX_BYTES:
            reply.close()
            return None
        parts.append(part)
    return b"".join(parts)


def _object(reply: ClientResponse, body: bytes | None) -> dict[str, Any] | None:
    """The JSON object of a body; None for anything else, and for one that readers could take for different things."""
    if body is None or not _JSON.fullmatch(reply.content_type.lower()):
        return None
    try:
        found = json.loads(
            body.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_finite
        )
        _storable(found)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _finite(word: str) -> float:
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(f"{word[:20]} is no number that can be held")
    return number


def _storable(value: Any) -> None:
    """Raises ValueError for half a character and for NUL: no database could hold the answer."""
    if isinstance(value, str):
        value.encode("utf-8")
        if "\0" in value:
            raise ValueError("there is a NUL in it")
    elif isinstance(value, dict):
        for key, part in value.items():
            _storable(key)
            _storable(part)
    elif isinstance(value, list):
        for part in value:
            _storable(part)


def _code(body: Mapping[str, Any] | None) -> str | None:
    """The business system's own word for what is wrong, from ``code`` or ``error``. Its sentences are not repeated."""
    error = (body or {}).get("error")
    inner = error.get("code") if isinstance(error, Mapping) else error
    for word in ((body or {}).get("code"), inner):
        if isinstance(word, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{0,63}", word):
            return word
    return None
