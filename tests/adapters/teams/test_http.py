"""What ``POST /api/messages`` says to what is too large, unreadable, refused, or not to be taken now."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from adapters.teams import http
from adapters.teams.authentication import Refusal
from adapters.teams.http import MAX_BODY, Reply
from core.errors import ConfigurationError, CountersignError, StoreUnavailable, SurfaceError

TOKEN = {"Authorization": "Bearer good"}


class Address:
    """The address before an inbound half that a test scripts: what it replies or raises."""

    def __init__(self) -> None:
        self.result: Reply | CountersignError = Reply()
        self.taken: list[dict[str, Any]] = []
        self.url = ""

    async def refusal(self, header: str | None, activity: dict[str, Any]) -> Refusal | None:
        return None if header == "Bearer good" else Refusal(401, "no")

    async def take(self, activity: dict[str, Any]) -> Reply:
        self.taken.append(activity)
        if isinstance(self.result, CountersignError):
            raise self.result
        return self.result

    async def handle(self, request: web.Request) -> web.Response:
        return await http.respond(request, self, self.take)  # type: ignore[arg-type]

    async def post(self, body: bytes, headers: dict[str, str] = TOKEN) -> tuple[int, str, str | None]:
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.url, data=io.BytesIO(body), headers=headers) as answer,
        ):
            return answer.status, await answer.text(), answer.headers.get("Retry-After")


@pytest.fixture
async def address() -> AsyncIterator[Address]:
    found, application = Address(), web.Application()
    application.add_routes([web.post("/api/messages", found.handle)])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/messages"
    yield found
    await runner.cleanup()


async def test_what_is_taken_is_answered_with_its_reply(address: Address) -> None:
    assert await address.post(b'{"type": "message"}') == (200, "", None)
    address.result = Reply(200, {"statusCode": 200, "type": "x", "value": "done"})
    assert await address.post(b'{"type": "invoke"}') == (200, '{"statusCode": 200, "type": "x", "value": "done"}', None)
    assert [activity["type"] for activity in address.taken] == ["message", "invoke"]


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, b"{}", 401),
        ({"Authorization": ""}, b"{}", 401),
        ({"Authorization": "Bearer bad"}, b"{}", 401),
        (TOKEN, b"", 400),
        (TOKEN, b"{", 400),
        (TOKEN, b"\xff\xfe\x00", 400),
        (TOKEN, b"[1]", 400),
        (TOKEN, b'"text"', 400),
        (TOKEN, b"null", 400),
        (TOKEN, b"[" * 100_000, 400),
        (TOKEN, b'{"a": ' + b"9" * 5000 + b"}", 400),
        (TOKEN, b"x" * (MAX_BODY + 1), 413),
    ],
)
async def test_what_cannot_be_an_activity_of_teams_gets_no_further(
    address: Address, headers: dict[str, str], body: bytes, status: int
) -> None:
    assert (await address.post(body, headers))[0] == status
    assert address.taken == []


async def test_the_content_type_does_not_matter(address: Address) -> None:
    for kind in ("application/json; charset=utf-8", "text/plain", "application/octet-stream"):
        assert (await address.post(b"{}", {**TOKEN, "Content-Type": kind}))[0] == 200


@pytest.mark.parametrize(
    ("error", "status", "again"),
    [
        (StoreUnavailable("The database at db.internal does not answer."), 503, "5"),
        (SurfaceError("Not now.", code="x", permanent=False, retry_after=7), 503, "7"),
        (SurfaceError("Never.", code="x", permanent=True), 500, None),
        (ConfigurationError("The file /etc/x is wrong."), 500, None),
    ],
)
async def test_what_could_not_be_put_on_record_is_not_acknowledged(
    address: Address, error: CountersignError, status: int, again: str | None
) -> None:
    address.result = error

    found = await address.post(b"{}")

    assert (found[0], found[2]) == (status, again)
    assert "internal" not in found[1]
    assert "/etc" not in found[1]
