"""``make playground`` runs these tests, in a network of their own; anything missing is then a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.e2e.playground.stage import Stage
    from tests.e2e.program import Program

WANTED = "PLAYGROUND"
OnStage = Callable[["Program", dict[str, str], str], AbstractAsyncContextManager["Stage"]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get(WANTED):
        return
    reason = "make playground runs it: it needs node, chromium, and a network of its own"
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def on_stage() -> OnStage:
    """Opens a stage; imported only here, since not everybody has a browser."""
    missing = [name for name in ("node", "chromium") if not shutil.which(name)]
    assert not missing, f"{' and '.join(missing)} must be installed"
    from tests.e2e.playground import stage

    return stage.on_stage
