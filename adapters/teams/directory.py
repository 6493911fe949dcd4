"""Who people are, as Teams vouches for them."""

from __future__ import annotations

import asyncio
from typing import Any

from adapters.teams.api import TeamsApi
from adapters.teams.places import PREFIX
from core.cache import Cache
from core.domain.conversation import Contact
from core.domain.request import Person, Standing, SurfaceName
from core.errors import SurfaceError
from core.ports.clock import Clock
from core.ports.conversations import Conversations

BOTS = "28:"
"""How the account of a bot begins."""
INVITED = "#EXT#"
"""What the user principal name of a guest has in it."""


class TeamsDirectory:
    """Accounts as the rosters of the bot's own conversations name them, cached for five minutes.

    Without a right to read the company's whole directory there is no other source. A group is whoever is in a channel that
    the bot was met in, by that channel's id; of a standard channel that is the team.
    """

    def __init__(self, api: TeamsApi, clock: Clock, conversations: Conversations) -> None:
        self._api = api
        self._conversations = conversations
        self._people: Cache[Person] = Cache(clock)
        self._groups: Cache[frozenset[str]] = Cache(clock)

    async def identify(self, person: Person) -> Person:
        """The person with name, standing and, for our own people, verified e-mail.

        An account that no roster names is external. Somebody of another surface comes back unchanged. Raises SurfaceError.
        """
        if not person.id.startswith(PREFIX):
            return person
        return await self._people.get(person.id, lambda: self._look_up(person))

    async def groups_of(self, person: Person) -> frozenset[str]:
        """The channels they are in as ``teams:19:...``; empty for all but members of the company. Raises SurfaceError."""
        if not person.id.startswith(PREFIX) or (await self.identify(person)).standing is not Standing.MEMBER:
            return frozenset()
        return await self._groups.get(person.id, lambda: self._channels(_account(person)))

    async def _look_up(self, person: Person) -> Person:
        if _account(person).startswith(BOTS):
            return person.model_copy(update={"standing": Standing.BOT, "email": None})
        own = await self._conversations.with_account(person.id)
        trouble: SurfaceError | None = None
        for place in [*([own] if own else []), *await self._conversations.shared(SurfaceName.TEAMS)]:
            try:
                if record := await self._record(place, _account(person)):
                    return self._person(person, place, record)
            except SurfaceError as error:
                trouble = error  # another roster may name them
        if trouble:
            raise trouble
        return Person(id=person.id, name=person.name, standing=Standing.EXTERNAL)

    async def _channels(self, account: str) -> frozenset[str]:
        shared = await self._conversations.shared(SurfaceName.TEAMS)
        channels = [place for place in shared if _kind(place) == "channel"]
        records = await asyncio.gather(*(self._record(channel, account) for channel in channels))
        return frozenset(
            PREFIX + channel.conversation for channel, record in zip(channels, records, strict=True) if record
        )

    async def _record(self, place: Contact, account: str) -> dict[str, Any] | None:
        """What a conversation's roster says of somebody; nothing where they are not in it, or the bot is not any more."""
        try:
            return await self._api.member(place.reference, account)
        except SurfaceError as error:
            if not error.permanent:
                raise
            return None

    def _person(self, person: Person, place: Contact, record: dict[str, Any]) -> Person:
        home = self._api.tenant or str((place.reference.get("conversation") or {}).get("tenantId") or "")
        standing = standing_of(record, home)
        principal = str(record.get("userPrincipalName") or "")
        email = record.get("email") or (principal if "@" in principal and INVITED not in principal else None)
        return Person(
            id=person.id,
            name=str(record.get("name") or person.name),
            # Another company vouches for its people's e-mails, not we.
            email=str(email) if email and standing in (Standing.MEMBER, Standing.GUEST) else None,
            standing=standing,
        )


def standing_of(record: dict[str, Any], home: str) -> Standing:
    """What somebody in a roster is to the company of that tenant."""
    role = str(record.get("userRole") or "").casefold()
    if str(record.get("id") or "").startswith(BOTS) or role in ("bot", "skill"):
        return Standing.BOT
    tenant = str(record.get("tenantId") or home)
    if role == "anonymous" or tenant.casefold() != home.casefold():
        return Standing.EXTERNAL
    if role == "guest" or INVITED in str(record.get("userPrincipalName") or "").upper():
        return Standing.GUEST
    return Standing.MEMBER


def _account(person: Person) -> str:
    return person.id.removeprefix(PREFIX)


def _kind(place: Contact) -> str:
    return str((place.reference.get("conversation") or {}).get("conversationType") or "")
