"""Who is on Teams: accounts of the company, its guests, and people of other companies."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from tests.doubles.teams.authority import TENANT

OTHER_TENANT = "0b9f4f0e-6a3d-4d0d-9a55-6f2f7a7c1e11"


@dataclass
class User:
    """Somebody by a short name. ``id`` is their account as this bot knows it, ``aad`` the one in their directory."""

    key: str
    name: str
    email: str | None
    tenant: str = TENANT
    guest: bool = False
    bot: bool = False

    @property
    def id(self) -> str:
        return f"{'28' if self.bot else '29'}:1-{self.key}"

    @property
    def aad(self) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{self.key}.{self.tenant}"))

    @property
    def principal(self) -> str | None:
        """The user principal name: of a guest it is not their address."""
        if self.guest and self.email:
            return f"{self.email.replace('@', '_')}#EXT#@contoso.onmicrosoft.com"
        return self.email

    @property
    def account(self) -> dict[str, Any]:
        """As ``from`` of an activity."""
        found = {"id": self.id, "name": self.name}
        return found if self.bot else {**found, "aadObjectId": self.aad}

    @property
    def member(self) -> dict[str, Any]:
        """As the connector gives a member (TeamsChannelAccount): with an address that their own company vouches for."""
        given, _, surname = self.name.partition(" ")
        found = {
            **self.account,
            "objectId": self.aad,
            "givenName": given,
            "surname": surname,
            "tenantId": self.tenant,
            "userRole": "guest" if self.guest else "user",
        }
        if self.email:
            found |= {"email": self.email, "userPrincipalName": self.principal}
        return found


PEOPLE = (
    User("dana", "Dana", "dana@acme.test"),
    User("sam", "Sam", "Sam@acme.test"),
    User("lee", "Lee", "lee@acme.test"),
    User("kim", "Kim", "kim@acme.test"),
    User("boss", "Boss", "boss@acme.test"),
    User("gus", "Gus", "gus@partner.test", guest=True),
    User("eve", "Eve", "sam@acme.test", tenant=OTHER_TENANT),
    User("robo", "Robo", None, bot=True),
)
"""The people of the Slack double, by the same addresses: who is on both is one person."""
