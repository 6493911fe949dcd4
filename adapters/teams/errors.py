"""Every way the Bot Framework's service can say no, as a SurfaceError that knows whether trying again can help."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import aiohttp
from msrest.exceptions import ClientException

from core.errors import SurfaceError

TRANSIENT = frozenset({408, 412, 429})
"""Statuses below 500 that say "not now": Microsoft asks for another try on 412 and 429."""

REMEDIES = {
    401: "Check COUNTERSIGN_TEAMS_APP_ID and COUNTERSIGN_TEAMS_APP_PASSWORD; a single-tenant app needs COUNTERSIGN_TEAMS_TENANT_ID too.",
    403: "The app was removed there, or the person has blocked it: install it again.",
    404: "The conversation or the message is gone, or the id in the approvals file is not of this tenant.",
    413: "The message was larger than Teams takes.",
}
"""By status."""

UNKNOWN_PLACE = "conversation_unknown"
"""The code where the bot has never been: Teams has no way to look for it."""


class TokenRejected(SurfaceError):
    """The service does not take the bot's token."""


@contextmanager
def translated(call: str) -> Iterator[None]:
    """Turns what a call to the service raises into SurfaceError; ``call`` names it for the operator."""
    try:
        yield
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise SurfaceError(
            f"Teams' {call} did not answer: {type(error).__name__}.",
            code="unreachable",
            permanent=isinstance(error, aiohttp.InvalidURL),  # no later try makes an address of it
            remedy="Check the network and the proxy.",
        ) from error
    except (ClientException, AttributeError, TypeError, ValueError) as error:
        # A proxy's page, or JSON of another shape: the SDK raises whatever comes of it.
        raise SurfaceError(
            f"Teams' {call} answered with something else than it should.", code="no_json", permanent=False
        ) from error


def check(call: str, status: int, body: bytes, headers: Mapping[str, str]) -> None:
    """Raises SurfaceError for an answer that is no success."""
    if 200 <= status < 300:
        return
    code, message = _said(body)
    kind = TokenRejected if status == 401 else SurfaceError
    raise kind(
        f"Teams' {call} refused: {code or f'http_{status}'}{f' ({message})' if message else ''}.",
        code=code or f"http_{status}",
        permanent=not (status in TRANSIENT or status >= 500),
        retry_after=_seconds(headers),
        remedy=REMEDIES.get(status, ""),
    )


def unknown_place(place: str, remedy: str) -> SurfaceError:
    """The bot has not met this place or person, so it has no address of theirs."""
    return SurfaceError(f"I have not met {place} in Teams.", code=UNKNOWN_PLACE, permanent=True, remedy=remedy)


def _said(body: bytes) -> tuple[str, str]:
    """The service's own word and sentence: ``{"error": {"code", "message"}}``, or OAuth's ``error``."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return "", ""
    error = said.get("error") if isinstance(said, dict) else None
    if isinstance(error, dict):
        return str(error.get("code") or "")[:100], str(error.get("message") or "")[:300]
    return (str(error)[:100], "") if error else ("", "")


def _seconds(headers: Mapping[str, str]) -> float | None:
    try:
        return max(0.0, float(headers["Retry-After"]))
    except (KeyError, ValueError):  # none, or an HTTP date
        return None
