"""How Slack brings something to the bot: signed HTTP requests, or envelopes over Socket Mode."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import io
import json
import time
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode

import aiohttp

from tests.doubles.slack.server import SIGNING_SECRET, SlackDouble

ACKNOWLEDGEMENT = 3.0
"""Seconds that Slack waits."""


@dataclass
class Delivery:
    """What came of bringing one thing: the status (None if no answer came in time), the answer, and how long it took."""

    status: int | None
    body: str
    seconds: float
    retry: int = 0

    @property
    def acknowledged(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def content(self) -> dict[str, Any]:
        """The answer's JSON; empty for none, ``{"text": ...}`` for plain text."""
        if not self.body:
            return {}
        return dict(json.loads(self.body)) if self.body.startswith("{") else {"text": self.body}


class Transport(Protocol):
    async def deliver(self, kind: str, payload: dict[str, Any], retry: int, reason: str) -> Delivery:
        """Brings a payload of kind ``events_api``, ``slash_commands`` or ``interactive``."""
        ...


class Http:
    """POSTs to the bot's one address, signed."""

    def __init__(self, url: str, secret: str = SIGNING_SECRET) -> None:
        self._url = url
        self._secret = secret

    async def deliver(self, kind: str, payload: dict[str, Any], retry: int, reason: str) -> Delivery:
        headers = {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": reason} if retry else {}
        if kind == "events_api":
            body, content_type = json.dumps(payload), "application/json"
        else:
            form = payload if kind == "slash_commands" else {"payload": json.dumps(payload)}
            body, content_type = urlencode(form), "application/x-www-form-urlencoded"
        delivery = await self.send(body.encode(), {**headers, "Content-Type": content_type})
        delivery.retry = retry
        return delivery

    async def send(
        self, body: bytes, headers: dict[str, str], *, sign: bool = True, at: float | None = None
    ) -> Delivery:
        """Any bytes; ``sign=False`` leaves the signature to ``headers``, ``at`` signs for another time."""
        if sign:
            headers = {**headers, **self.signature(body, at)}
        began = time.perf_counter()
        timeout = aiohttp.ClientTimeout(total=ACKNOWLEDGEMENT)
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.post(self._url, data=io.BytesIO(body), headers=headers) as response,
            ):
                return Delivery(response.status, await response.text(), time.perf_counter() - began)
        except TimeoutError:
            return Delivery(None, "", time.perf_counter() - began)
        except aiohttp.ClientError as error:
            return Delivery(None, type(error).__name__, time.perf_counter() - began)

    def signature(self, body: bytes, at: float | None = None) -> dict[str, str]:
        timestamp = str(int(time.time() if at is None else at))
        base = b"v0:" + timestamp.encode() + b":" + body
        digest = hmac.new(self._secret.encode(), base, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


class Socket:
    """Sends envelopes to the first connection that the bot has open.

    What failed gets no answer at all: ``patience`` may be shortened where that is expected.
    """

    def __init__(self, slack: SlackDouble) -> None:
        self._slack = slack
        self.patience = ACKNOWLEDGEMENT

    async def deliver(self, kind: str, payload: dict[str, Any], retry: int, reason: str) -> Delivery:
        slack = self._slack
        await slack.workspace.until(lambda: slack.sockets)
        envelope = f"E{slack.workspace.number():06}"
        content: dict[str, Any] = {
            "envelope_id": envelope,
            "type": kind,
            "payload": payload,
            "accepts_response_payload": kind != "events_api",
        }
        if kind == "events_api":
            content |= {"retry_attempt": retry, "retry_reason": reason}
        began = time.perf_counter()
        await slack.sockets[0].send_json(content)
        try:
            await slack.workspace.until(lambda: envelope in slack.acknowledged, self.patience)
        except TimeoutError:
            return Delivery(None, "", time.perf_counter() - began, retry)
        answer = slack.acknowledged[envelope]
        await asyncio.sleep(0)
        return Delivery(200, json.dumps(answer) if answer else "", time.perf_counter() - began, retry)
