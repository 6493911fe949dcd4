from __future__ import annotations

import pytest

from adapters.memory.clock import ManualClock
from core import cache
from core.cache import FRESH, Cache


class Source:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self) -> int:
        self.asked += 1
        return self.asked


async def test_an_answer_is_trusted_for_its_time_and_by_its_key() -> None:
    clock, source = ManualClock(), Source()
    kept: Cache[int] = Cache(clock)
    assert [await kept.get("a", source), await kept.get("b", source), await kept.get("a", source)] == [1, 2, 1]
    clock.advance(FRESH - 0.1)
    assert await kept.get("a", source) == 1
    clock.advance(0.2)
    assert await kept.get("a", source) == 3


async def test_a_failure_is_not_kept() -> None:
    kept: Cache[int] = Cache(ManualClock())

    async def fail() -> int:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await kept.get("a", fail)
    assert await kept.get("a", Source()) == 1


async def test_the_oldest_answer_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "REMEMBERED", 2)
    kept, source = Cache(ManualClock()), Source()
    assert [await kept.get(key, source) for key in ("a", "b", "c", "b", "a")] == [1, 2, 3, 2, 4]
