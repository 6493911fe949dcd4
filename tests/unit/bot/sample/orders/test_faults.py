"""Failures on request: each has the effect and the answer that its name says, and only as often as it was asked for."""

import asyncio

import aiohttp
import pytest

from bot.sample.orders.faults import FAULTS
from tests.unit.bot.sample.orders.shop import REFUND
from tests.unit.bot.sample.orders.shop import shop as opened

PATH = "/orders/O123/refunds"
ANSWERS = {  # status (None: no answer at all), and how many refunds there are afterwards
    "timeout_before": (None, 0),
    "timeout_after": (None, 1),
    "error_before": (500, 0),
    "error_after": (500, 1),
    "cut_before": (None, 0),
    "cut_after": (None, 1),
    "malformed_before": (None, 0),
    "malformed": (None, 1),
    "success_without_effect": (200, 0),
    "effect_without_success": (422, 1),
    "duplicate": (200, 1),
    "conflict": (409, 0),
    "busy": (429, 0),
    "slow": (200, 1),
}


async def refund(shop, patience=30):
    """The status of the answer; None where none can be read in time."""
    try:
        return (await asyncio.wait_for(shop.do("POST", PATH, REFUND, "key-1"), patience))[0]
    except (TimeoutError, aiohttp.ClientError, ValueError):
        return None


@pytest.mark.parametrize(("fault", "expected"), ANSWERS.items())
async def test_a_failure(shop, fault, expected):
    await shop.fail(fault, "create_refund", seconds=0.01 if fault == "slow" else 60)
    status = await refund(shop, patience=1 if fault.startswith("timeout") else 30)
    effects = await shop.effects()
    assert (status, len(effects["cases"])) == expected
    assert (await shop.ask("/requests/key-1"))[0] == (200 if expected[1] else 404)
    assert (await refund(shop), len((await shop.effects())["cases"])) == (200, 1)  # the same again, and nothing fails


async def test_an_effect_that_comes_after_its_success(shop):
    await shop.fail("success_before_effect", seconds=0.05)
    assert await refund(shop) == 200
    assert (await shop.effects())["cases"] == []
    for _ in range(200):
        if (await shop.effects())["cases"]:
            break
        await asyncio.sleep(0.02)
    assert [case["key"] for case in (await shop.effects())["cases"]] == ["key-1"]


async def test_a_failure_concerns_its_operation_as_often_as_asked(shop):
    await shop.fail("error_before", "query_payment", times=2)
    assert (await shop.ask("/orders/O123"))[0] == 200
    assert [(await shop.ask("/orders/O123/payment"))[0] for _ in range(3)] == [500, 500, 200]


async def test_failures_can_be_taken_back(shop):
    await shop.fail("error_before", times=5)
    await shop.client.delete("/control/faults", headers={"Authorization": "Bearer sample-token"})
    assert (await shop.ask("/orders/O123"))[0] == 200


async def test_a_failure_that_does_not_exist_is_told(shop):
    status, answer = await shop.do("POST", "/control/faults", {"fault": "fire"})
    assert status == 400
    assert all(name in answer["error"]["message"] for name in FAULTS)


async def test_without_the_option_nobody_can_make_it_fail(tmp_path):
    async with opened(tmp_path / "orders.db", faults=False) as shop:
        assert (await shop.do("POST", "/control/faults", {"fault": "error_before"}))[0] == 404
        assert (await shop.ask("/control/effects"))[0] == 404


def test_every_failure_is_tested():
    killed = {"killed_before", "killed_within", "killed_after"}  # tests/e2e/test_orders_killed.py
    assert FAULTS.keys() == ANSWERS.keys() | killed | {"success_before_effect"}
