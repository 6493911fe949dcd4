"""The append-only, hash-chained record. Rows are appended by the repositories, in the transaction they record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from core.domain.exchange import AuditReport, AuditRow


class AuditLog(Protocol):
    """Reading and proving the chain."""

    def rows(self) -> AsyncIterator[AuditRow]:
        """All rows in order."""
        ...

    async def verify(self, expect_head: str | None = None, expect_count: int | None = None) -> AuditReport:
        """Recomputes every link. A fault names its row: changed, missing, reordered, or cut off at the end.

        A cut tail shows against the head row kept in the database, and against ``expect_head`` and ``expect_count``, which
        the operator noted outside it: the chain must still contain that head as its ``expect_count``-th row.
        """
        ...
