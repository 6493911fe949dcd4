"""What tests see and set from outside: failures to come, and everything that callers had done."""

from __future__ import annotations

import sqlite3
from typing import Any

from aiohttp import web
from pydantic import ValidationError

from bot.sample.orders.database import Database
from bot.sample.orders.faults import FAULTS, Faults, Order
from bot.sample.orders.refusals import Code, Refusal

EFFECTS = ("cases", "changes", "tickets", "grants", "outbox")


def add_control(app: web.Application, database: Database, faults: Faults) -> None:
    """Adds ``POST`` and ``DELETE /control/faults`` and ``GET /control/effects``."""

    async def add(request: web.Request) -> web.Response:
        try:
            order = Order.model_validate_json(await request.read())
            faults.add(order)
        except (ValidationError, KeyError) as error:
            raise Refusal(Code.INVALID, f"Give fault, one of {', '.join(FAULTS)}.", 400) from error
        return web.json_response(order.model_dump())

    async def clear(_: web.Request) -> web.Response:
        faults.clear()
        return web.json_response({})

    async def effects(_: web.Request) -> web.Response:
        return web.json_response(await database.read(_effects))

    app.router.add_post("/control/faults", add)
    app.router.add_delete("/control/faults", clear)
    app.router.add_get("/control/effects", effects)


def _effects(db: sqlite3.Connection) -> dict[str, Any]:
    """The rows that callers made, by table; cancellations are in ``orders``."""
    made = {table: f"SELECT * FROM {table} WHERE key IS NOT NULL ORDER BY number" for table in EFFECTS}  # noqa: S608
    made["orders"] = "SELECT id, cancellation_key AS key FROM orders WHERE cancellation_key IS NOT NULL ORDER BY id"
    made["requests"] = "SELECT key, operation FROM requests ORDER BY at"
    return {table: [dict(row) for row in db.execute(statement)] for table, statement in made.items()}
