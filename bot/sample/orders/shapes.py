"""How the service writes down what it keeps: an effect with its number, its status and the key of the call that had it."""

from __future__ import annotations

import sqlite3
from typing import Any


def money(cents: int) -> dict[str, str]:
    """An amount, exactly."""
    return {"value": f"{cents // 100}.{cents % 100:02}", "currency": "USD"}


def told(head: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The head and every field that has a value."""
    return {**head, **{name: value for name, value in fields.items() if value is not None}}


def case(row: sqlite3.Row) -> dict[str, Any]:
    """A refund or a compensation."""
    prefix = {"refund": "RF", "compensation": "CP"}[row["kind"]]
    return _effect(row, f"{prefix}-{row['number']}", kind=row["kind"], amount=money(row["cents"]), reason=row["reason"])


def change(row: sqlite3.Row) -> dict[str, Any]:
    """A change of an order."""
    return told(
        {"id": f"CH-{row['number']}", "status": "changed", "at": row["at"]},
        kind=row["kind"],
        old=row["old"],
        new=row["new"],
        idempotency_key=row["key"],
    )


def ticket(row: sqlite3.Row) -> dict[str, Any]:
    """A ticket."""
    return _effect(
        row, f"TK-{row['number']}", requester=row["requester"], order_id=row["order_id"], subject=row["subject"]
    )


def access(row: sqlite3.Row) -> dict[str, Any]:
    """A right to use a system."""
    return _effect(row, f"AC-{row['number']}", person=row["person"], system=row["system"], role=row["role"])


def message(row: sqlite3.Row) -> dict[str, Any]:
    """A message in the outbox."""
    return _effect(
        row,
        f"MS-{row['number']}",
        channel=row["channel"],
        sender=row["sender"],
        recipient=row["recipient"],
        subject=row["subject"],
        text=row["text"],
    )


def _effect(row: sqlite3.Row, number: str, **fields: Any) -> dict[str, Any]:
    return told({"id": number, "status": row["status"], "at": row["at"]}, **fields, idempotency_key=row["key"])
