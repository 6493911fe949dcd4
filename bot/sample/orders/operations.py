"""Everything that can be asked of the service: the tools' names, where they are, and what does the work."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from aiohttp import web

from bot.sample.orders import bodies, effects, payouts, reading
from bot.sample.orders.bodies import Body
from bot.sample.orders.refusals import Code, Refusal

B = TypeVar("B", bound=Body)
Work = Callable[[sqlite3.Connection], dict[str, Any]]
Effect = Callable[[sqlite3.Connection, str, Any, str, datetime], dict[str, Any]]


@dataclass(frozen=True)
class Reading:
    """A question. ``ask`` raises Refusal for a query that is none."""

    name: str
    path: str
    ask: Callable[[web.Request, datetime], Work]


@dataclass(frozen=True)
class Writing:
    """Something that is done, with its body and its effect, which is given the order's number, or an empty one."""

    name: str
    method: str
    path: str
    body: type[Body]
    effect: Effect


def _of_order(tell: Callable[[sqlite3.Connection, str, datetime], dict[str, Any]]) -> Any:
    def ask(request: web.Request, now: datetime) -> Work:
        return lambda db: tell(db, request.match_info["order_id"], now)

    return ask


def _tickets(request: web.Request, now: datetime) -> Work:
    query = request.query
    return lambda db: reading.tickets(db, query.get("order_id"), query.get("requester"))


def _grants(request: web.Request, now: datetime) -> Work:
    person = _needed(request, "person")
    return lambda db: reading.grants(db, person, request.query.get("system"))


def _messages(request: web.Request, now: datetime) -> Work:
    sender, recipient = _needed(request, "sender"), _needed(request, "recipient")
    return lambda db: reading.messages(db, sender, recipient)


def _request(request: web.Request, now: datetime) -> Work:
    return lambda db: reading.request(db, request.match_info["key"])


def _needed(request: web.Request, name: str) -> str:
    if value := request.query.get(name):
        return value
    raise Refusal(Code.INVALID, f"Give {name}.", 400)


def _free(effect: Callable[[sqlite3.Connection, B, str, datetime], dict[str, Any]]) -> Effect:
    """An effect that is about no order."""
    return lambda db, _, body, key, now: effect(db, body, key, now)


def _sending(channel: str) -> Effect:
    return _free(partial(effects.send, channel))


READINGS = (
    Reading("query_order", "/orders/{order_id}", _of_order(reading.order)),
    Reading("query_payment", "/orders/{order_id}/payment", _of_order(reading.payment)),
    Reading("query_logistics", "/orders/{order_id}/logistics", _of_order(reading.logistics)),
    Reading("query_after_sales", "/orders/{order_id}/after-sales", _of_order(reading.after_sales)),
    Reading("query_ticket", "/tickets", _tickets),
    Reading("query_access", "/access", _grants),
    Reading("query_message", "/messages", _messages),
    Reading("find_request", "/requests/{key}", _request),
)
WRITINGS = (
    Writing("create_refund", "POST", "/orders/{order_id}/refunds", bodies.Payout, payouts.refund),
    Writing("create_compensation", "POST", "/orders/{order_id}/compensations", bodies.Payout, payouts.compensate),
    Writing("cancel_order", "POST", "/orders/{order_id}/cancellation", bodies.Cancellation, effects.cancel),
    Writing("modify_order", "PATCH", "/orders/{order_id}", bodies.ItemChange, effects.change_item),
    Writing("modify_address", "PUT", "/orders/{order_id}/address", bodies.AddressChange, effects.change_address),
    Writing("create_ticket", "POST", "/tickets", bodies.Ticket, _free(effects.open_ticket)),
    Writing("grant_access", "POST", "/access", bodies.Grant, _free(effects.grant)),
    Writing("send_email", "POST", "/messages/email", bodies.Message, _sending("email")),
    Writing("send_sms", "POST", "/messages/sms", bodies.Message, _sending("sms")),
    Writing(
        "send_enterprise_wechat_message",
        "POST",
        "/messages/enterprise-wechat",
        bodies.Message,
        _sending("enterprise_wechat"),
    ),
)
