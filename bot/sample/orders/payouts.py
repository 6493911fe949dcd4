"""Refunds and compensations: money that goes back to a customer."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Any

from bot.sample.orders import reading, shapes
from bot.sample.orders.bodies import Payout
from bot.sample.orders.refusals import Code, Refusal

LIMIT = 150000
"""Cents of compensation that the Head of Customer Care may give; more is not given here (compensation, section 5)."""


def refund(db: sqlite3.Connection, order_id: str, body: Payout, key: str, now: datetime) -> dict[str, Any]:
    """Requests a refund: never more than was paid, all refunds of the order together."""
    order = reading.order_row(db, order_id)
    if order["paid_at"] is None:
        raise Refusal(Code.NOT_PAID, "The order has not been paid.")
    left = reading.refundable(db, order)
    if left == 0:
        raise Refusal(Code.NOTHING_TO_REFUND, "All that was paid has been refunded, or its refund has been requested.")
    if not 0 < body.amount.cents <= left:
        raise Refusal(Code.OVER_REFUNDABLE, f"Up to {shapes.money(left)['value']} USD can be refunded.")
    return _case(db, order["id"], "refund", "refund_requested", body, key, now)


def compensate(db: sqlite3.Connection, order_id: str, body: Payout, key: str, now: datetime) -> dict[str, Any]:
    """Issues a voucher, once for an order."""
    order = reading.order_row(db, order_id)
    if db.execute("SELECT 1 FROM cases WHERE order_id = ? AND kind = 'compensation'", (order["id"],)).fetchone():
        raise Refusal(Code.ALREADY_COMPENSATED, "The order has been compensated.")
    if not 0 < body.amount.cents <= LIMIT:
        raise Refusal(Code.OVER_LIMIT, f"Up to {shapes.money(LIMIT)['value']} USD can be given.")
    return _case(db, order["id"], "compensation", "compensated", body, key, now)


def _case(
    db: sqlite3.Connection, order_id: str, kind: str, status: str, body: Payout, key: str, now: datetime
) -> dict[str, Any]:
    written = db.execute(
        "INSERT INTO cases (order_id, kind, cents, reason, status, at, key) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *",
        (order_id, kind, body.amount.cents, body.reason, status, now.isoformat(), key),
    ).fetchone()
    return shapes.case(written)
