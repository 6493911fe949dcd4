"""Who people are, as Slack vouches for them."""

from __future__ import annotations

from typing import Any

from adapters.slack.api import Identity, SlackApi
from core.cache import Cache
from core.domain.request import Person, Standing
from core.errors import SurfaceError
from core.ports.clock import Clock

PREFIX = "slack:"


class SlackDirectory:
    """Accounts and user groups of the workspace the bot is installed in, cached for five minutes."""

    def __init__(self, api: SlackApi, clock: Clock) -> None:
        self._api = api
        self._people: Cache[Person] = Cache(clock)
        self._groups: Cache[dict[str, frozenset[str]]] = Cache(clock)

    async def identify(self, person: Person) -> Person:
        """The person with name, standing and, for our own people, verified e-mail.

        Authorisation rests on the account, never on the team a payload names: on a Grid and with Slack Connect that is
        another one. An account that Slack does not know is external. Somebody of another surface comes back unchanged.
        Raises SurfaceError.
        """
        user = account(person)
        return await self._people.get(user, lambda: self._look_up(user)) if user else person

    async def groups_of(self, person: Person) -> frozenset[str]:
        """Their user groups as ``slack:S...``; empty for all but members of the company. Raises SurfaceError."""
        user = account(person)
        if not user or (await self.identify(person)).standing is not Standing.MEMBER:
            return frozenset()
        groups = await self._groups.get("", self._api.groups)
        return frozenset(PREFIX + group for group, members in groups.items() if user in members)

    async def _look_up(self, user: str) -> Person:
        home = await self._api.identity()
        try:
            record = await self._api.user(user)
        except SurfaceError as error:
            if error.code in ("user_not_found", "user_not_visible"):
                return Person(id=PREFIX + user, name=user, standing=Standing.EXTERNAL)
            raise
        standing = standing_of(record, home)
        profile = record.get("profile") or {}
        name = profile.get("display_name") or profile.get("real_name") or record.get("real_name") or record.get("name")
        # Another company vouches for its people's e-mails, not we; an unconfirmed one proves nothing.
        ours = standing in (Standing.MEMBER, Standing.GUEST) and record.get("is_email_confirmed") is not False
        return Person(
            id=PREFIX + user,
            name=str(name or user),
            email=(profile.get("email") or None) if ours else None,
            standing=standing,
        )


def account(person: Person) -> str | None:
    """The Slack account in a person's id; None for somebody of another surface."""
    return person.id.removeprefix(PREFIX) if person.id.startswith(PREFIX) else None


def standing_of(record: dict[str, Any], home: Identity) -> Standing:
    """What an account is to the company that runs the bot."""
    if record.get("is_bot") or record.get("is_workflow_bot") or record.get("id") == "USLACKBOT":
        return Standing.BOT
    organisation = (record.get("enterprise_user") or {}).get("enterprise_id")
    same_company = organisation == home.enterprise if home.enterprise else record.get("team_id") == home.team
    if record.get("is_stranger") or record.get("deleted") or not (same_company or record.get("team_id") == home.team):
        return Standing.EXTERNAL
    if record.get("is_restricted") or record.get("is_ultra_restricted"):
        return Standing.GUEST
    return Standing.MEMBER
