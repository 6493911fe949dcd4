"""Cases: wishes for an action, on record from the first message to the proved effect."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.domain.case import ActionCase
from core.domain.request import Person


class Cases(Protocol):
    """All raise StoreUnavailable."""

    async def save(self, case: ActionCase) -> bool:
        """Writes a case and an audit row for each step that is not on record yet, in one transaction.

        One conditional write arbitrates: it holds only if the record's revision is the case's minus one (a new case has
        revision 1). False if somebody else was faster, and then nothing is written; True also if exactly this case is on
        record already, so that a repeated step changes nothing.
        """
        ...

    async def get(self, case_id: str) -> ActionCase | None:
        """The case as it stands; None if unknown."""
        ...

    async def open_in(self, conversation: str, asker: Person) -> ActionCase | None:
        """This person's newest case of that conversation that is not over; None if there is none."""
        ...

    async def under_way(self, case: ActionCase) -> ActionCase | None:
        """Another case that waits for or is in execution with the same tool and the same arguments, of the same asker's.

        One that is executing comes before one that waits; None if there is none. The same action asked for twice is one.
        """
        ...

    async def claim(self, case_id: str, attempt: int) -> bool:
        """Notes, for good, that the call of this attempt is about to be sent. True for the first who notes it, and for
        nobody after: a step that is repeated after a crash must look, not call.
        """
        ...

    async def unfinished(self, now: datetime) -> Sequence[ActionCase]:
        """What a sweep has to go on with: cases that are approved or executing, and those whose time is over."""
        ...
