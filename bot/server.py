"""The server: one aiohttp application for Slack, Teams, health and metrics, around the durable workflows."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

import structlog
from aiohttp import web

from bot import metrics as exposition
from bot.bootstrap import Application
from bot.durable import SERVE, threads_left
from bot.metrics import Metrics
from bot.settings import Settings
from bot.single import only_server
from bot.surfaces import ADDRESSES, Chat, Products
from bot.workflows import Workflows
from core.domain.approval import ApprovalState
from core.domain.document import Scope
from core.domain.request import SurfaceName
from core.errors import ConfigurationError, CountersignError, SurfaceError
from core.ports.surface import Surface

log = structlog.get_logger(__name__)
Announce = Callable[[str], None]

MAX_BODY = 1024 * 1024
_CHECK_SECONDS = 3.0
_HANDLER_GRACE_SECONDS = 5.0


async def serve(settings: Settings, announce: Announce) -> None:
    """Runs until SIGTERM or SIGINT. What is unfinished then is taken up at the next start.

    Raises ConfigurationError, StoreUnavailable, IndexUnavailable, ModelUnavailable, and SurfaceError if Slack or Teams
    refuses what the bot shows.
    """
    products = Products.of(settings)
    async with only_server(settings), _application(settings, announce) as app:
        await app.same_encoder()
        metrics = Metrics()
        surfaces: dict[SurfaceName, Surface] = {}
        workflows = Workflows(app, surfaces, executor=SERVE, metrics=metrics)
        chats = products.connect(app, workflows)
        for name, chat in chats.items():
            surfaces[name] = chat
            app.directory.attach(name, chat.directory)
            await _check(name, chat, announce)
        if not chats:
            announce("No chat product is set up: set COUNTERSIGN_SLACK_BOT_TOKEN or COUNTERSIGN_TEAMS_APP_ID.")
        await readiness(app)  # loads model and index: the first question does not wait for them
        await workflows.launch()
        try:
            async with _listening(http_application(app, chats, metrics), settings, announce):
                for chat in chats.values():
                    if connected := await chat.listen():
                        announce(connected)
                await _told_to_stop()
                announce("Stopping.")
        finally:
            await workflows.close()
            for chat in chats.values():
                await chat.close()
    if threads_left():
        log.warning("the database is lost, and threads that wait for it are left behind")
        logging.shutdown()
        os._exit(0)  # everything is closed, and what is unfinished is on record


def http_application(app: Application, chats: Mapping[SurfaceName, Chat], metrics: Metrics) -> web.Application:
    """The routes. A chat product's address is there only where it is set up."""

    async def health(_: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def ready(_: web.Request) -> web.Response:
        found = await readiness(app)
        return web.json_response(found, status=200 if set(found.values()) == {"ok"} else 503)

    async def measures(_: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                pending = await app.store.approvals.list(ApprovalState.PENDING, limit=10_000)
            metrics.pending_approvals.set(len(pending))
        except (CountersignError, TimeoutError):
            metrics.pending_approvals.set(float("nan"))  # unknown is not none
        return web.Response(body=metrics.render(), headers={"Content-Type": exposition.CONTENT_TYPE})

    http = web.Application(client_max_size=MAX_BODY)
    http.add_routes([web.get("/healthz", health), web.get("/readyz", ready), web.get("/metrics", measures)])
    http.add_routes([web.post(ADDRESSES[name], chat.handle) for name, chat in chats.items()])
    return http


async def readiness(app: Application) -> dict[str, str]:
    """``ok`` or ``down`` for each part a question needs; why it is down goes to the log."""
    somewhere = struct.pack(f"<{app.encoder.dimensions}f", 1.0, *[0.0] * (app.encoder.dimensions - 1))
    checks = {
        "database": app.store.ping(),
        "index": app.index.search(somewhere, 1, Scope(on=app.bench.day(app.clock.now()))),
        "model": app.encoder.encode(["ready"]),
    }
    return dict(zip(checks, await asyncio.gather(*(_up(*check) for check in checks.items())), strict=True))


async def _up(part: str, check: Awaitable[object]) -> str:
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            await check
    except (CountersignError, TimeoutError) as error:
        log.warning("not ready", part=part, problem=str(error) or type(error).__name__)
        return "down"
    return "ok"


async def _check(name: SurfaceName, chat: Chat, announce: Announce) -> None:
    try:
        announce(await chat.check())
    except SurfaceError as error:
        if error.permanent:
            raise
        announce(f"{name.capitalize()} does not answer yet: {error}")


@asynccontextmanager
async def _application(settings: Settings, announce: Announce) -> AsyncIterator[Application]:
    app = await Application.open(settings, own_index=True, announce=announce)
    try:
        yield app
    finally:
        await app.close()


@asynccontextmanager
async def _listening(http: web.Application, settings: Settings, announce: Announce) -> AsyncIterator[None]:
    runner = web.AppRunner(http, access_log=None, shutdown_timeout=_HANDLER_GRACE_SECONDS)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port).start()
        except OSError as error:
            raise ConfigurationError(
                f"Port {settings.port} of {settings.host} cannot be used: {error.strerror}.", "Set COUNTERSIGN_PORT."
            ) from error
        host, port = runner.addresses[0][:2]
        announce(f"Listening on http://{host}:{port}")
        yield
    finally:
        await runner.cleanup()


async def _told_to_stop() -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        await stop.wait()
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
