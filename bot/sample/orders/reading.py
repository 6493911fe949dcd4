"""What the service says of what is so: one JSON object a question. Fields without a value are left out."""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime
from typing import Any

from bot.sample.orders import promises, shapes
from bot.sample.orders.refusals import Code, Refusal
from bot.sample.orders.shapes import money, told

_ORDER = """
SELECT orders.*, payments.method, payments.cents, payments.paid_at, shipments.status AS shipment,
    shipments.carrier, shipments.tracking_number, shipments.dispatched_at, shipments.delivered_at
FROM orders JOIN payments ON payments.order_id = orders.id LEFT JOIN shipments ON shipments.order_id = orders.id
WHERE orders.id = ?
"""


def order_row(db: sqlite3.Connection, order_id: str) -> sqlite3.Row:
    """An order with its payment and its shipment. Raises Refusal."""
    found = db.execute(_ORDER, (order_id.strip().upper(),)).fetchone()
    if not isinstance(found, sqlite3.Row):
        raise Refusal(Code.NOT_FOUND, "There is no such order.", 404)
    return found


def order(db: sqlite3.Connection, order_id: str, now: datetime) -> dict[str, Any]:
    """The order, what has become of it, and what was promised."""
    row = order_row(db, order_id)
    items = db.execute("SELECT * FROM items WHERE order_id = ? ORDER BY name", (row["id"],)).fetchall()
    changes = db.execute("SELECT * FROM changes WHERE order_id = ? ORDER BY number", (row["id"],)).fetchall()
    paid_at = _moment(row["paid_at"])
    return told(
        _of(row),
        status=_status(row),
        payment_status=_payment_status(db, row),
        shipment_status=_shipment_status(row),
        dispatch="dispatch_overdue" if _overdue(row, now) else None,
        items=[
            {"name": item["name"], "variant": item["variant"], "quantity": item["quantity"], **_price(item)}
            for item in items
        ],
        total=money(row["cents"]),
        service=row["service"],
        address=row["address"],
        placed_at=row["placed_at"],
        dispatch_due=promises.dispatch_due(row["service"], paid_at).isoformat() if paid_at else None,
        delivery_due=promises.delivery_due(row["service"], paid_at).isoformat() if paid_at else None,
        cancellation={"idempotency_key": row["cancellation_key"]} if row["cancellation_key"] else None,
        changes=[shapes.change(one) for one in changes],
    )


def payment(db: sqlite3.Connection, order_id: str, now: datetime) -> dict[str, Any]:
    """What was paid, and how much of it can still be given back."""
    row = order_row(db, order_id)
    return told(
        _of(row),
        status=_payment_status(db, row),
        method=row["method"],
        amount=money(row["cents"]),
        paid_at=row["paid_at"],
        refundable=money(refundable(db, row)),
    )


def logistics(db: sqlite3.Connection, order_id: str, now: datetime) -> dict[str, Any]:
    """What the carrier's record shows."""
    row = order_row(db, order_id)
    movements = db.execute("SELECT at, what FROM movements WHERE order_id = ? ORDER BY at", (row["id"],)).fetchall()
    status = {"delivered": "delivered", "returned": "returned_to_sender", "lost": "exception"}.get(
        row["shipment"] or "", "in_transit" if movements else "no_trace"
    )
    return told(
        _of(row),
        status=status,
        carrier=row["carrier"],
        tracking_number=row["tracking_number"],
        dispatched_at=row["dispatched_at"],
        delivered_at=row["delivered_at"],
        movements=[dict(one) for one in movements],
    )


def after_sales(db: sqlite3.Connection, order_id: str, now: datetime) -> dict[str, Any]:
    """Refunds and compensations. ``status`` is the latest refund's, else the compensation's, else ``none``."""
    row = order_row(db, order_id)
    cases = db.execute("SELECT * FROM cases WHERE order_id = ? ORDER BY number", (row["id"],)).fetchall()
    latest = {one["kind"]: shapes.case(one) for one in cases}
    foremost = latest.get("refund") or latest.get("compensation")
    return told(
        _of(row),
        status=foremost["status"] if foremost else "none",
        refund=latest.get("refund"),
        compensation=latest.get("compensation"),
        compensation_offer=_offer(row, now),
        cases=[shapes.case(one) for one in cases],
    )


