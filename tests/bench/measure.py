"""Clock, memory and percentiles for the bench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles


def percentile(values: Sequence[float], share: int) -> float:
    """The ``share``-th percentile, interpolated; the value itself where there is one only."""
    return values[0] if len(values) == 1 else quantiles(values, n=100, method="inclusive")[share - 1]


def resident_megabytes(process: int | str = "self") -> float:
    """Resident memory of a process, in MB, as Linux tells it."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell a process's memory")
