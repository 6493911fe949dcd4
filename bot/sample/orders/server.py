"""The service over HTTP."""

from __future__ import annotations

import hmac
import logging
import re
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from aiohttp import web
from pydantic import ValidationError

from bot.sample.orders.control import add_control
from bot.sample.orders.database import Database
from bot.sample.orders.failing import Perform, Saboteur, error
from bot.sample.orders.faults import Faults
from bot.sample.orders.once import once
from bot.sample.orders.operations import READINGS, WRITINGS, Reading, Work, Writing
from bot.sample.orders.refusals import Code, Refusal

log = logging.getLogger(__name__)
KEY_HEADER = "Idempotency-Key"
MAX_BODY = 64 * 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Now = Callable[[], datetime]


def application(
    database: Database, token: str, *, faults: bool = False, now: Now = lambda: datetime.now(UTC)
) -> web.Application:
    """The service on an open database. Every caller but of ``/healthz`` sends ``Authorization: Bearer`` and the token.

    ``faults`` adds the endpoint that makes it fail: for tests only.
    """
    app = web.Application(middlewares=[_errors, _authorized(token)], client_max_size=MAX_BODY)
    service = _Service(database, now)
    app.router.add_get("/healthz", _healthz)
    for reading in READINGS:
        app.router.add_get(reading.path, service.reading(reading))
    for writing in WRITINGS:
        app.router.add_route(writing.method, writing.path, service.writing(writing))
    if faults:
        add_control(app, database, service.faults)
    app.on_cleanup.append(service.close)
    return app


class _Service:
    def __init__(self, database: Database, now: Now) -> None:
        self.faults = Faults()
        self._database = database
        self._now = now
        self._saboteur = Saboteur()

    async def close(self, _: web.Application) -> None:
        await self._saboteur.close()

    def reading(self, asked: Reading) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            work = asked.ask(request, self._now())

            async def perform(before_commit: Callable[[], None] | None = None) -> dict[str, Any]:
                return await self._database.read(work)

            return await self._answer(request, asked.name, perform)

        return handle

    def writing(self, asked: Writing) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            work = await self._work(request, asked)

            async def perform(before_commit: Callable[[], None] | None = None) -> dict[str, Any]:
                def until_commit(db: sqlite3.Connection) -> dict[str, Any]:
                    answer = work(db)
                    if before_commit:
                        before_commit()
                    return answer

                return await self._database.write(until_commit)

            return await self._answer(request, asked.name, perform)

        return handle

    async def _work(self, request: web.Request, asked: Writing) -> Work:
        """What a writing call does. Raises Refusal where its key or its body is none."""
        key = request.headers.get(KEY_HEADER, "")
        if not re.fullmatch(r"[!-~]{1,255}", key):
            raise Refusal(Code.KEY_MISSING, f"Send a key of 1 to 255 visible characters as {KEY_HEADER}.", 400)
        try:
            body = asked.body.model_validate_json(await request.read())
        except ValidationError as fault:
            first = fault.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the body"
            raise Refusal(Code.INVALID, f"{where}: {first['msg']}.", 400) from fault
        order_id, now = request.match_info.get("order_id", "").upper(), self._now()
        sent = {"order_id": order_id, "body": body.model_dump(mode="json")}
        return lambda db: once(db, key, asked.name, sent, now, lambda db: asked.effect(db, order_id, body, key, now))

    async def _answer(self, request: web.Request, name: str, perform: Perform) -> web.StreamResponse:
        if failing := self.faults.next(name):
            return await self._saboteur.answer(request, *failing, perform)
        return web.json_response(await perform())


async def _healthz(_: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})


def _authorized(token: str) -> Any:
    wanted = f"Bearer {token}".encode()

    @web.middleware
    async def authorized(request: web.Request, handler: Handler) -> web.StreamResponse:
        sent = request.headers.get("Authorization", "").encode(errors="replace")
        if request.path != "/healthz" and not hmac.compare_digest(sent, wanted):
            raise Refusal(Code.UNAUTHORIZED, "Send the service's token as a bearer token.", 401)
        return await handler(request)

    return authorized


@web.middleware
async def _errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every no is JSON. What the database could not do has not been done."""
    try:
        return await handler(request)
    except Refusal as refusal:
        return error(refusal.status, refusal.code, refusal.message)
    except web.HTTPException as fault:
        code = Code.NOT_FOUND if fault.status == 404 else Code.INVALID
        return error(fault.status, code, "There is nothing there." if fault.status == 404 else fault.reason)
    except sqlite3.OperationalError:
        log.exception("the database cannot be used")
        return error(503, Code.UNAVAILABLE, "The service cannot reach its data. Try again.")
