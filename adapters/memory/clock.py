"""Time and identifiers: the system's, and ones that a test decides."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from datetime import UTC, datetime, timedelta


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The moment, in UTC."""
        return datetime.now(UTC)

    def elapsed(self) -> float:
        """Seconds on the monotonic clock."""
        return time.perf_counter()


class ManualClock:
    """Time that moves only when told to."""

    def __init__(self, now: datetime = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)) -> None:
        self._now = now
        self._elapsed = 0.0

    def now(self) -> datetime:
        """The moment it was set to."""
        return self._now

    def elapsed(self) -> float:
        """Seconds since the clock was made."""
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        self._now += timedelta(seconds=seconds)
        self._elapsed += seconds


class RandomIds:
    """Identifiers nobody can guess, from the system's random source."""

    def new(self, kind: str) -> str:
        """``{kind}_{20 hexadecimal digits}``."""
        return f"{kind}_{secrets.token_hex(10)}"

    def salt(self) -> str:
        """32 unguessable hexadecimal digits."""
        return secrets.token_hex(16)


class SequentialIds:
    """The same identifiers in every run: ``doc_1``, ``doc_2``, ..."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def new(self, kind: str) -> str:
        """The next one of its kind."""
        self._counts[kind] += 1
        return f"{kind}_{self._counts[kind]}"

    def salt(self) -> str:
        """32 digits that count up."""
        self._counts["salt"] += 1
        return f"{self._counts['salt']:032x}"
