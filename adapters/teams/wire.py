"""The SDK's requests over the adapter's own connections.

The SDK would send them by ``requests`` in threads of the loop's default executor, which belongs to others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import aiohttp
from msrest.pipeline import AsyncHTTPSender, Request, Response
from msrest.universal_http import HTTPClientResponse
from yarl import URL

from adapters.teams.errors import check, translated

_CALLS = ("activities", "members", "pagedmembers", "conversations")
"""What the service's addresses are about, the narrower words first."""


class Wire(AsyncHTTPSender):
    """Sends with a session that is asked for each time: it opens inside the running loop."""

    def __init__(self, session: Callable[[], aiohttp.ClientSession]) -> None:
        self._session = session

    async def __aenter__(self) -> Wire:
        return self

    async def __aexit__(self, *details: object) -> None:
        """The session is closed by its owner."""

    async def send(self, request: Request, **config: Any) -> Response:
        """Part of the SDK's pipeline. Raises SurfaceError for all but success."""
        asked = request.http_request
        # The SDK has quoted the conversation's id already; quoted once more it would be another one.
        address = URL(asked.url, encoded=True)
        call = f"{asked.method} {next((word for word in _CALLS if word in address.path.split('/')), 'request')}"
        with translated(call):
            async with self._session().request(
                asked.method, address, data=asked.data, headers=dict(asked.headers), allow_redirects=False
            ) as response:
                body = await response.read()
        check(call, response.status, body, response.headers)
        return Response(request, _Answer(asked, response, body))


class _Answer(HTTPClientResponse):
    """An answer that was read to its end."""

    def __init__(self, request: Any, response: aiohttp.ClientResponse, body: bytes) -> None:
        super().__init__(request, response)
        self.status_code = response.status
        self.headers = response.headers
        self.reason = response.reason
        self._body = body

    def body(self) -> bytes:
        """All of it; empty where there is none."""
        return self._body
