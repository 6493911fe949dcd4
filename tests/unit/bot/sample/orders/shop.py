"""The service within the test, at a time that stands still, and what callers and tests ask of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiohttp.test_utils import TestClient, TestServer

from bot.sample.orders.database import Database
from bot.sample.orders.seeding import fill
from bot.sample.orders.server import application

TOKEN = "sample-token"
NOW = datetime(2026, 3, 11, 18, tzinfo=UTC)  # a Wednesday, 1 p.m. in Chicago
REFUND = {"amount": {"value": "128.00", "currency": "USD"}, "reason": "Not dispatched in time"}


class Shop:
    """``ask`` and ``do`` give the status and the body of an answer."""

    def __init__(self, client: TestClient[Any, Any]) -> None:
        self.client = client

    async def ask(self, path: str, **query: str) -> tuple[int, dict[str, Any]]:
        return await self._send("GET", path, params=query)

    async def do(self, method: str, path: str, body: Any, key: str | None = "k1") -> tuple[int, dict[str, Any]]:
        return await self._send(method, path, json=body, headers={"Idempotency-Key": key} if key else {})

    async def code(self, method: str, path: str, body: Any, key: str = "k1") -> tuple[int, str]:
        """Status and code of a refusal."""
        status, answer = await self.do(method, path, body, key)
        return status, answer["error"]["code"]

    async def fail(self, fault: str, operation: str = "*", **more: Any) -> None:
        status, _ = await self._send("POST", "/control/faults", json={"fault": fault, "operation": operation, **more})
        assert status == 200

    async def effects(self) -> dict[str, Any]:
        return (await self.ask("/control/effects"))[1]

    async def _send(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> Any:
        sent = {"Authorization": f"Bearer {TOKEN}", **(headers or {})}
        async with self.client.request(method, path, headers=sent, **more) as answer:
            return answer.status, await answer.json()


@asynccontextmanager
async def shop(path: Path, *, faults: bool = True) -> AsyncIterator[Shop]:
    database = Database(path)
    await database.open(lambda db: fill(db, NOW))
    async with TestClient(TestServer(application(database, TOKEN, faults=faults, now=lambda: NOW))) as client:
        yield Shop(client)
    await database.close()
