"""A server as a fork of a process that has imported everything: the same code and a real process, to be killed many times.

Starting one takes a fraction of what ``python -m bot serve`` takes, most of which is imports.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from pathlib import Path

from tests.e2e.launcher import Plan, serve

_SERVERS = multiprocessing.get_context("forkserver")
_SERVERS.set_forkserver_preload(["tests.e2e.preloaded"])


class Forked:
    """As ``asyncio.subprocess.Process`` has it, as far as a program under test needs it."""

    def __init__(self, plan: Plan, environment: dict[str, str], log: Path) -> None:
        self._process = _SERVERS.Process(target=_run, args=(plan, environment, log), daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    async def wait(self) -> int:
        while self._process.exitcode is None:
            await asyncio.sleep(0.01)
        return self._process.exitcode


def _run(plan: Plan, environment: dict[str, str], log: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(file, 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(serve(plan))
