"""The program as an operator runs it: processes, started, stopped and killed."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.memory.clock import RandomIds, SystemClock
from tests.doubles.slack import BOT_TOKEN, SIGNING_SECRET, Driver, SlackDouble
from tests.e2e.forked import Forked
from tests.e2e.launcher import Plan

ROOT = Path(__file__).parent.parent.parent
POLICIES = {
    "hotels.md": """---
title: Travel policy
url: https://policies.example/travel
policy_type: finance_policy
---
# Hotels

A hotel room may cost at most $210 a night before tax. Travel leads approve anything above that amount in writing.
""",
    "leave.md": """---
title: Leave policy
---
# Annual leave

Full-time employees have 30 days of annual leave a year. Unused days lapse at the end of March.
""",
}
HOTEL, HOTEL_QUOTE = "What may a hotel room cost a night?", "A hotel room may cost at most $210 a night before tax."
LEAVE, LEAVE_QUOTE = (
    "How many days of annual leave do I have?",
    "Full-time employees have 30 days of annual leave a year.",
)
APPROVERS = """
version: 1
answers:
  - name: everything
    approvers: [{account: "slack:U01SAM"}, {group: "slack:S01FINANCE"}]
    expires_after: 48h
    cards: ["slack:G01REVIEW"]
"""
CERTAIN = {"MIN_CONFIDENCE": "0", "HIGH_CONFIDENCE": "0", "REVIEW_FLOOR": "0"}
"""Whatever the draft's confidence, it is answered."""
DOUBTFUL = {"MIN_CONFIDENCE": "1", "HIGH_CONFIDENCE": "1", "REVIEW_FLOOR": "0"}
"""Whatever the draft's confidence, it goes to a reviewer."""
_START_SECONDS = 60


@dataclass
class Program:
    """One data folder and the processes that work on it, connected to a Slack double."""

    home: Path
    slack: SlackDouble
    settings: dict[str, str] = field(default_factory=dict)
    approvers: str = APPROVERS
    hours: float = 0.0
    forks: bool = False
    """Servers are forks, which a test may hold up and set ahead; otherwise each is ``python -m bot serve``."""
    process: asyncio.subprocess.Process | Forked | None = None
    url: str = ""

    @property
    def log(self) -> str:
        """Everything the servers of this folder wrote to standard error."""
        return (self.home / "server.log").read_text(encoding="utf-8", errors="replace")

    def environment(self) -> dict[str, str]:
        approvals = self.home / "approvers.yml"
        approvals.write_text(self.approvers, encoding="utf-8")
        ours = {
            "HOME": str(self.home),
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_SIGNING_SECRET": SIGNING_SECRET,
            "SLACK_API_URL": self.slack.api_url,
            "APPROVALS_FILE": str(approvals),
            "PORT": "0",
            "WHOM_TO_ASK": "Ask Compliance.",
            **self.settings,
        }
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("COUNTERSIGN_")}
        return {
            **inherited,
            "HF_HUB_OFFLINE": "1",
            "PYTHONUNBUFFERED": "1",
            **{f"COUNTERSIGN_{name}": value for name, value in ours.items()},
        }

    async def start(self, *, held_at: str | None = None, fails: str | None = None) -> Driver:
        """Starts the server and waits until it listens, or stands still before; the people who talk to it over HTTP."""
        self._still.unlink(missing_ok=True)
        before = len(self.log) if (self.home / "server.log").exists() else 0
        if self.forks:
            plan = Plan(str(self._still), held_at, self.hours, fails)
            self.process = Forked(plan, self.environment(), self.home / "server.log")
        else:
            with open(self.home / "server.log", "ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "bot",
                    "serve",
                    cwd=ROOT,
                    env=self.environment(),
                    stdin=-3,
                    stdout=-3,
                    stderr=log,
                )
        deadline = time.monotonic() + _START_SECONDS
        while not (found := re.search(r"Listening on (\S+)", self._said(before))) and not self.is_still:
            assert self.process.returncode is None, self._said(before)
            assert time.monotonic() < deadline, self._said(before)
            await asyncio.sleep(0.05)
        self.url = found[1] if found else ""
        return self.people

    @property
    def people(self) -> Driver:
        """Those who talk to the server that runs now."""
        return Driver(self.slack, f"{self.url}/slack/events")

    @property
    def is_still(self) -> bool:
        """Whether a held server has reached its boundary."""
        return self._still.exists()

    def later(self, hours: float) -> None:
        """Time passes, for the servers that are started from now on and for Slack."""
        self.hours += hours
        self.slack.workspace.advance(hours * 3600)

    async def stands_still(self) -> None:
        """Waits until a held server has reached its boundary."""
        async with asyncio.timeout(30):
            while not self.is_still:
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """``kill -9``."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """SIGTERM; the exit status."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
        async with asyncio.timeout(30):
            return await self.process.wait()

    async def run(self, *arguments: str) -> tuple[int, str, str]:
        """Another command on the same data folder: exit status, standard output, standard error."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *arguments, cwd=ROOT, env=self.environment(), stdin=-3, stdout=-1, stderr=-1
        )
        async with asyncio.timeout(_START_SECONDS):
            out, err = await process.communicate()
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The records, beside the server."""
        url = self.settings.get("DATABASE_URL") or f"sqlite:///{self.home / 'countersign.db'}"
        store = Store(create_engine(url), SystemClock(), RandomIds())
        try:
            yield store
        finally:
            await store.close()

    async def audited(self) -> list[str]:
        """The kinds of the audit rows after the documents'; the chain is whole."""
        async with self.store() as store:
            assert (await store.audit.verify()).faults == ()
            return [row.kind async for row in store.audit.rows() if row.kind != "documents"]

    def _said(self, before: int) -> str:
        return self.log[before:] if (self.home / "server.log").exists() else ""

    @property
    def _still(self) -> Path:
        return self.home / "still"
