from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.unit.bot.sample.orders import shop as shops
from tests.unit.bot.sample.orders.shop import Shop


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    async with shops.shop(tmp_path / "orders.db") as opened:
        yield opened
