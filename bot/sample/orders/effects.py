"""What else a caller can have done: to an order before it leaves, and a ticket, an access, a message."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Any

from bot.sample.orders import reading, shapes
from bot.sample.orders.bodies import AddressChange, Cancellation, Grant, ItemChange, Message, Ticket
from bot.sample.orders.refusals import Code, Refusal

SYSTEMS = ("BuyPoint", "LedgerDesk", "PeopleHub", "TripDesk")


def cancel(db: sqlite3.Connection, order_id: str, body: Cancellation, key: str, now: datetime) -> dict[str, Any]:
    """Stops an order that has not left (Orders and Delivery Policy, 3.1 and 3.2).

    Money is not touched: a refund is released by whoever may release its amount.
    """
    order = _changeable(db, order_id)
    db.execute("UPDATE orders SET status = 'cancelled', cancellation_key = ? WHERE id = ?", (key, order["id"]))
    return {"order_id": order["id"], "status": "cancelled", "reason": body.reason, "idempotency_key": key}


def change_item(db: sqlite3.Connection, order_id: str, body: ItemChange, key: str, now: datetime) -> dict[str, Any]:
    """Another size or colour of an item, before the order leaves."""
    order = _changeable(db, order_id)
    items = db.execute("SELECT * FROM items WHERE order_id = ?", (order["id"],)).fetchall()
    item = next((item for item in items if item["name"].casefold() == body.item.casefold()), None)
    if item is None:
        raise Refusal(Code.NO_SUCH_ITEM, "The order has no item of that name.")
    place = (order["id"], item["name"])
    db.execute("UPDATE items SET variant = ? WHERE order_id = ? AND name = ?", (body.variant, *place))
    old, new = (f"{item['name']}, {variant}" for variant in (item["variant"], body.variant))
    return _changed(db, order["id"], "item", old, new, key, now)


def change_address(
    db: sqlite3.Connection, order_id: str, body: AddressChange, key: str, now: datetime
) -> dict[str, Any]:
    """Another address, once, within the same state, before the order leaves (Orders and Delivery Policy, 3.1)."""
    order = _changeable(db, order_id)
    if db.execute("SELECT 1 FROM changes WHERE order_id = ? AND kind = 'address'", (order["id"],)).fetchone():
        raise Refusal(Code.ADDRESS_ALREADY_CHANGED, "The address has been changed once before.")
    if _state(body.address) != _state(order["address"]):
        raise Refusal(Code.OTHER_STATE, "The new address is in another state.")
    db.execute("UPDATE orders SET address = ? WHERE id = ?", (body.address, order["id"]))
    return _changed(db, order["id"], "address", order["address"], body.address, key, now)


def open_ticket(db: sqlite3.Connection, body: Ticket, key: str, now: datetime) -> dict[str, Any]:
    """Hands something to Customer Care, about one of the requester's own orders or about none."""
    order = reading.order_row(db, body.order_id) if body.order_id else None
    if order and order["customer_email"] != body.requester.lower():
        raise Refusal(Code.OF_SOMEBODY_ELSE, "The order is somebody else's.")
    written = db.execute(
        "INSERT INTO tickets (requester, order_id, subject, text, status, at, key) "
        "VALUES (?, ?, ?, ?, 'open', ?, ?) RETURNING *",
        (body.requester.lower(), order and order["id"], body.subject, body.text, now.isoformat(), key),
    ).fetchone()
    return shapes.ticket(written)


def grant(db: sqlite3.Connection, body: Grant, key: str, now: datetime) -> dict[str, Any]:
    """Gives access to one of the company's systems."""
    system = next((system for system in SYSTEMS if system.casefold() == body.system.casefold()), None)
    if system is None:
        raise Refusal(Code.NOT_GRANTABLE, f"Access is granted to {', '.join(SYSTEMS)}.")
    held = (body.person.lower(), system, body.role)
    if db.execute("SELECT 1 FROM grants WHERE (person, system, role) = (?, ?, ?)", held).fetchone():
        raise Refusal(Code.ALREADY_GRANTED, "The person has that access.")
    written = db.execute(
        "INSERT INTO grants (person, system, role, reason, status, at, key) "
        "VALUES (?, ?, ?, ?, 'granted', ?, ?) RETURNING *",
        (*held, body.reason, now.isoformat(), key),
    ).fetchone()
    return shapes.access(written)


def send(channel: str, db: sqlite3.Connection, body: Message, key: str, now: datetime) -> dict[str, Any]:
    """Puts a message into the outbox; ``channel``: email, sms or enterprise_wechat."""
    written = db.execute(
        "INSERT INTO outbox (channel, sender, recipient, subject, text, status, at, key) "
        "VALUES (?, ?, ?, ?, ?, 'sent', ?, ?) RETURNING *",
        (channel, body.sender.lower(), body.recipient, body.subject, body.text, now.isoformat(), key),
    ).fetchone()
    return shapes.message(written)


def _changeable(db: sqlite3.Connection, order_id: str) -> sqlite3.Row:
    order = reading.order_row(db, order_id)
    if order["status"] == "cancelled":
        raise Refusal(Code.ALREADY_CANCELLED, "The order has been cancelled.")
    if order["shipment"] is not None:
        raise Refusal(Code.ALREADY_DISPATCHED, "The order has left the warehouse.")
    return order


def _changed(
    db: sqlite3.Connection, order_id: str, kind: str, old: str, new: str, key: str, now: datetime
) -> dict[str, Any]:
    written = db.execute(
        "INSERT INTO changes (order_id, kind, old, new, at, key) VALUES (?, ?, ?, ?, ?, ?) RETURNING *",
        (order_id, kind, old, new, now.isoformat(), key),
    ).fetchone()
    return shapes.change(written)


def _state(address: str) -> str:
    """Of ``12 Elm Street, Madison, WI 53703``: WI."""
    return address.rsplit(", ", 1)[-1].split(maxsplit=1)[0]