def tickets(db: sqlite3.Connection, order_id: str | None, requester: str | None) -> dict[str, Any]:
    """Those of an order, or of a person, or of both; the last is the latest."""
    if not order_id and not requester:
        raise Refusal(Code.INVALID, "Give order_id or requester.", 400)
    row = order_row(db, order_id) if order_id else None
    found = db.execute(
        "SELECT * FROM tickets WHERE (?1 IS NULL OR order_id = ?1) AND (?2 IS NULL OR requester = ?2) ORDER BY number",
        (row["id"] if row else None, requester.lower() if requester else None),
    ).fetchall()
    return told(
        _of(row) if row else {"customer": {"email": (requester or "").lower()}},
        status=found[-1]["status"] if found else "none",
        tickets=[shapes.ticket(one) for one in found],
    )


def grants(db: sqlite3.Connection, person: str, system: str | None) -> dict[str, Any]:
    """What a person may use."""
    found = db.execute(
        "SELECT * FROM grants WHERE person = ?1 AND (?2 IS NULL OR system = ?2 COLLATE NOCASE) ORDER BY number",
        (person.lower(), system),
    ).fetchall()
    status = found[-1]["status"] if found else "none"
    return {"person": person.lower(), "status": status, "grants": [shapes.access(one) for one in found]}


def messages(db: sqlite3.Connection, sender: str, recipient: str) -> dict[str, Any]:
    """What somebody had put into the outbox for somebody, on any channel."""
    found = db.execute(
        "SELECT * FROM outbox WHERE sender = ? AND recipient = ? ORDER BY number", (sender.lower(), recipient)
    ).fetchall()
    return {
        "sender": sender.lower(),
        "recipient": recipient,
        "status": found[-1]["status"] if found else "not_sent",
        "messages": [shapes.message(one) for one in found],
    }


def request(db: sqlite3.Connection, key: str) -> dict[str, Any]:
    """What a call with this key did. Raises Refusal where none had an effect."""
    found = db.execute("SELECT * FROM requests WHERE key = ?", (key,)).fetchone()
    if found is None:
        raise Refusal(Code.NOT_FOUND, "No call with this key had an effect.", 404)
    answer = json.loads(found["answer"])
    return {"idempotency_key": key, "operation": found["operation"], "at": found["at"], "answer": answer}


def refundable(db: sqlite3.Connection, row: sqlite3.Row) -> int:
    """Cents that were paid and neither refunded nor requested."""
    taken = db.execute(
        "SELECT coalesce(sum(cents), 0) FROM cases WHERE order_id = ? AND kind = 'refund' AND status != 'refund_rejected'",
        (row["id"],),
    ).fetchone()[0]
    return max(0, row["cents"] - int(taken)) if row["paid_at"] else 0


def _of(row: sqlite3.Row) -> dict[str, Any]:
    """Whose order an answer is about; every answer about an order begins with it."""
    return {"order_id": row["id"], "customer": {"email": row["customer_email"], "name": row["customer_name"]}}


def _price(item: sqlite3.Row) -> dict[str, Any]:
    return {"price": money(item["cents"])}


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _status(row: sqlite3.Row) -> str:
    if row["status"] == "cancelled":
        return "cancelled"
    if row["paid_at"] is None:
        return "awaiting_payment"
    return "processing" if row["shipment"] is None else {"lost": "shipped"}.get(row["shipment"], row["shipment"])


def _payment_status(db: sqlite3.Connection, row: sqlite3.Row) -> str:
    """``refunded`` only when all of it has gone back; until then it is paid."""
    if row["paid_at"] is None:
        return "unpaid"
    back = db.execute(
        "SELECT coalesce(sum(cents), 0) FROM cases WHERE order_id = ? AND kind = 'refund' AND status = 'refunded'",
        (row["id"],),
    ).fetchone()[0]
    return "refunded" if int(back) >= row["cents"] > 0 else "paid"


def _shipment_status(row: sqlite3.Row) -> str:
    status = row["shipment"] or "not_shipped"
    return {"lost": "shipped"}.get(status, str(status))


def _overdue(row: sqlite3.Row, now: datetime) -> bool:
    """Whether an order that should be on its way has not left, by the company's own doing."""
    paid_at = _moment(row["paid_at"])
    if paid_at is None or row["shipment"] is not None or row["status"] == "cancelled":
        return False
    return promises.overdue(row["service"], paid_at, now)


def _offer(row: sqlite3.Row, now: datetime) -> dict[str, str] | None:
    """What a delay of the order is worth by the Complaints and Compensation Policy, 4.1; None if nothing."""
    paid_at = _moment(row["paid_at"])
    if paid_at is None or row["status"] == "cancelled":
        return None
    cents = promises.delay_cents(row["cents"], row["service"], paid_at, _moment(row["delivered_at"]) or now)
    return money(cents) if cents else None
