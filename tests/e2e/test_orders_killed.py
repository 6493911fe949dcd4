"""``kill -9`` of the sample's order service: whatever it answered is done, and nothing is ever done twice.

``make kills`` takes twenty lives, the suite three.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.sample.orders.process import OrderService

pytestmark = pytest.mark.kill

LIVES = int(os.environ.get("KILLS", "3"))
DEEPER = 0.02  # seconds later for each life
REFUND = {"amount": {"value": "128.00", "currency": "USD"}, "reason": "Not dispatched in time"}
TICKET = {"requester": "you@meridian.example", "subject": "Where is it?", "text": "Please look."}
REFUSED = (aiohttp.ClientError, TimeoutError)


async def call(service: OrderService, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {service.token}", "Idempotency-Key": key}
    timeout = aiohttp.ClientTimeout(total=30)
    async with (  # a new connection each: nothing is sent twice
        aiohttp.ClientSession(timeout=timeout) as session,
        session.request(method, service.url + path, json=body, headers=headers) as answer,
    ):
        return answer.status, await answer.json()


def kept(database: Path, statement: str) -> list[Any]:
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute(statement).fetchall()


@pytest.mark.parametrize(("fault", "done"), [("killed_before", 0), ("killed_within", 0), ("killed_after", 1)])
async def test_killed_around_an_effect(tmp_path: Path, fault: str, done: int) -> None:
    database = tmp_path / "orders.db"
    async with OrderService(database, faults=True) as service:
        await call(service, "POST", "/control/faults", {"fault": fault, "operation": "create_refund"})
        with pytest.raises(aiohttp.ClientError):
            await call(service, "POST", "/orders/O123/refunds", REFUND, "key-1")
    assert len(kept(database, "SELECT 1 FROM cases WHERE key = 'key-1'")) == done
    async with OrderService(database) as service:
        status, _ = await call(service, "GET", "/requests/key-1")
        assert status == (200 if done else 404)
        assert (await call(service, "POST", "/orders/O123/refunds", REFUND, "key-1"))[0] == 200
        status, found = await call(service, "GET", "/orders/O123/after-sales")
        assert [case["idempotency_key"] for case in found["cases"]] == ["key-1"]


async def test_killed_at_any_time(tmp_path: Path) -> None:
    database = tmp_path / "orders.db"
    sent: list[str] = []
    answered: dict[str, Any] = {}

    async def send(service: OrderService, key: str) -> None:
        status, answer = await call(service, "POST", "/tickets", TICKET, key)
        assert status == 200
        assert answered.setdefault(key, answer) == answer

    async def write(service: OrderService, life: int) -> None:
        for number in range(10_000):
            sent.append(f"{life}-{number}")
            await send(service, sent[-1])

    for life in range(LIVES):
        service = OrderService(database)
        await service.start()
        writers = [asyncio.create_task(write(service, 2 * life + n)) for n in range(2)]
        while not any(key.startswith(f"{2 * life}-") for key in answered):
            await asyncio.sleep(0.005)
        await asyncio.sleep(life * DEEPER)
        await service.kill()
        ended = await asyncio.gather(*writers, return_exceptions=True)
        assert all(isinstance(one, REFUSED) for one in ended), ended
    done = [key for (key,) in kept(database, "SELECT key FROM tickets")]
    assert len(done) == len(set(done))
    assert set(answered) <= set(done) <= set(sent)
    async with OrderService(database) as service:
        for key in sent:
            await send(service, key)
    assert sorted(key for (key,) in kept(database, "SELECT key FROM tickets")) == sorted(sent)


async def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    service = OrderService(tmp_path / "orders.db")
    await service.start()
    process = service._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as the system does when the starter is killed
    assert await asyncio.wait_for(process.wait(), 20) == 0
    await service.stop()
