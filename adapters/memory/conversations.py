"""Conversations in dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.domain.conversation import Contact
from core.domain.request import PlaceKind, SurfaceName


class MemoryConversations:
    """Where the bot may write unasked, and what it has written."""

    def __init__(self) -> None:
        self._contacts: dict[tuple[SurfaceName, str], Contact] = {}
        self._posted: dict[str, tuple[str, str]] = {}

    async def remember(self, contact: Contact) -> None:
        """Puts a contact on record, unless a newer one is."""
        place = contact.surface, contact.conversation
        known = self._contacts.get(place)
        if known is None or known.met_at <= contact.met_at:
            self._contacts[place] = contact

    async def forget(self, surface: SurfaceName, conversation: str) -> None:
        """The bot was removed from there."""
        self._contacts.pop((surface, conversation), None)

    async def at(self, surface: SurfaceName, conversation: str) -> Contact | None:
        """The contact of this conversation."""
        return self._contacts.get((surface, conversation))

    async def with_account(self, account: str) -> Contact | None:
        """The newest direct conversation with this account."""
        return next((contact for contact in self._direct() if contact.person and contact.person.id == account), None)

    async def with_email(self, surface: SurfaceName, email: str) -> Sequence[Contact]:
        """The direct conversations with whoever has this e-mail, newest first."""
        return [
            contact
            for contact in self._direct()
            if contact.surface is surface
            and contact.person
            and contact.person.email
            and contact.person.email.casefold() == email.casefold()
        ]

    async def latest(self, surface: SurfaceName) -> Contact | None:
        """The newest contact of a surface."""
        return next(iter(_newest(contact for contact in self._contacts.values() if contact.surface is surface)), None)

    async def shared(self, surface: SurfaceName, limit: int = 20) -> Sequence[Contact]:
        """The conversations with several people, newest first."""
        kind = PlaceKind.CHANNEL
        return _newest(c for c in self._contacts.values() if c.surface is surface and c.kind is kind)[:limit]

    async def posted(self, key: str) -> str | None:
        """The id of the message that was sent under this key."""
        return self._posted[key][1] if key in self._posted else None

    async def note_posted(self, key: str, conversation: str, message: str) -> None:
        """Puts a sent message on record; a key's first stays."""
        self._posted.setdefault(key, (conversation, message))

    async def key_of(self, conversation: str, message: str) -> str | None:
        """The key that this message was sent under."""
        return next((key for key, sent in self._posted.items() if sent == (conversation, message)), None)

    async def newest_key(self, conversation: str) -> str | None:
        """The key of the newest message of this conversation."""
        return next((key for key, sent in reversed(self._posted.items()) if sent[0] == conversation), None)

    def _direct(self) -> list[Contact]:
        return _newest(contact for contact in self._contacts.values() if contact.kind is PlaceKind.DIRECT)


def _newest(contacts: Iterable[Contact]) -> list[Contact]:
    return sorted(contacts, key=lambda contact: (contact.met_at, contact.conversation), reverse=True)
