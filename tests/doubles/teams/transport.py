"""How Teams brings something to the bot: signed requests, and how long it waits."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.doubles.teams.connector import TeamsDouble

PATIENCE = 15.0
"""Seconds that Teams waits for an answer."""


@dataclass
class Delivery:
    """What came of bringing one activity: the status (None if no answer came in time), the answer, and how long it took."""

    status: int | None
    body: str
    seconds: float

    @property
    def taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def content(self) -> Any:
        """The answer's JSON; None for none."""
        return json.loads(self.body) if self.body else None

    @property
    def said(self) -> str | None:
        """What an invoke's answer says to whoever pressed; None if it shows a card or nothing."""
        answer = self.content
        if isinstance(answer, dict) and answer.get("type") == "application/vnd.microsoft.activity.message":
            return str(answer["value"])
        return None


class Transport:
    """POSTs to the bot's one address. ``deliveries`` are all of them, for whoever measures acknowledgements."""

    def __init__(self, teams: TeamsDouble, url: str) -> None:
        self.teams = teams
        self.url = url
        self.patience = PATIENCE
        self.deliveries: list[Delivery] = []

    async def deliver(self, activity: Any, header: str | None = None) -> Delivery:
        """Brings anything once, signed as it must be unless a header is given."""
        body = activity if isinstance(activity, bytes) else json.dumps(activity).encode()
        service = activity.get("serviceUrl") if isinstance(activity, dict) else None
        address = service if isinstance(service, str) else self.teams.service_url
        return await self.send(
            body, {"Authorization": self.teams.authority.header(address) if header is None else header}
        )

    async def send(self, body: bytes, headers: dict[str, str]) -> Delivery:
        """Any bytes under any headers."""
        headers, began = {"Content-Type": "application/json; charset=utf-8", **headers}, time.perf_counter()
        try:
            timeout = aiohttp.ClientTimeout(total=self.patience)
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.post(self.url, data=body, headers=headers) as answer,
            ):
                found = Delivery(answer.status, await answer.text(), time.perf_counter() - began)
        except (TimeoutError, aiohttp.ClientError):
            found = Delivery(None, "", time.perf_counter() - began)
        self.deliveries.append(found)
        return found
