"""Where an approval's cards go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

from adapters.teams.api import TeamsApi
from adapters.teams.places import PREFIX, Places, Spot
from core.domain.approval import Approval, Approver
from core.domain.request import Person
from core.errors import SurfaceError

FindSpot = Callable[[], Awaitable[Spot]]


async def recipients(
    api: TeamsApi, places: Places, approval: Approval, problems: list[SurfaceError], also: Sequence[Approver] = ()
) -> list[FindSpot]:
    """Level by level, its channels on Teams and those who get a card directly: each approver, where it names no place.

    The asker gets no card of their own question unless the rule lets them decide. A group whose team refuses for good is
    added to ``problems`` and left out. Raises SurfaceError where trying again may help.
    """
    channels = [channel for level in approval.levels for channel in _own(level.cards)]
    found: list[FindSpot] = [partial(places.channel, channel) for channel in dict.fromkeys(channels)]
    for approver in dict.fromkeys([*_directly(approval), *also]):
        try:
            found += await _spots(api, places, approver, approval)
        except SurfaceError as error:
            if not error.permanent:
                raise
            problems.append(error)
    return found


def _directly(approval: Approval) -> list[Approver]:
    """Those of every level who get a card of their own."""
    return [
        approver
        for level in approval.levels
        for approver in (level.direct if level.cards or level.direct else level.approvers)
    ]


async def _spots(api: TeamsApi, places: Places, approver: Approver, approval: Approval) -> list[FindSpot]:
    """The chats that an entry of the approvals file means; none for another surface's."""
    asker = None if approval.rule.asker_may_decide else approval.request.asker
    if approver.email is not None:
        own = asker is not None and asker.email is not None and asker.email.casefold() == approver.email.casefold()
        return [] if own else [partial(places.with_email, approver.email)]
    people = [PREFIX + name for name in _own([approver.account or ""])]
    for team in _own([approver.group or ""]):
        members = await api.members((await places.channel(team)).reference)
        people += [PREFIX + str(one.get("aadObjectId") or one["id"]) for one in members]
    people = [person for person in people if asker is None or person != asker.id]
    return [partial(places.direct, Person(id=person, name=person.removeprefix(PREFIX))) for person in people]


def _own(ids: Iterable[str]) -> list[str]:
    return [name.removeprefix(PREFIX) for name in ids if name.startswith(PREFIX)]
