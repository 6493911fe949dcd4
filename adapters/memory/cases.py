"""Cases in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adapters.memory.audit import MemoryAudit
from core.domain.case import ActionCase, CaseState
from core.domain.request import Person

_RUNNING = {CaseState.APPROVED, CaseState.EXECUTING}
_PROPOSED = {CaseState.AWAITING_CONFIRMATION, CaseState.AWAITING_APPROVAL, *_RUNNING}


class MemoryCases:
    """See ``core.ports.cases.Cases``."""

    def __init__(self, audit: MemoryAudit) -> None:
        self._audit = audit
        self._cases: dict[str, ActionCase] = {}
        self._claimed: set[tuple[str, int]] = set()

    async def save(self, case: ActionCase) -> bool:
        """Writes it, with an audit row for each new step; False if another revision is on record."""
        known = self._cases.get(case.id)
        if known == case:
            return True
        if case.revision != (known.revision if known else 0) + 1:
            return False
        self._cases[case.id] = case
        for step in case.steps[len(known.steps) if known else 0 :]:
            self._audit.append(step.at, "case", case.id, {"state": case.state, **step.model_dump(mode="json")})
        return True

    async def get(self, case_id: str) -> ActionCase | None:
        """The case as it stands; None if unknown."""
        return self._cases.get(case_id)

    async def open_in(self, conversation: str, asker: Person) -> ActionCase | None:
        """This person's newest case of that conversation that is not over."""
        theirs = (c for c in self._cases.values() if c.conversation == conversation and c.asker.id == asker.id)
        return max((c for c in theirs if not c.over), key=lambda case: case.opened_at, default=None)

    async def under_way(self, case: ActionCase) -> ActionCase | None:
        """Another one that waits or runs with the same tool and arguments, one that runs before one that waits."""
        found = [other for other in self._cases.values() if other.state in _PROPOSED and _same(case, other)]
        return min(found, key=lambda other: other.state is not CaseState.EXECUTING, default=None)

    async def claim(self, case_id: str, attempt: int) -> bool:
        """True for the first only."""
        first = (case_id, attempt) not in self._claimed
        self._claimed.add((case_id, attempt))
        return first

    async def unfinished(self, now: datetime) -> Sequence[ActionCase]:
        """Approved, executing, or out of time."""
        return [c for c in self._cases.values() if c.state in _RUNNING or (not c.over and c.expires_at <= now)]


def _same(case: ActionCase, other: ActionCase) -> bool:
    """Whether two cases of one person would do the same."""
    if other.id == case.id or other.action is None or case.action is None:
        return False
    mail, theirs = case.asker.email, other.asker.email
    one_person = other.asker.id == case.asker.id or bool(mail and theirs and mail.casefold() == theirs.casefold())
    same = (other.action.tool, other.action.arguments) == (case.action.tool, case.action.arguments)
    return one_person and same
