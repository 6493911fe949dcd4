from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scenarios.office import TRAVEL, Office


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """The program with one policy, an asker, and approvers."""
    office = Office(tmp_path)
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    yield office
    await office.workflows.close()
