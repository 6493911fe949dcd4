"""What is wrong with an audit chain, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from adapters.database.chain import GENESIS, content_digest, row_hash
from core.domain.exchange import AuditFault, AuditReport, AuditRow

ERASURE = "erasure"
"""The kind of the row that records that the content of another, its subject, was erased."""
_PERMUTATIONS = 500
"""So many broken rows are looked at for an exchange of places; more were rewritten, not reordered."""


class Verification:
    """Is shown the rows in order, then the end; collects the faults.

    ``expect_head`` and ``expect_count`` are what was noted outside the database, as ``AuditLog.verify`` describes it;
    ``noted`` are the hashes by number of rows in the file that the program keeps itself.
    """

    def __init__(
        self, expect_head: str | None, expect_count: int | None, noted: Mapping[int, Set[str]] | None = None
    ) -> None:
        self._noted = noted or {}
        self._rewritten = False
        self._expect_head = expect_head
        self._expect_count = expect_count
        self._expected_seen = expect_head == GENESIS and not expect_count
        self._count = 0
        self._last = 0
        self._head = GENESIS
        self._intact = True  # the row before: what follows a broken row cannot be held against its hash
        self._contentless: list[int] = []
        self._erasures: set[int] = set()
        self._broken: list[AuditRow] = []
        self._faults: list[AuditFault] = []

    def link(self, row: AuditRow) -> None:
        """The next row."""
        previous, follows_intact = self._head, self._intact
        in_place = self._place(row.sequence, row.hash)
        self._intact = row.hash == _recomputed(row)
        if not self._intact:
            self._broken.append(row)
            return
        if row.content is None:
            self._contentless.append(row.sequence)
        if in_place and follows_intact and row.previous != previous:
            self._fault(row.sequence, "does not follow the row before it: one of the two was replaced")
        if row.kind == ERASURE and row.subject.isdigit() and int(row.subject) < row.sequence:
            self._erasures.add(int(row.subject))
        if row.content is not None and row.content_digest != content_digest(row.salt or "", row.content):
            self._fault(row.sequence, "has a content that is not the one recorded: it was changed")

    def unreadable(self, sequence: int) -> None:
        """The next row, if it is not even a row."""
        self._place(sequence, "")
        self._intact = False
        self._fault(sequence, "was changed: it cannot be read")

    def end(self, head: str | None, count: int, more: Sequence[AuditFault] = ()) -> AuditReport:
        """No more rows; the head row says ``head`` and ``count``, or is missing. All faults, by row.

        ``more`` is how the tables differ from the chain, which counts where the chain itself is whole.
        """
        self._check_head_row(head, count)
        self._check_noted()
        self._explain_broken()
        self._check_contents()
        if not self._faults:
            self._faults += more
        erased = len(self._erasures.intersection(self._contentless))
        faults = sorted(dict.fromkeys(self._faults), key=lambda fault: fault.sequence)
        return AuditReport(count=self._count, head=self._head, erased=erased, faults=tuple(faults))

    def _place(self, sequence: int, link: str) -> bool:
        expected = self._last + 1
        if sequence > expected:
            self._missing(expected, sequence - 1)
        elif sequence < expected:
            self._fault(sequence, "is in excess: the chain begins with 1")
        if link == self._expect_head and self._expect_count in (None, sequence):
            self._expected_seen = True
        if not self._rewritten and self._noted.get(sequence, {link}) != {link}:
            self._rewritten = True  # what follows is another chain: one fault says it
            self._fault(sequence, "is not the one noted outside the database: the chain was rewritten")
        self._count += 1
        self._last = sequence
        self._head = link
        return sequence == expected

    def _check_head_row(self, head: str | None, count: int) -> None:
        if head is None:
            self._fault(self._last + 1, "the head row is missing: nothing proves that the chain ends here")
        elif count > self._last:
            self._missing(self._last + 1, count, "cut off")
        elif count < self._last:
            self._fault(count + 1, f"was added behind the end: the head row says {count} rows")
        elif head != self._head:
            self._fault(self._last, "is not the last row that the head row names")

    def _check_noted(self) -> None:
        if (noted := max(self._noted, default=0)) > self._last and not self._rewritten:
            self._missing(self._last + 1, noted, "cut off")
        if self._expect_count is not None and self._expect_count > self._last:
            self._missing(self._last + 1, self._expect_count, "cut off")
        elif self._expect_head is None or self._expected_seen:
            return
        elif self._expect_count is None:
            self._fault(self._last, "no row has the noted head: the chain was rewritten or cut off")
        else:
            self._fault(self._expect_count, "is not the row whose hash was noted: the chain was rewritten")

    def _check_contents(self) -> None:
        for sequence in self._contentless:
            if sequence not in self._erasures:
                self._fault(sequence, "has no content, and no row records that it was erased: it was deleted")

    def _explain_broken(self) -> None:
        """A broken row that is whole under another broken row's number stands in a wrong place; any other was changed."""
        places = [row.sequence for row in self._broken] if len(self._broken) <= _PERMUTATIONS else []
        for row in self._broken:
            own = next((n for n in places if row.hash == _recomputed(row.model_copy(update={"sequence": n}))), None)
            self._fault(row.sequence, "was changed" if own is None else f"is out of order: it was row {own}")

    def _missing(self, first: int, last: int, how: str = "missing") -> None:
        if first == last:
            self._fault(first, f"is {how}")
        else:
            self._fault(first, f"and the rows up to {last} are {how}")

    def _fault(self, sequence: int, problem: str) -> None:
        self._faults.append(AuditFault(sequence=sequence, problem=problem))


def _recomputed(row: AuditRow) -> str:
    return row_hash(row.sequence, row.at, row.kind, row.subject, row.content_digest, row.previous)
