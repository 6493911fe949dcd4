"""The hash chain in a list."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

from core.domain.exchange import AuditFault, AuditReport, AuditRow
from core.errors import NotFound
from core.ports.clock import Ids

GENESIS = "0" * 64


def _sha256(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _digest(salt: str, content: dict[str, Any]) -> str:
    return _sha256([salt, content])


def _hash(row: AuditRow) -> str:
    at = row.at.astimezone(UTC).isoformat(timespec="microseconds")
    return _sha256([row.sequence, at, row.kind, row.subject, row.content_digest, row.previous])


class MemoryAudit:
    """The same links as the database's; there is no head kept apart, since nobody else can reach this list."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._rows: list[AuditRow] = []

    def append(self, at: datetime, kind: str, subject: str, content: dict[str, Any]) -> None:
        """Adds a row."""
        salt = self._ids.salt()
        row = AuditRow(
            sequence=len(self._rows) + 1,
            at=at,
            kind=kind,
            subject=subject,
            content_digest=_digest(salt, content),
            previous=self._rows[-1].hash if self._rows else GENESIS,
            hash="",
            salt=salt,
            content=content,
        )
        self._rows.append(row.model_copy(update={"hash": _hash(row)}))

    async def rows(self) -> AsyncIterator[AuditRow]:
        """All rows in order."""
        for row in list(self._rows):
            yield row

    async def verify(self, expect_head: str | None = None, expect_count: int | None = None) -> AuditReport:
        """Recomputes every link."""
        faults: list[AuditFault] = []
        previous = GENESIS
        for sequence, row in enumerate(self._rows, start=1):
            if row.sequence != sequence or row.previous != previous or row.hash != _hash(row):
                faults.append(AuditFault(sequence=sequence, problem="changed"))
            elif row.content is not None and row.content_digest != _digest(row.salt or "", row.content):
                faults.append(AuditFault(sequence=sequence, problem="content changed"))
            previous = row.hash
        hashes = [row.hash for row in self._rows]
        if expect_count is not None and expect_count > len(hashes):
            faults.append(AuditFault(sequence=len(hashes) + 1, problem=f"cut off: {expect_count} rows were noted"))
        elif expect_head is not None and expect_head not in (
            hashes[expect_count - 1 : expect_count] if expect_count else hashes
        ):
            faults.append(AuditFault(sequence=expect_count or len(hashes), problem="the noted head is not here"))
        erasures = {int(row.subject) for row in self._rows if row.kind == "erasure"}
        gone = {row.sequence for row in self._rows if row.content is None}
        faults += [AuditFault(sequence=n, problem="content deleted") for n in sorted(gone - erasures)]
        erased = len(gone & erasures)
        return AuditReport(count=len(hashes), head=previous, erased=erased, faults=tuple(faults))

    async def erase(self, sequences: Sequence[int], reason: str, at: datetime) -> None:
        """See ``core.ports.audit.AuditLog``."""
        for sequence in sorted(set(sequences)):
            if not 0 < sequence <= len(self._rows) or self._rows[sequence - 1].kind == "erasure":
                raise NotFound(f"The audit chain has no row {sequence} whose content could be erased.")
            row = self._rows[sequence - 1]
            if row.content is not None:
                self._rows[sequence - 1] = row.model_copy(update={"content": None, "salt": None})
                self.append(at, "erasure", str(sequence), {"erased": sequence, "note": reason})
