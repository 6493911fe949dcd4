"""Time and identifiers."""

from __future__ import annotations

import re
from datetime import timedelta

from adapters.memory.clock import ManualClock, RandomIds, SequentialIds, SystemClock


def test_the_systems_time_is_in_utc_and_never_goes_back() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() == timedelta(0)
    readings = [clock.elapsed() for _ in range(100)]
    assert readings == sorted(readings)


def test_manual_time_moves_when_told_to() -> None:
    clock = ManualClock()
    start = clock.now()
    assert (clock.now(), clock.elapsed()) == (start, 0.0)
    clock.advance(90)
    assert (clock.now() - start, clock.elapsed()) == (timedelta(seconds=90), 90.0)


def test_random_ids_never_repeat() -> None:
    ids = RandomIds()
    assert len({ids.new("ex") for _ in range(1000)}) == 1000
    assert re.fullmatch(r"ex_[0-9a-z]+", ids.new("ex"))
    assert re.fullmatch(r"[0-9a-f]{32}", ids.salt())


def test_sequential_ids_are_the_same_in_every_run() -> None:
    runs = [SequentialIds(), SequentialIds()]
    made = [[ids.new("ex"), ids.new("ap"), ids.new("ex"), ids.salt(), ids.salt()] for ids in runs]
    assert made[0] == made[1] == ["ex_1", "ap_1", "ex_2", "0" * 31 + "1", "0" * 31 + "2"]
