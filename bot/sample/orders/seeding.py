"""Fills an empty database with the orders of ``seeds.yml``."""

from __future__ import annotations

import sqlite3
from datetime import datetime, time
from pathlib import Path
from typing import Any

import yaml

from bot.sample.orders.promises import COMPANY, plus_business_days

SEEDS = Path(__file__).with_name("seeds.yml")
DOMAIN = "meridian.example"
ASKER = f"you@{DOMAIN}"
"""Whoever sits at the terminal of the local default."""


def fill(db: sqlite3.Connection, now: datetime, asker: str = ASKER) -> None:
    """Writes every order. ``asker`` is the e-mail of the person that most of them belong to."""
    for order in yaml.safe_load(SEEDS.read_text(encoding="utf-8")):
        _order(db, order, now, asker)


def _order(db: sqlite3.Connection, order: dict[str, Any], now: datetime, asker: str) -> None:
    paid = order.get("paid")
    name = order["customer"]
    email, called = (asker.lower(), "You") if name == "asker" else (f"{name}@{DOMAIN}", name.title())
    placed_at = _ago(now, paid if paid is not None else 1, 9)
    head = (order["id"], email, called, order["service"], order.get("status", "open"), order["address"], placed_at)
    _insert(db, "orders", *head, None)
    for item in order["items"]:
        _insert(db, "items", order["id"], item["name"], item["variant"], item.get("quantity", 1), item["cents"])
    total = sum(item.get("quantity", 1) * item["cents"] for item in order["items"])
    _insert(db, "payments", order["id"], order["method"], total, None if paid is None else _ago(now, paid, 10))
    if shipment := order.get("shipment"):
        left, arrived = shipment["dispatched"], shipment.get("delivered")
        number = f"PW{order['id'][1:]}0000US"
        moments = (_ago(now, left, 16), None if arrived is None else _ago(now, arrived, 15))
        _insert(db, "shipments", order["id"], "ParcelWay", number, shipment["status"], *moments)
    for ago, what in order.get("movements", ()):
        _insert(db, "movements", order["id"], _ago(now, ago, 15), what)
    for case in order.get("cases", ()):
        details = (case["kind"], case["cents"], case["reason"], case["status"], _ago(now, case["ago"], 11))
        _insert(db, "cases", None, order["id"], *details, None)


def _ago(now: datetime, business_days: int, hour: int) -> str:
    """A moment of the company's day, so many business days ago; never later than now."""
    day = plus_business_days(now.astimezone(COMPANY).date(), -business_days)
    moment = datetime.combine(day, time(hour), COMPANY).astimezone(now.tzinfo)
    return min(moment, now).isoformat()


def _insert(db: sqlite3.Connection, table: str, *values: Any) -> None:
    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)  # noqa: S608 - our own names
