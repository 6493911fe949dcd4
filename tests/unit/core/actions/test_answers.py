"""What answers of tools say, read by what the tools file declares."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from core.actions.answers import amount, belongs, facts, look_args, said, shown, shown_key
from core.domain.action import Fact, FactKind
from core.domain.language import Language
from core.domain.tool import Amount, Look, Owner, ToolSpec, Verification

ANSWER = {
    "id": "O123",
    "paid": True,
    "shipped_at": None,
    "total": 129.5,
    "owner": {"email": "Dana@Example.com "},
    "refunds": [{"key": "key-1", "status": "rejected"}, {"key": "key-2", "status": "requested"}],
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["order_id"],
    "properties": {
        "order_id": {"type": "string"},
        "amount": {"type": "object", "properties": {"value": {}, "currency": {}}},
    },
}


def spec(**changed: Any) -> ToolSpec:
    words = {"title": "Order", "description": "Reads an order"}
    return ToolSpec.model_validate(
        {"name": "query_order", "risk": "read_only", "words": words, "arguments": SCHEMA, **changed}
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("id", "O123"),
        ("paid", "true"),
        ("shipped_at", "null"),
        ("total", "129.5"),
        ("owner.email", "Dana@Example.com "),
        ("refunds.0.status", "rejected"),
        ("refunds.-1.status", "requested"),
        ("refunds.2.status", None),
        ("refunds.-3.status", None),
        ("refunds.x.status", None),
        ("refunds", None),
        ("owner", None),
        ("id.length", None),
        ("missing", None),
        ("owner.missing", None),
    ],
)
def test_a_place_says_one_thing_or_nothing(path: str, expected: str | None) -> None:
    assert said(ANSWER, path) == expected


def test_facts_are_what_is_declared_and_said_in_words_where_there_are_some() -> None:
    found = spec(
        facts=[
            {"kind": "payment_status", "field": "paid", "values": {True: {"en": "Paid", "zh": "已支付"}}},
            {"kind": "shipment_status", "field": "shipped_at", "values": {None: "Not shipped"}},
            {"kind": "logistics_status", "field": "trace"},
            {"kind": "after_sales_status", "field": "refunds.-1.status", "values": {"paid": "Paid back"}},
        ]
    )
    assert facts(found, ANSWER, Language.CHINESE) == (
        Fact(tool_name="query_order", kind=FactKind.PAYMENT_STATUS, value="true", text="已支付"),
        Fact(tool_name="query_order", kind=FactKind.SHIPMENT_STATUS, value="null", text="Not shipped"),
        Fact(tool_name="query_order", kind=FactKind.AFTER_SALES_STATUS, value="requested"),
    )


@pytest.mark.parametrize(
    ("asker", "expected"),
    [("dana@example.com", True), ("DANA@EXAMPLE.COM", True), ("sam@example.com", False), ("", False), (None, False)],
)
def test_a_thing_belongs_to_whom_the_answer_names(asker: str | None, expected: bool) -> None:
    owner = Owner(equals="asker.email", tool="query_order", field="owner.email")
    assert belongs(owner, {}, ANSWER, asker) is expected


def test_what_nobody_owns_is_nobodys_not_even_of_an_asker_without_an_address() -> None:
    owner = Owner(equals="asker.email", tool="query_order", field="owner.email")
    for answer in ({}, {"owner": None}, {"owner": {"email": ""}}, {"owner": {"email": ["dana@example.com"]}}):
        for asker in (None, "", "dana@example.com"):
            assert not belongs(owner, {}, answer, asker)
    null = Owner(equals="asker.id", tool="query_order", field="shipped_at")
    assert not belongs(null, {}, ANSWER, "null"), "JSON's null is no name"


def test_a_thing_may_be_the_askers_by_an_argument() -> None:
    owner = Owner(equals="asker.email", argument="for.email")
    assert belongs(owner, {"for": {"email": "dana@example.com"}}, {}, "Dana@example.com")
    assert not belongs(owner, {"for": {"email": "sam@example.com"}}, {}, "Dana@example.com")


def test_the_second_look_shows_the_effect_and_whose_it_is() -> None:
    verify = Verification.model_validate(
        {"tool": "query_order", "field": "refunds.-1.status", "in": ["requested", "refunded"], "key": "refunds.-1.key"}
    )
    assert (shown(verify, ANSWER), shown_key(verify, ANSWER)) == (True, "key-2")
    assert (shown(verify, {"refunds": []}), shown_key(verify, {"refunds": []})) == (False, None)
    assert shown(Verification(tool="query_order", field="paid", equals=True), ANSWER)  # type: ignore[arg-type]


def test_a_look_is_asked_with_what_the_call_has() -> None:
    args = {"ticket": {"order": "O123"}, "order_id": "O1", "reason": "late"}
    assert look_args(Look(tool="query_order"), spec(), args) == {"order_id": "O1"}
    assert look_args(Look(tool="query_order", args={"order_id": "ticket.order"}), spec(), args) == {"order_id": "O123"}
    assert look_args(Look(tool="query_order"), spec(), {}) == {}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"value": "129.00", "currency": "EUR"}, Amount(value=Decimal("129.00"), currency="EUR")),
        ({"value": 0.1, "currency": "EUR"}, Amount(value=Decimal("0.1"), currency="EUR")),
        ({"value": 5, "currency": "USD"}, Amount(value=Decimal(5), currency="USD")),
        ({"value": "NaN", "currency": "EUR"}, None),
        ({"value": "Infinity", "currency": "EUR"}, None),
        ({"value": "12,50", "currency": "EUR"}, None),
        ({"value": "12.50"}, None),
        ({"value": "12.50", "currency": "euros"}, None),
        ({"value": True, "currency": "EUR"}, None),
        ("12.50 EUR", None),
        (None, None),
    ],
)
def test_an_amount_is_exact_and_has_its_currency(given: Any, expected: Amount | None) -> None:
    words = {"title": "Refund", "description": "Refunds", "consequence": "Money"}
    refund = spec(
        name="create_refund",
        risk="write_low",
        words=words,
        amount="amount",
        owner={"argument": "order_id", "equals": "asker.id"},
        verify={"tool": "query_order", "field": "paid", "equals": "true"},
    )
    assert amount(refund, {"order_id": "O1", "amount": given}) == expected
    assert amount(spec(), {"amount": given}) is None
