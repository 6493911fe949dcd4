"""The double's network side: orders that can be read, refunds that can be made once a key, and found by it."""

from __future__ import annotations

import json
from collections import deque
from types import TracebackType
from typing import Any

from aiohttp import web

from tests.doubles.orders.acts import Act, Work, honest

TOKEN = "orders-token-of-the-double"


class OrdersDouble:
    """``async with OrdersDouble() as double``: it listens on ``double.port`` of this machine.

    Each call is treated as the next of ``acts`` says; when there are none left, honestly. ``paths`` are all that arrived, as
    they were on the wire; ``refunds`` what took effect, by key; ``faults`` what no careful client sends. Leaving it fails the
    test if there were faults.
    """

    def __init__(self, *acts: Act) -> None:
        self.acts = deque(acts)
        self.orders = {"O123": {"id": "O123", "owner": {"email": "Dana@Example.com"}, "status": "paid", "paid": True}}
        self.refunds: dict[str, dict[str, Any]] = {}
        self.paths: list[str] = []
        self.bodies: list[Any] = []
        self.faults: list[str] = []
        self.port = 0
        self.hosts: set[str] = set()
        self._application = web.Application(client_max_size=1024 * 1024)
        self._runner = web.AppRunner(
            self._application, access_log=None, shutdown_timeout=0.1, handler_cancellation=True
        )

    async def __aenter__(self) -> OrdersDouble:
        self._application.add_routes([web.route("*", "/{path:.*}", self._handle)])
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        self.hosts = {f"127.0.0.1:{self.port}"}
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()
        if kind is None:
            assert not self.faults, self.faults

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        self.paths.append(request.raw_path)
        body = await self._read(request)
        parts = request.raw_path.partition("?")[0].split("/")[1:]
        act = self.acts.popleft() if self.acts else honest
        return await act(request, self._work(request, parts, body))

    async def _read(self, request: web.Request) -> Any:
        headers = request.headers
        if headers.get("Authorization") != f"Bearer {TOKEN}":
            self.faults.append("not our token")
        if headers.get("Host") not in self.hosts:
            self.faults.append(f"not our host: {headers.get('Host')}")
        if headers.get("Accept-Encoding") != "identity" or "Cookie" in headers:
            self.faults.append("asks for packed answers, or brings a cookie")
        if len(headers.getall("Idempotency-Key", [])) != (request.method != "GET"):
            self.faults.append(f"{request.method} with {len(headers.getall('Idempotency-Key', []))} key(s)")
        text = await request.text()
        if bool(text) != (headers.get("Content-Type") == "application/json"):
            self.faults.append("a body without its type, or the reverse")
        body = json.loads(text) if text else None
        self.bodies.append(body)
        return body

    def _work(self, request: web.Request, parts: list[str], body: Any) -> Work:
        def work() -> web.Response:
            match [request.method, *parts]:
                case ["GET", "orders", order] if order in self.orders:
                    return web.json_response(self.orders[order])
                case ["GET", "orders", order, "after-sales"] if order in self.orders:
                    made = [refund for refund in self.refunds.values() if refund["order"] == order]
                    status = "refund_requested" if made else None
                    return web.json_response({"status": status, "refunds": made})
                case ["POST", "orders", order, "refunds"] if order in self.orders:
                    key = request.headers["Idempotency-Key"]
                    refund = self.refunds.setdefault(key, {"id": "R1", "order": order, "key": key, **body})
                    return web.json_response(refund, status=201)
                case ["GET", "requests", key] if key in self.refunds:
                    return web.json_response(self.refunds[key])
            return web.json_response({"code": "not_found"}, status=404)

        return work
