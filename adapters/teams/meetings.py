"""Whom and what the bot has met: every conversation is put on record, so that it can be written to hours later."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

from adapters.teams.later import Later
from core.domain.conversation import Contact
from core.domain.request import Person, SurfaceName
from core.ports.clock import Clock
from core.ports.conversations import Conversations

REMEMBERED = 10_000
"""Conversations remembered at most; one that is forgotten costs a look into the record."""

Identify = Callable[[Person], Awaitable[Person]]


class Meetings:
    """Writes only what has changed, and once a day. ``identify`` finds out who somebody is (``Directory``)."""

    def __init__(self, conversations: Conversations, clock: Clock, identify: Identify, later: Later) -> None:
        self._conversations = conversations
        self._clock = clock
        self._identify = identify
        self._later = later
        self._noted: dict[str, tuple[dict[str, Any], date]] = {}

    async def note(self, contact: Contact) -> bool:
        """Puts the conversation on record; whether the bot was not there before. Raises StoreUnavailable."""
        state = contact.reference, contact.met_at.date()
        if self._noted.get(contact.conversation) == state:
            return False
        before = await self._conversations.at(contact.surface, contact.conversation)
        known = before.person if before else None
        if known and (contact.person is None or contact.person.id == known.id):
            contact = contact.model_copy(update={"person": known})  # with the e-mail that the directory vouched for
        await self._conversations.remember(contact)
        self._noted[contact.conversation] = state
        if len(self._noted) > REMEMBERED:
            self._noted.pop(next(iter(self._noted)))
        if contact.person:
            self._later.do(self._vouch(contact, contact.person))
        return before is None

    async def forget(self, conversation: str) -> None:
        """The bot was removed from there. Raises StoreUnavailable."""
        self._noted.pop(conversation, None)
        await self._conversations.forget(SurfaceName.TEAMS, conversation)

    async def _vouch(self, contact: Contact, person: Person) -> None:
        """Adds who the person of a direct conversation is: an approver who is named by e-mail is found by it."""
        found = await self._identify(person)
        if found != person:
            await self._conversations.remember(
                contact.model_copy(update={"person": found, "met_at": self._clock.now()})
            )
