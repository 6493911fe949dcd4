"""What goes over the wire for a call: every argument at its place, and nothing that was not declared."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adapters.tools.calls import call_faults, prepare
from adapters.tools.entries import ToolEntry
from tests.adapters.tools.specimens import ARGS, ORDER, tool, tools


def entry(name: str, **changed: Any) -> ToolEntry:
    return ToolEntry.model_validate({**tool(tools(), name), **changed})


def sent(made: ToolEntry, args: dict[str, Any], key: str | None = "key-1") -> tuple[str, Any]:
    assert call_faults(made, args) == ()
    call = prepare(made, args, key=key, secret="s3cret")
    return call.url.removeprefix("https://orders.example.com"), json.loads(call.body) if call.body else None


def test_arguments_without_a_place_go_by_their_name() -> None:
    url, body = sent(entry("create_refund"), ARGS)
    assert (url, body) == ("/orders/O123/refunds", {"amount": ARGS["amount"], "reason": "三天没发货"})
    read = entry("query_order", url="https://orders.example.com/orders")
    assert sent(read, {"order_id": "O 1&x=2#?/../"}, None) == ("/orders?order_id=O+1%26x%3D2%23%3F%2F..%2F", None)


def test_parts_and_constants_are_sent_under_the_names_that_are_declared() -> None:
    made = entry(
        "create_refund",
        query={"dry_run": {"const": False}, "n": {"const": 2}},
        body={"total": "amount.value", "currency": "amount.currency", "why": "reason", "notify": {"const": True}},
    )
    without = {name: value for name, value in ARGS.items() if name != "reason"}
    assert sent(made, without) == (
        "/orders/O123/refunds?dry_run=false&n=2",
        {"total": "129.00", "currency": "EUR", "notify": True},
    )


def test_a_query_has_no_lists_and_no_objects() -> None:
    made = entry("create_refund", query={"amount": "amount", "reason": "reason"})
    assert call_faults(made, ARGS) == ("amount: a list or an object cannot stand in a query",)


@pytest.mark.parametrize(("method", "body"), [("POST", b"{}"), ("PUT", b"{}"), ("DELETE", None)])
def test_a_call_without_arguments_to_send_has_an_empty_object_unless_it_deletes(
    method: str, body: bytes | None
) -> None:
    made = entry("create_refund", method=method, arguments=ORDER, slots={}, amount=None)
    assert prepare(made, {"order_id": "O123"}, key="key-1", secret=None).body == body


def test_headers_are_the_secret_the_key_and_nothing_else() -> None:
    made = entry("create_refund", idempotency_header="X-Request-Key")
    assert prepare(made, ARGS, key="key-1", secret="s3cret").headers == {
        "Authorization": "Bearer s3cret",
        "X-Request-Key": "key-1",
        "Content-Type": "application/json",
    }
    read = entry("query_order", auth={"header": "X-Api-Key", "secret": "env:K"})
    assert prepare(read, {"order_id": "O1"}, key=None, secret="s3cret").headers == {"X-Api-Key": "s3cret"}
