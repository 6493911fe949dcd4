"""Every way Slack can say no, as a SurfaceError that knows whether trying again can help."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError

from core.errors import SurfaceError

TRANSIENT = frozenset({
    "ratelimited",
    "rate_limited",
    "message_limit_exceeded",
    "internal_error",
    "fatal_error",
    "service_unavailable",
    "request_timeout",
    "timeout",
    "org_login_required",  # a workspace is being moved to a Grid organisation
    "team_added_to_org",
})  # fmt: skip
"""Codes that say "not now". Every other code is a refusal with a reason, which repeating does not change."""

REMEDIES = {
    "invalid_auth": "Set COUNTERSIGN_SLACK_BOT_TOKEN to the bot token of the installed app.",
    "not_authed": "Set COUNTERSIGN_SLACK_BOT_TOKEN to the bot token of the installed app.",
    "account_inactive": "The app was removed from the workspace or its bot disabled: install it again.",
    "token_revoked": "Install the app again and set COUNTERSIGN_SLACK_BOT_TOKEN to the new token.",
    "token_expired": "Turn token rotation off in the app's settings and install it again.",
    "not_allowed_token_type": "COUNTERSIGN_SLACK_BOT_TOKEN starts with xoxb-, COUNTERSIGN_SLACK_APP_TOKEN with xapp-.",
    "missing_scope": "Update the app from manifest.yml and install it again.",
    "not_in_channel": "Invite the bot to the channel.",
    "channel_not_found": "Check the channel's id, and invite the bot if the channel is private.",
    "is_archived": "Unarchive the channel or name another one.",
    "users_not_found": "Check the e-mail address in the approvals file.",
    "no_such_subteam": "Check the user group's id in the approvals file.",
    "expired_trigger_id": "Slack waited more than 3 seconds: look at the load of this machine.",
    "restricted_action": "A workspace setting keeps apps from posting there: ask its administrator.",
}


@contextmanager
def translated(call: str) -> Iterator[None]:
    """Turns whatever a call to Slack raises into SurfaceError; ``call`` names the method for the operator."""
    try:
        yield
    except SlackApiError as error:
        raise refused(call, error.response) from error
    except (aiohttp.ClientError, OSError, TimeoutError, SlackClientError) as error:
        raise SurfaceError(
            f"Slack's {call} did not answer: {type(error).__name__}.",
            code="unreachable",
            permanent=isinstance(error, aiohttp.InvalidURL),  # no later try makes an address of it
            remedy="Check the network, the proxy and COUNTERSIGN_SLACK_API_URL.",
        ) from error
    except AttributeError as error:
        # slack_sdk looks for "ok" in a body that is no JSON object, as a proxy's error page gives it.
        raise SurfaceError(f"Slack's {call} answered with no JSON object.", code="no_json", permanent=False) from error


def refused(call: str, response: Any) -> SurfaceError:
    """The error for an answer that is not ok: slack_sdk's response, or aiohttp's where the body was no JSON."""
    body = getattr(response, "data", None)
    body = body if isinstance(body, dict) else {}
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
    code = str(body.get("error") or ("ratelimited" if status == 429 else f"http_{status}"))
    details = [str(line) for line in (body.get("response_metadata") or {}).get("messages") or []]
    if needed := body.get("needed"):
        details.append(f"needs the scope {needed}")
    explained = f" ({'; '.join(details)})" if details else ""
    return SurfaceError(
        f"Slack's {call} refused: {code}{explained}.",
        code=code,
        permanent=not (code in TRANSIENT or status == 429 or status >= 500),
        retry_after=_seconds(getattr(response, "headers", None) or {}),
        remedy=REMEDIES.get(code, ""),
    )


def check_response(status: int, body: str, headers: Any) -> None:
    """Raises SurfaceError if a ``response_url`` did not take a message; its word comes as plain text or as JSON."""
    code = body.strip()[:200]
    try:
        said = json.loads(body)
        ok, code = bool(said["ok"]), str(said.get("error") or code)
    except (ValueError, TypeError, KeyError):
        ok = code == "ok"
    if status == 200 and ok:
        return
    raise SurfaceError(
        f"Slack's response_url refused: {code or status}.",
        code=code or f"http_{status}",
        permanent=not (code in TRANSIENT or status == 429 or status >= 500),
        retry_after=_seconds(headers),
    )


def _seconds(headers: Any) -> float | None:
    value = headers.get("Retry-After") or headers.get("retry-after")
    try:
        return float(value) if value is not None else None
    except ValueError:  # an HTTP date: no Slack server sends one, a proxy may
        return None
