"""What ``doctor`` finds out, a line each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """Of one part."""

    OK = "ok"
    WARN = "warn"  # it works, but perhaps not as expected
    FAIL = "fail"


@dataclass(frozen=True)
class Finding:
    """One line of the examination: what is the case and, where it is not ok, how to mend it."""

    health: Health
    part: str
    words: str
