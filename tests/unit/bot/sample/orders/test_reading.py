"""What the service says of its seeded orders, and that every word of it is one that facts are read from."""

import pytest

from core.actions.statuses import Status, conflict, known, statuses_of
from core.domain.action import Fact, FactKind

ORDERS = {
    "O123": {Status.PAID, Status.NOT_SHIPPED, Status.NO_TRACE, Status.NO_AFTER_SALES},
    "O124": {Status.PAID, Status.SHIPPED, Status.IN_TRANSIT, Status.NO_AFTER_SALES},
    "O125": {Status.PAID, Status.DELIVERED, Status.NO_AFTER_SALES},
    "O126": {Status.REFUNDED, Status.RETURNED},
    "O127": {Status.UNPAID, Status.NOT_SHIPPED, Status.NO_TRACE, Status.NO_AFTER_SALES},
    "O128": {Status.PAID, Status.SHIPPED, Status.EXCEPTION, Status.NO_AFTER_SALES},
    "O129": {Status.PAID, Status.NOT_SHIPPED, Status.NO_TRACE, Status.NO_AFTER_SALES},
    "O130": {Status.PAID, Status.NOT_SHIPPED, Status.NO_TRACE, Status.NO_AFTER_SALES},
    "O131": {Status.PAID, Status.CANCELLED, Status.NOT_SHIPPED, Status.NO_TRACE, Status.REFUND_REQUESTED},
    "O132": {Status.PAID, Status.DELIVERED, Status.COMPENSATED, Status.REFUND_REJECTED},
    "O201": {Status.PAID, Status.NOT_SHIPPED, Status.NO_TRACE, Status.NO_AFTER_SALES},
    "O202": {Status.PAID, Status.DELIVERED, Status.NO_AFTER_SALES},
    "O203": {Status.PAID, Status.NOT_SHIPPED, Status.NO_TRACE, Status.NO_AFTER_SALES},
}
FIELDS = [
    ("", "status", FactKind.ORDER_STATUS),
    ("", "payment_status", FactKind.PAYMENT_STATUS),
    ("", "shipment_status", FactKind.SHIPMENT_STATUS),
    ("/payment", "status", FactKind.PAYMENT_STATUS),
    ("/logistics", "status", FactKind.LOGISTICS_STATUS),
    ("/after-sales", "status", FactKind.AFTER_SALES_STATUS),
]


async def facts(shop, order_id):
    for path, field, kind in FIELDS:
        _, answer = await shop.ask(f"/orders/{order_id}{path}")
        yield Fact(tool_name="any", kind=kind, value=answer[field])
        if compensation := answer.get("compensation"):
            yield Fact(tool_name="any", kind=kind, value=compensation["status"])


@pytest.mark.parametrize(("order_id", "expected"), ORDERS.items())
async def test_what_is_said_of_an_order_fits_together(shop, order_id, expected):
    said = known([fact async for fact in facts(shop, order_id)])
    assert expected <= said
    assert not conflict(said, said)


async def test_every_word_is_known_or_said_elsewhere(shop):
    unknown = [fact.value for order_id in ORDERS async for fact in facts(shop, order_id) if not statuses_of(fact)]
    assert set(unknown) == {"processing", "returned_to_sender"}  # payment and shipment say it in words that are


async def test_the_order_of_the_conversation_is_late_by_our_own_doing(shop):
    _, order = await shop.ask("/orders/O123")
    assert order["customer"] == {"email": "you@meridian.example", "name": "You"}
    assert order["total"] == {"value": "128.00", "currency": "USD"}
    assert order["dispatch_due"] == "2026-03-02"  # paid on Thursday, February 26
    assert (order["shipment_status"], order["dispatch"]) == ("not_shipped", "dispatch_overdue")
    _, payment = await shop.ask("/orders/O123/payment")
    assert payment["refundable"] == {"value": "128.00", "currency": "USD"}


async def test_an_order_within_its_time_is_not_late(shop):
    for order_id in ("O129", "O203", "O131", "O127", "O128"):  # in time twice, cancelled, not paid, on its way
        assert "dispatch" not in (await shop.ask(f"/orders/{order_id}"))[1]


async def test_an_order_is_found_however_its_number_is_typed(shop):
    assert (await shop.ask("/orders/o123"))[1]["order_id"] == "O123"


async def test_orders_of_other_people_say_whose_they_are(shop):
    found = [
        (await shop.ask(f"/orders/{number}/{part}"))[1]["customer"]["email"]
        for number in ("O201", "O202")
        for part in ("payment", "logistics", "after-sales")
    ]
    assert found == ["sam@meridian.example"] * 3 + ["robin@meridian.example"] * 3


async def test_a_long_delay_has_an_offer_by_the_policy(shop):
    _, late = await shop.ask("/orders/O128/after-sales")  # 9 business days after its delivery was due: 10 percent
    assert late["compensation_offer"] == {"value": "31.90", "currency": "USD"}
    _, slightly = await shop.ask("/orders/O123/after-sales")
    assert "compensation_offer" not in slightly


@pytest.mark.parametrize(
    "path", ["/orders/O999", "/orders/O999/payment", "/requests/none", "/tickets?order_id=O999", "/elsewhere"]
)
async def test_what_does_not_exist_is_not_found(shop, path):
    status, answer = await shop.ask(path)
    assert (status, answer["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/tickets", "/access", "/messages", "/messages?sender=you@meridian.example"])
async def test_a_query_that_names_nothing_is_told_what_to_give(shop, path):
    status, answer = await shop.ask(path)
    assert (status, answer["error"]["code"]) == (400, "invalid")
    assert answer["error"]["message"].startswith("Give ")


async def test_nothing_is_said_without_the_token(shop):
    for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": "sample-token"}):
        async with shop.client.get("/orders/O123", headers=headers) as answer:
            assert answer.status == 401
            assert "O123" not in await answer.text()
    async with shop.client.get("/healthz") as answer:
        assert answer.status == 200
