"""Who stands in for whom, with the people as their surfaces know them now."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from bot.bootstrap import Application
from core.approvals.delegating import deputies
from core.approvals.people import Member, in_force, named
from core.domain.approval import Approval, Approver, Delegation
from core.domain.request import Person
from core.errors import SurfaceError

log = structlog.get_logger(__name__)


class StandIns:
    """The delegations of the approvals file and those that people set, together."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def delegations(self) -> list[Delegation]:
        """All that were ever set, by first day."""
        found = [*self._app.rules.delegations(), *await self._app.store.delegations.list()]
        return sorted(found, key=lambda d: (d.first_day, d.id))

    async def today(self) -> list[Delegation]:
        """Those in force today."""
        return in_force(await self.delegations(), self._app.clock.now().date())

    async def absent(self, voter: Person) -> list[Member]:
        """The people whom this person stands in for today. Raises SurfaceError where asking again may help."""
        names = [d.absent for d in await self.today() if named(d.delegate, voter)]
        return list((await self._members(names)).values())

    async def deputies(self, approvals: Sequence[Approval]) -> list[list[tuple[Delegation, Approver]]]:
        """For each approval, who stands in today for somebody who may decide on it."""
        delegations = await self.today()
        members = await self._members([d.absent for d in delegations])
        today = self._app.clock.now().date()
        return [deputies(approval, delegations, members, today) for approval in approvals]

    async def _members(self, names: Sequence[str]) -> dict[str, Member]:
        found = {}
        for name in dict.fromkeys(names):
            person = Person(id=name, name=name, email=None if ":" in name else name)
            try:
                known = await self._app.directory.identify(person)
                found[name] = Member(known, await self._app.directory.groups_of(known))
            except SurfaceError as error:
                if not error.permanent:
                    raise
                log.warning("who is away is unknown to their surface", person=name, problem=str(error))
        return found
