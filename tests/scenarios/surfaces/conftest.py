from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.house import house as opened


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """The program with one policy, and everybody on Slack, on Teams and at a terminal."""
    async with opened(tmp_path) as house:
        yield house
