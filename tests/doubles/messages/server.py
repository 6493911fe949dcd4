"""The double's network side."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import Any

from aiohttp import web

from tests.doubles.messages.acts import Act
from tests.doubles.messages.reading import BadRequest, read_request

KEY = "sk-ant-double"
VERSION = "anthropic-version"


class MessagesDouble:
    """``async with MessagesDouble(act, ...) as double``: point a client at ``double.url`` with KEY.

    Each call is answered by the next act; the last one goes on for ever. ``calls`` are the bodies that were accepted;
    ``faults`` what was refused because the API would refuse it. Leaving it fails the test if there were faults.
    """

    def __init__(self, *acts: Act) -> None:
        self._acts = deque(acts)
        self.calls: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.url = ""
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> MessagesDouble:
        application = web.Application(client_max_size=4 * 1024 * 1024)
        application.add_routes([web.post("/v1/messages", self._create)])
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._runner is not None
        await self._runner.cleanup()
        if kind is None:
            assert not self.faults, self.faults

    async def _create(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("authorization") != f"Bearer {KEY}":  # as the SDK sends it since 2.0
            return _error(401, "authentication_error", "invalid bearer token")
        if VERSION not in request.headers:
            return _error(400, "invalid_request_error", f"{VERSION}: header is required")
        try:
            body = await request.json()
            read_request(body)
        except (BadRequest, ValueError) as fault:
            self.faults.append(str(fault))
            return _error(400, "invalid_request_error", str(fault))
        self.calls.append(body)
        act = self._acts.popleft() if len(self._acts) > 1 else self._acts[0]
        return await act(request, body)


def _error(status: int, kind: str, words: str) -> web.Response:
    return web.json_response({"type": "error", "error": {"type": kind, "message": words}}, status=status)
