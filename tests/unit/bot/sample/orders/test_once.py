"""The same key has the same effect once, whoever sends it again and however often."""

import asyncio

from tests.unit.bot.sample.orders.shop import REFUND
from tests.unit.bot.sample.orders.shop import shop as opened

PATH = "/orders/O123/refunds"


async def test_the_same_call_again_gets_the_same_answer(shop):
    first = await shop.do("POST", PATH, REFUND, "key-1")
    assert await shop.do("POST", PATH.replace("O123", "o123"), dict(reversed(REFUND.items())), "key-1") == first
    assert len((await shop.effects())["cases"]) == 1


async def test_another_call_with_that_key_is_a_conflict(shop):
    await shop.do("POST", PATH, REFUND, "key-1")
    for method, path, body in [
        ("POST", PATH, {**REFUND, "reason": "Another reason"}),
        ("POST", "/orders/O130/refunds", REFUND),
        ("POST", "/orders/O123/compensations", REFUND),
    ]:
        assert await shop.code(method, path, body, "key-1") == (409, "key_reused")
    assert len((await shop.effects())["cases"]) == 1


async def test_fifty_at_once_are_one(shop):
    answers = await asyncio.gather(*(shop.do("POST", PATH, REFUND, "key-1") for _ in range(50)))
    assert answers == [answers[0]] * 50
    assert len((await shop.effects())["cases"]) == 1


async def test_fifty_keys_at_once_refund_no_more_than_was_paid(shop):
    tenth = {"amount": {"value": "12.80", "currency": "USD"}, "reason": "Late"}
    answers = await asyncio.gather(*(shop.do("POST", PATH, tenth, f"key-{n}") for n in range(50)))
    assert sorted(status for status, _ in answers) == [200] * 10 + [422] * 40
    assert sum(case["cents"] for case in (await shop.effects())["cases"]) == 12800


async def test_two_services_on_one_database_are_as_one(tmp_path):
    async with opened(tmp_path / "orders.db") as one, opened(tmp_path / "orders.db") as other:
        pairs = [(shop, n) for n in range(20) for shop in (one, other)]
        answers = await asyncio.gather(
            *(
                shop.do("POST", "/tickets", {"requester": "a@b.example", "subject": "s", "text": "t"}, f"k{n}")
                for shop, n in pairs
            )
        )
        assert [status for status, _ in answers] == [200] * 40
        assert len((await one.effects())["tickets"]) == 20


async def test_a_call_is_found_by_its_key(shop):
    _, answer = await shop.do("POST", PATH, REFUND, "action:1/a".replace("/", "-"))
    status, found = await shop.ask("/requests/action:1-a")
    assert status == 200
    assert (found["operation"], found["answer"]) == ("create_refund", answer)


async def test_a_refused_call_leaves_its_key_free(shop):
    assert await shop.code("POST", "/orders/O124/cancellation", {"reason": "Late"}, "key-1") == (
        422,
        "already_dispatched",
    )
    assert (await shop.ask("/requests/key-1"))[0] == 404
    assert (await shop.do("POST", PATH, REFUND, "key-1"))[0] == 200
