"""No library that is loaded on the way takes the program's log lines away."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.doubles.slack import Http
from tests.e2e.program import CERTAIN, HOTEL, HOTEL_QUOTE, POLICIES, ROOT, Program
from tests.e2e.test_terminal import environment

pytestmark = [pytest.mark.kill, pytest.mark.model]

LOG_AFTERWARDS = """
import logging, sys, structlog
from bot.cli import main
for arguments in (["ingest", sys.argv[1]], ["ask", sys.argv[2]]):
    assert main(arguments) == 0
for name in ("bot.server", "bot.durable", "adapters.index.chroma", "countersign.slack", "core"):
    structlog.get_logger(name).warning(f"heard from {name}")
    logging.getLogger(name).warning(f"also from {name}")
"""


async def test_the_server_still_logs_after_start_and_a_question(program: Program) -> None:
    program.settings = CERTAIN
    people, workspace = await program.start(), program.slack.workspace
    asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    await workspace.until(lambda: any(HOTEL_QUOTE in m.words for m in workspace.thread("C01GENERAL", asked.message.ts)))
    refused = await Http(f"{program.url}/slack/events").send(b"[]", {"Content-Type": "application/json"})
    assert refused.status == 400
    assert await program.stop() == 0
    assert "a signed request of Slack's could not be read" in program.log


def test_ask_still_logs_after_migration_model_index_and_launch(tmp_path: Path) -> None:
    policies = tmp_path / "policies"
    policies.mkdir()
    for name, text in POLICIES.items():
        (policies / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LOG_AFTERWARDS, str(policies), HOTEL],
        cwd=ROOT,
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("heard from ") == 5
    assert done.stderr.count("also from ") == 5
