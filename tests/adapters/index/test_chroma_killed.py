"""Whenever the owner is killed, the next one finds exactly what SQL holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adapters.index import killed


@pytest.mark.kill
def test_an_index_killed_while_it_writes_heals(sqlite_url: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, killed.__file__, sqlite_url, str(tmp_path / "index")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["killed"] == killed.LIVES
    assert told["marked"] > 0  # it did hit writes
