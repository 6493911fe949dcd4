from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.metrics import Metrics
from bot.server import http_application
from bot.surfaces import ADDRESSES
from core.errors import IndexUnavailable, ModelUnavailable, StoreUnavailable
from tests.scenarios.office import Office


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


async def fetch(office: Office, path: str) -> tuple[int, str]:
    async with TestClient(TestServer(http_application(office.app, {}, Metrics()))) as client:
        response = await client.get(path)
        return response.status, await response.text()


async def test_the_process_is_healthy_whatever_else_is_down(office: Office) -> None:
    office.store.ping = fails(StoreUnavailable("Stopped."))  # type: ignore[method-assign]
    assert (await fetch(office, "/healthz"))[0] == 200


async def test_it_is_ready_when_every_part_answers(office: Office) -> None:
    assert await fetch(office, "/readyz") == (200, '{"database": "ok", "index": "ok", "model": "ok"}')


@pytest.mark.parametrize(
    ("owner", "method", "error", "part"),
    [
        ("store", "ping", StoreUnavailable("at postgres.internal"), "database"),
        ("index", "search", IndexUnavailable("at /srv/index"), "index"),
        ("encoder", "encode", ModelUnavailable("at /srv/models"), "model"),
    ],
)
async def test_it_names_what_is_down_and_nothing_more(
    office: Office, owner: str, method: str, error: Exception, part: str
) -> None:
    setattr(getattr(office.app, owner), method, fails(error))
    status, body = await fetch(office, "/readyz")
    assert status == 503
    assert f'"{part}": "down"' in body
    assert body.count("down") == 1
    assert str(error) not in body


async def test_metrics_are_in_the_text_format(office: Office) -> None:
    status, body = await fetch(office, "/metrics")
    assert status == 200
    assert "# TYPE countersign_requests_total counter" in body
    assert "countersign_pending_approvals 0.0" in body


async def test_how_many_approvals_wait_is_unknown_without_a_database(office: Office) -> None:
    office.store.approvals.list = fails(StoreUnavailable("Stopped."))  # type: ignore[method-assign]
    assert "countersign_pending_approvals NaN" in (await fetch(office, "/metrics"))[1]


@pytest.mark.parametrize("address", ADDRESSES.values())
async def test_without_a_chat_product_there_is_no_address_for_it(office: Office, address: str) -> None:
    async with TestClient(TestServer(http_application(office.app, {}, Metrics()))) as client:
        assert (await client.post(address)).status == 404


def fails(error: Exception) -> Any:
    async def fail(*_: object, **__: object) -> None:
        raise error

    return fail
