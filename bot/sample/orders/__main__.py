"""``python -m bot.sample.orders``: the service by itself."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import web

from bot.sample.orders import PORT, TOKEN
from bot.sample.orders.database import Database
from bot.sample.orders.seeding import ASKER, fill
from bot.sample.orders.server import application


def main() -> None:
    """Runs until SIGTERM or SIGINT, with ``--until-eof`` also until standard input ends."""
    parser = argparse.ArgumentParser(
        "python -m bot.sample.orders", description=f"The sample company's order service. Its token is in {TOKEN}."
    )
    parser.add_argument("--database", type=Path, required=True, help="its SQLite file; made, with orders, if missing")
    parser.add_argument("--port", type=int, default=PORT, help="on the loopback interface; 0 for any free one")
    parser.add_argument("--asker", default=ASKER, metavar="EMAIL", help="whose most of the orders of a new file are")
    parser.add_argument("--faults", action="store_true", help="can be told to fail: for tests only")
    parser.add_argument("--until-eof", action="store_true", help="ends with whoever holds its standard input")
    given = parser.parse_args()
    token = os.environ.get(TOKEN, "").strip()
    if not token:
        parser.error(f"set {TOKEN} to the token that callers have to send")
    asyncio.run(_serve(given, token))


async def _serve(given: argparse.Namespace, token: str) -> None:
    database = Database(given.database)
    await database.open(lambda db: fill(db, datetime.now(UTC), given.asker))
    runner = web.AppRunner(application(database, token, faults=given.faults), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", given.port).start()
        print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)  # noqa: T201 - whoever started it waits for this
        await _told_to_stop(until_eof=given.until_eof)
    finally:
        await runner.cleanup()
        await database.close()


async def _told_to_stop(*, until_eof: bool) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if until_eof:
        loop.add_reader(sys.stdin.fileno(), _at_eof, stop)
    await stop.wait()
    if until_eof:
        loop.remove_reader(sys.stdin.fileno())


def _at_eof(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 1024):
        stop.set()


if __name__ == "__main__":
    main()
