"""Tools files for the tests, as dictionaries that a test may spoil."""

from __future__ import annotations

import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from aiohttp.abc import AbstractResolver, ResolveResult

from adapters.tools.file import load_tools
from adapters.tools.toolbox import HttpToolbox

SECRET = "ORDERS_TOKEN"
ORDER = {"type": "object", "additionalProperties": False, "required": ["order_id"]} | {
    "properties": {"order_id": {"type": "string", "minLength": 1, "maxLength": 40}}
}
MONEY = {"type": "object", "additionalProperties": False, "required": ["value", "currency"]} | {
    "properties": {
        "value": {"type": "string", "pattern": r"^[0-9]{1,7}\.[0-9]{2}$"},
        "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
    }
}
REFUND = {"type": "object", "additionalProperties": False, "required": ["order_id", "amount"]} | {
    "properties": ORDER["properties"] | {"amount": MONEY, "reason": {"type": "string", "maxLength": 500}}
}
KEYED = {"type": "object", "additionalProperties": False, "required": ["key"]} | {
    "properties": {"key": {"type": "string"}}
}
ARGS = {"order_id": "O123", "amount": {"value": "129.00", "currency": "EUR"}, "reason": "三天没发货"}


def tools(origin: str = "https://orders.example.com", *, private: bool = False, seconds: float = 20) -> dict[str, Any]:
    """Three read-only tools and one that writes."""
    common = {"auth": {"scheme": "Bearer", "secret": f"env:{SECRET}"}, "timeout_seconds": seconds}
    owned = {"tool": "query_order", "field": "owner.email", "equals": "asker.email"}
    return {
        "version": 1,
        "hosts": [{"url": origin, "private": private}],
        "tools": [
            {
                "name": "query_order",
                "risk": "read_only",
                "words": {"title": "Order", "description": "Reads an order"},
                "arguments": ORDER,
                "slots": {"order_id": "order_id"},
                "method": "GET",
                "url": f"{origin}/orders/{{order_id}}",
                "owner": {"field": "owner.email", "equals": "asker.email"},
                "facts": [
                    {"kind": "order_status", "field": "status", "values": {"paid": {"en": "Paid", "zh": "已支付"}}},
                    {"kind": "payment_status", "field": "paid", "values": {True: "Paid in full", False: "Unpaid"}},
                ],
                **common,
            },
            {
                "name": "query_after_sales",
                "risk": "read_only",
                "words": {"title": "After-sales", "description": "Reads refunds"},
                "arguments": ORDER,
                "method": "GET",
                "url": f"{origin}/orders/{{order_id}}/after-sales",
                **common,
            },
            {
                "name": "query_request",
                "risk": "read_only",
                "words": {"title": "Request", "description": "Finds a call by its key"},
                "arguments": KEYED,
                "method": "GET",
                "url": f"{origin}/requests/{{key}}",
                **common,
            },
            {
                "name": "create_refund",
                "risk": "write_high",
                "words": {"title": "Refund", "description": "Refunds", "consequence": "Money goes to the buyer"},
                "arguments": REFUND,
                "slots": {"order_id": "order_id", "amount": "facts.query_order.total", "reason": "issue_reason"},
                "method": "POST",
                "url": f"{origin}/orders/{{order_id}}/refunds",
                "owner": owned,
                "lookup": "query_request",
                "verify": {
                    "tool": "query_after_sales",
                    "field": "status",
                    "in": ["refund_requested", "refunded"],
                    "key": "refunds.-1.key",
                },
                "needs_evidence": True,
                "decision": "refund_allowed",
                "amount": "amount",
                "approvers": "refunds",
                **common,
            },
        ],
    }


def tool(content: dict[str, Any], name: str) -> dict[str, Any]:
    """One tool of such a file."""
    found: dict[str, Any] = next(one for one in content["tools"] if one["name"] == name)
    return found


def written(folder: Path, content: Any) -> Path:
    """The file, on disk."""
    path = folder / "tools.yml"
    path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    return path


def toolbox(folder: Path, content: Any, resolver: AbstractResolver | None = None) -> HttpToolbox:
    """Over such a file."""
    return HttpToolbox(load_tools(written(folder, content)), folder, resolver=resolver)


class Names(AbstractResolver):
    """A name service that may say something else each time; the last answer goes on for ever."""

    def __init__(self, answers: Mapping[str, Sequence[Sequence[str]]]) -> None:
        self._answers = {host: list(given) for host, given in answers.items()}
        self.asked: list[str] = []

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        self.asked.append(host)
        if host not in self._answers:
            raise OSError(None, "no such name")
        given = self._answers[host]
        addresses = given.pop(0) if len(given) > 1 else given[0]
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": socket.AF_INET6 if ":" in address else socket.AF_INET,
                "proto": 0,
                "flags": 0,
            }
            for address in addresses
        ]

    async def close(self) -> None:
        return None
