"""The service as a process of its own beside the program, ended with it however it ends."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from pathlib import Path
from types import TracebackType

from bot.sample.orders import TOKEN
from core.errors import ConfigurationError

_ROOT = Path(__file__).parents[3]
_START_SECONDS = 30.0
_STOP_SECONDS = 5.0


class OrderService:
    """``async with OrderService(database) as service``: it answers at ``service.url`` to ``service.token``.

    Any free port, so that two programs can run at once; both may use one database. The token is made up for each start unless
    the environment has one. ``faults``: it can be told to fail, for tests. ``asker``: whose orders a new database holds.
    """

    def __init__(self, database: Path, *, asker: str | None = None, faults: bool = False, port: int = 0) -> None:
        self.token = os.environ.get(TOKEN, "").strip() or secrets.token_urlsafe(32)
        self.url = ""
        self._options = ["--database", str(database.resolve()), "--port", str(port), "--until-eof"]
        self._options += ["--asker", asker] if asker else []
        self._options += ["--faults"] if faults else []
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Returns when it answers. Raises ConfigurationError if it does not come up."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot.sample.orders", *self._options),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, TOKEN: self.token},
            cwd=_ROOT,
            start_new_session=True,  # Ctrl-C in the terminal is for the program, which then ends this one
        )
        assert self._process.stdout is not None
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), _START_SECONDS)
        except TimeoutError:
            line = b""
        self.url = line.decode().strip()
        if not self.url:
            await self.stop()
            raise ConfigurationError(
                "The sample's order service did not start.", "See above why; its data is in the data folder."
            )

    async def stop(self) -> None:
        """Lets it finish what it does; ends it if that takes too long."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), _STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def kill(self) -> None:
        """``kill -9``, for tests."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def __aenter__(self) -> OrderService:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
