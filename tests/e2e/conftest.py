from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.doubles.slack import SlackDouble
from tests.e2e.program import POLICIES, ROOT, Program


@pytest.fixture(scope="session")
def loaded_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the policies in its SQLite database, to be copied."""
    home, policies = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("policies")
    for name, text in POLICIES.items():
        (policies / name).write_text(text, encoding="utf-8")
    ingest(policies, {"HOME": str(home)})
    return home


@pytest.fixture
async def program(loaded_home: Path, tmp_path: Path) -> AsyncIterator[Program]:
    """The program on a data folder of its own beside a Slack of its own; its process ends with the test."""
    home = Path(shutil.copytree(loaded_home, tmp_path / "home"))
    async with SlackDouble() as slack:
        program = Program(home, slack)
        yield program
        if program.process and program.process.returncode is None:
            await program.kill()


def ingest(folder: Path, settings: dict[str, str]) -> None:
    """Loads a folder by the command."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("COUNTERSIGN_")}
    ours = {f"COUNTERSIGN_{name}": value for name, value in settings.items()}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "ingest", str(folder)],
        cwd=ROOT,
        env={**clean, **ours, "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
