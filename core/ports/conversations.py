"""Where the bot may write unasked, and what it has written there: for surfaces whose service cannot be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.domain.conversation import Contact
from core.domain.request import SurfaceName


class Conversations(Protocol):
    """All raise StoreUnavailable."""

    async def remember(self, contact: Contact) -> None:
        """Puts a contact on record; a newer one of the same conversation replaces it, an older one changes nothing."""
        ...

    async def forget(self, surface: SurfaceName, conversation: str) -> None:
        """The bot was removed from there."""
        ...

    async def at(self, surface: SurfaceName, conversation: str) -> Contact | None:
        """The contact of this conversation; None if the bot was never there or was removed."""
        ...

    async def with_account(self, account: str) -> Contact | None:
        """The newest direct conversation with this account, as ``teams:...``; None if there is none."""
        ...

    async def with_email(self, surface: SurfaceName, email: str) -> Sequence[Contact]:
        """The direct conversations with whoever the surface vouches to have this e-mail, whatever its case; newest first."""
        ...

    async def posted(self, key: str) -> str | None:
        """The id of the message that was sent under this key; None if none is on record."""
        ...

    async def note_posted(self, key: str, conversation: str, message: str) -> None:
        """Puts a sent message on record. A key's first message stays."""
        ...

    async def key_of(self, conversation: str, message: str) -> str | None:
        """The key that this message was sent under; None if it is not on record."""
        ...
