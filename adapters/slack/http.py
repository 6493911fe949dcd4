"""``POST /slack/events``: size, signature and form of a request, before Bolt sees it."""

from __future__ import annotations

import logging

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier

from adapters.slack.payloads import well_formed

MAX_BODY = 1024 * 1024
"""Bytes of a request; Slack's largest (a modal with its message) are a tenth of it."""

_log = logging.getLogger("countersign.slack")


async def respond(request: web.Request, bolt: AsyncApp, signing_secret: str | None) -> web.Response:
    """413 too large, 400 not readable, 401 not from Slack or older than five minutes; then whatever Bolt says.

    The signature is checked over the bytes as they came, and before anything in them is believed.
    """
    body = await _read(request)
    if body is None:
        return _refusal(413, "too large")
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return _refusal(400, "not UTF-8")
    if not _signed(request, text, signing_secret):
        return _refusal(401, "not signed by Slack")
    try:
        # Only the content type goes on: Bolt acts on headers of its own that no signature covers.
        bolt_request = AsyncBoltRequest(body=text, headers={"content-type": request.headers.get("Content-Type", "")})
    except (ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError) as error:
        # Bolt reads the payload's ids here and trusts its shape.
        _log.warning("a signed request of Slack's could not be read: %s", type(error).__name__)
        return _refusal(400, "not a payload")
    if not well_formed(bolt_request.body):
        _log.warning("a signed request of Slack's lacks what it must have")
        return _refusal(400, "not a payload")
    return await to_aiohttp_response(await bolt.async_dispatch(bolt_request))


async def _read(request: web.Request) -> bytes | None:
    """The body; None as soon as it is too large, whatever its length header says."""
    body = bytearray()
    async for chunk in request.content.iter_chunked(65536):
        body += chunk
        if len(body) > MAX_BODY:
            return None
    return bytes(body)


def _signed(request: web.Request, body: str, signing_secret: str | None) -> bool:
    if not signing_secret:
        return False
    timestamp = request.headers.get("X-Slack-Request-Timestamp", "")
    signature = request.headers.get("X-Slack-Signature", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12 and signature.isascii()):
        return False  # the verifier would raise on them
    return SignatureVerifier(signing_secret).is_valid(body, timestamp, signature)


def _refusal(status: int, error: str) -> web.Response:
    return web.json_response({"error": error}, status=status)
