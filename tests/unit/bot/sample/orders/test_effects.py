"""Everything that callers can have done: it shows in the second look with its key, and rules of the business hold."""

import pytest

from tests.unit.bot.sample.orders.shop import REFUND

ADDRESS = {"address": "9 Spring Street, Green Bay, WI 54301"}
TICKET = {"requester": "you@meridian.example", "subject": "Where is it?", "text": "Please look.", "order_id": "O128"}
GRANT = {"person": "you@meridian.example", "system": "TripDesk", "role": "reader", "reason": "Travel planning"}
MAIL = {"sender": "you@meridian.example", "recipient": "dana@meridian.example", "subject": "Delay", "text": "Sorry."}
MESSAGE = {"sender": "you@meridian.example", "recipient": "+1-555-0100", "text": "Your order is late."}
AMOUNT = {"amount": {"value": "31.90", "currency": "USD"}, "reason": "Late"}
VARIANT = {"item": "merino base layer", "variant": "L, grey"}
EFFECTS = [
    ("POST", "/orders/O123/refunds", REFUND, "/orders/O123/after-sales", "refund", "refund_requested"),
    ("POST", "/orders/O128/compensations", AMOUNT, "/orders/O128/after-sales", "compensation", "compensated"),
    ("PATCH", "/orders/O129", VARIANT, "/orders/O129", "changes", "changed"),
    ("PUT", "/orders/O129/address", ADDRESS, "/orders/O129", "changes", "changed"),
    ("POST", "/tickets", TICKET, "/tickets?order_id=O128", "tickets", "open"),
    ("POST", "/access", GRANT, "/access?person=you@meridian.example&system=tripdesk", "grants", "granted"),
    (
        "POST",
        "/messages/email",
        MAIL,
        "/messages?sender=You@meridian.example&recipient=dana@meridian.example",
        "messages",
        "sent",
    ),
    (
        "POST",
        "/messages/sms",
        MESSAGE,
        "/messages?sender=you@meridian.example&recipient=%2B1-555-0100",
        "messages",
        "sent",
    ),
    (
        "POST",
        "/messages/enterprise-wechat",
        MESSAGE,
        "/messages?sender=you@meridian.example&recipient=%2B1-555-0100",
        "messages",
        "sent",
    ),
]


@pytest.mark.parametrize(("method", "path", "body", "look", "field", "status"), EFFECTS)
async def test_an_effect_shows_with_its_key(shop, method, path, body, look, field, status):
    status_before, before = await shop.ask(look)
    assert (status_before, before.get(field, [])) == (200, [])
    code, answer = await shop.do(method, path, body, "key-1")
    assert (code, answer["status"], answer["idempotency_key"]) == (200, status, "key-1")
    found = (await shop.ask(look))[1][field]
    assert (found[-1] if isinstance(found, list) else found) == answer


@pytest.mark.parametrize(("method", "path", "body", "look", "field", "status"), EFFECTS)
async def test_what_is_not_described_is_refused(shop, method, path, body, look, field, status):
    assert await shop.code(method, path, {**body, "note": "and more"}) == (400, "invalid")
    assert await shop.code(method, path, {}) == (400, "invalid")
    assert await shop.code(method, path, [body]) == (400, "invalid")
    assert await shop.code(method, path, body, "") == (400, "key_missing")
    assert not (await shop.ask(look))[1].get(field)


async def test_a_cancelled_order_is_cancelled_and_keeps_its_money(shop):
    _, answer = await shop.do("POST", "/orders/O129/cancellation", {"reason": "Not needed"}, "key-1")
    assert answer == {"order_id": "O129", "status": "cancelled", "reason": "Not needed", "idempotency_key": "key-1"}
    _, order = await shop.ask("/orders/O129")
    assert (order["status"], order["cancellation"]) == ("cancelled", {"idempotency_key": "key-1"})
    assert (await shop.ask("/orders/O129/payment"))[1]["refundable"]["value"] == "115.00"


