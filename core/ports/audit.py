"""The append-only, hash-chained record. Rows are appended by the repositories, in the transaction they record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Protocol

from core.domain.exchange import AuditReport, AuditRow


class AuditLog(Protocol):
    """Reading and proving the chain."""

    def rows(self) -> AsyncIterator[AuditRow]:
        """All rows in order."""
        ...

    async def verify(self, expect_head: str | None = None, expect_count: int | None = None) -> AuditReport:
        """Recomputes every link. A fault names its row: changed, missing, reordered, or cut off at the end.

        A cut tail shows against the head row kept in the database, against the heads that the program noted outside it,
        and against ``expect_head`` and ``expect_count``, which the operator noted: the chain must still contain that head
        as its ``expect_count``-th row. A content that is gone without a row that records its erasure is a fault, and so is
        an exchange that is not the one recorded.
        """
        ...

    async def erase(self, sequences: Sequence[int], reason: str, at: datetime) -> None:
        """Erases the contents of these rows; a row of kind ``erasure`` with the number as its subject records each.

        Again: nothing. Raises NotFound for a row that is not there, and for one that records an erasure.
        """
        ...
