"""What is wrong with an audit chain, row by row."""

from __future__ import annotations

from adapters.database.chain import GENESIS, content_digest, row_hash
from core.domain.exchange import AuditFault, AuditReport, AuditRow

_PERMUTATIONS = 500
"""So many broken rows are looked at for an exchange of places; more were rewritten, not reordered."""


class Verification:
    """Is shown the rows in order, then the end; collects faults. Keeps one hash a row."""

    def __init__(self) -> None:
        self._hashes: list[str] = []
        self._sequences: list[int] = []
        self._erased = 0
        self._faults: list[AuditFault] = []
        self._broken: list[AuditRow] = []
        self._intact = True  # the row before: what follows a broken row cannot be held against its hash

    def link(self, row: AuditRow) -> None:
        """The next row."""
        previous = self._hashes[-1] if self._hashes else GENESIS
        in_place = self._place(row.sequence, row.hash)
        self._erased += row.content is None
        follows_intact, self._intact = self._intact, row.hash == _recomputed(row)
        if not self._intact:
            self._broken.append(row)
            return
        if in_place and follows_intact and row.previous != previous:
            self._fault(row.sequence, "does not follow the row before it: one of the two was replaced")
        if row.content is not None and row.content_digest != content_digest(row.salt or "", row.content):
            self._fault(row.sequence, "has a content that is not the one recorded: it was changed")

    def unreadable(self, sequence: int) -> None:
        """The next row, if it is not even a row."""
        self._place(sequence, "")
        self._intact = False
        self._fault(sequence, "was changed: it cannot be read")

    def check_end(self, head: str | None, count: int) -> None:
        """Against the head row, which is written with every link."""
        last = self._sequences[-1] if self._sequences else 0
        if head is None:
            self._fault(last + 1, "the head row is missing: nothing proves that the chain ends here")
        elif count > last:
            self._missing(last + 1, count, "cut off")
        elif count < last:
            self._fault(count + 1, f"was added behind the end: the head row says {count} rows")
        elif head != (self._hashes[-1] if self._hashes else GENESIS):
            self._fault(last, "is not the last row that the head row names")

    def check_noted(self, head: str | None, count: int | None) -> None:
        """Against what was noted outside the database."""
        last = self._sequences[-1] if self._sequences else 0
        if count is not None and count > last:
            self._missing(last + 1, count, "cut off")
            return
        known = dict(zip(self._sequences, self._hashes, strict=True)) | {0: GENESIS}
        if head is None:
            return
        if count is None and head not in known.values():
            self._fault(last, "no row has the noted head: the chain was rewritten or cut off")
        elif count is not None and known.get(count) != head:
            self._fault(count, "is not the row whose hash was noted: the chain was rewritten")

    def report(self) -> AuditReport:
        """All faults, by row."""
        self._explain_broken()
        faults = tuple(sorted(dict.fromkeys(self._faults), key=lambda fault: fault.sequence))
        return AuditReport(
            count=len(self._hashes),
            head=self._hashes[-1] if self._hashes else GENESIS,
            erased=self._erased,
            faults=faults,
        )

    def _explain_broken(self) -> None:
        """A broken row that is whole under another broken row's number stands in a wrong place; any other was changed."""
        places = [row.sequence for row in self._broken] if len(self._broken) <= _PERMUTATIONS else []
        for row in self._broken:
            own = next((n for n in places if row.hash == _recomputed(row.model_copy(update={"sequence": n}))), None)
            self._fault(row.sequence, "was changed" if own is None else f"is out of order: it was row {own}")
        self._broken = []

    def _place(self, sequence: int, link: str) -> bool:
        expected = self._sequences[-1] + 1 if self._sequences else 1
        if sequence > expected:
            self._missing(expected, sequence - 1)
        elif sequence < expected:
            self._fault(sequence, "is in excess: the chain begins with 1")
        self._sequences.append(sequence)
        self._hashes.append(link)
        return sequence == expected

    def _missing(self, first: int, last: int, how: str = "missing") -> None:
        if first == last:
            self._fault(first, f"is {how}")
        else:
            self._fault(first, f"and the rows up to {last} are {how}")

    def _fault(self, sequence: int, problem: str) -> None:
        self._faults.append(AuditFault(sequence=sequence, problem=problem))


def _recomputed(row: AuditRow) -> str:
    return row_hash(row.sequence, row.at, row.kind, row.subject, row.content_digest, row.previous)