async def test_a_changed_item_and_address_stand_in_the_order(shop):
    await shop.do("PATCH", "/orders/O129", VARIANT, "key-1")
    await shop.do("PUT", "/orders/O129/address", ADDRESS, "key-2")
    _, order = await shop.ask("/orders/O129")
    assert [item["variant"] for item in order["items"]] == ["L, grey", "L"]
    assert order["address"] == ADDRESS["address"]
    assert [change["kind"] for change in order["changes"]] == ["item", "address"]


def payout(value, currency="USD"):
    return {"amount": {"value": value, "currency": currency}, "reason": "Late"}


async def test_never_more_is_refunded_than_was_paid(shop):
    assert await shop.code("POST", "/orders/O123/refunds", payout("128.01")) == (422, "over_refundable")
    assert (await shop.do("POST", "/orders/O123/refunds", payout("100.00"), "key-1"))[0] == 200
    assert await shop.code("POST", "/orders/O123/refunds", payout("28.01"), "key-2") == (422, "over_refundable")
    assert (await shop.do("POST", "/orders/O123/refunds", payout("28.00"), "key-3"))[0] == 200
    assert await shop.code("POST", "/orders/O123/refunds", payout("0.01"), "key-4") == (422, "nothing_to_refund")


@pytest.mark.parametrize("value", ["0.00", "-1.00", "1", "1.5", "1.005", "1e3", " 1.00", "٣.٠٠", "NaN", 1.0, None])
async def test_an_amount_is_exact_and_more_than_nothing(shop, value):
    status, code = await shop.code("POST", "/orders/O123/refunds", payout(value))
    assert (status, code) in {(400, "invalid"), (422, "over_refundable")}
    assert (await shop.effects())["cases"] == []


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "/orders/O127/refunds", payout("1.00"), "not_paid"),
        ("POST", "/orders/O126/refunds", payout("1.00"), "nothing_to_refund"),
        ("POST", "/orders/O131/refunds", payout("1.00"), "nothing_to_refund"),
        ("POST", "/orders/O132/compensations", payout("1.00"), "already_compensated"),
        ("POST", "/orders/O128/compensations", payout("1500.01"), "over_limit"),
        ("POST", "/orders/O131/cancellation", {"reason": "Again"}, "already_cancelled"),
        ("POST", "/orders/O124/cancellation", {"reason": "Late"}, "already_dispatched"),
        ("POST", "/orders/O125/cancellation", {"reason": "Late"}, "already_dispatched"),
        ("PUT", "/orders/O124/address", ADDRESS, "already_dispatched"),
        ("PUT", "/orders/O129/address", {"address": "1 Main Street, Austin, TX 73301"}, "other_state"),
        ("PATCH", "/orders/O129", {"item": "Tent", "variant": "red"}, "no_such_item"),
        ("POST", "/access", {**GRANT, "system": "Vault"}, "not_grantable"),
        ("POST", "/tickets", {**TICKET, "order_id": "O201"}, "of_somebody_else"),
    ],
)
async def test_rules_of_the_business(shop, method, path, body, code):
    assert await shop.code(method, path, body) == (422, code)
    assert not any((await shop.effects()).values())


async def test_a_rejected_refund_can_be_asked_for_again(shop):
    assert (await shop.do("POST", "/orders/O132/refunds", payout("95.00")))[0] == 200
    assert (await shop.ask("/orders/O132/after-sales"))[1]["status"] == "refund_requested"


async def test_some_things_are_done_once_only(shop):
    await shop.do("PUT", "/orders/O129/address", ADDRESS, "key-1")
    await shop.do("POST", "/access", GRANT, "key-2")
    await shop.do("POST", "/orders/O128/compensations", AMOUNT, "key-3")
    assert await shop.code("PUT", "/orders/O129/address", ADDRESS, "key-4") == (422, "address_already_changed")
    assert await shop.code("POST", "/access", GRANT, "key-5") == (422, "already_granted")
    assert await shop.code("POST", "/orders/O128/compensations", AMOUNT, "key-6") == (422, "already_compensated")


@pytest.mark.parametrize(("method", "path"), [("POST", "/orders/O999/refunds"), ("POST", "/orders/O999/compensations")])
async def test_of_an_order_that_does_not_exist_nothing_is_done(shop, method, path):
    assert await shop.code(method, path, REFUND) == (404, "not_found")
