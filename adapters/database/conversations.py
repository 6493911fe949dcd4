"""Where the bot may write unasked, and what it has written there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, delete, select

from adapters.database.approval_rows import person_text, read_person
from adapters.database.engine import Database
from adapters.database.rows import AnyRow
from adapters.database.statements import insert_once, upsert
from adapters.database.tables import conversations as table
from adapters.database.tables import posted_messages as sent
from core.domain.conversation import Contact
from core.domain.request import PlaceKind, SurfaceName

_NEWEST = table.c.met_at.desc(), table.c.conversation.desc()


class SqlConversations:
    """Contacts by conversation, and messages by the key they were sent under."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remember(self, contact: Contact) -> None:
        """Puts a contact on record, unless a newer one is."""
        row = _row(contact)
        async with self._database.write() as connection:
            insert = upsert(connection, table).values(**row)
            again = insert.on_conflict_do_update(
                index_elements=[table.c.surface, table.c.conversation],
                set_={name: insert.excluded[name] for name in row if name not in ("surface", "conversation")},
                where=table.c.met_at <= insert.excluded.met_at,
            )
            await connection.execute(again)

    async def forget(self, surface: SurfaceName, conversation: str) -> None:
        """The bot was removed from there."""
        async with self._database.write() as connection:
            await connection.execute(
                delete(table).where(table.c.surface == surface, table.c.conversation == conversation)
            )

    async def at(self, surface: SurfaceName, conversation: str) -> Contact | None:
        """The contact of this conversation."""
        found = await self._read(select(table).where(table.c.surface == surface, table.c.conversation == conversation))
        return found[0] if found else None

    async def with_account(self, account: str) -> Contact | None:
        """The newest direct conversation with this account."""
        found = await self._read(_direct().where(table.c.account == account).limit(1))
        return found[0] if found else None

    async def with_email(self, surface: SurfaceName, email: str) -> Sequence[Contact]:
        """The direct conversations with whoever has this e-mail, newest first."""
        return await self._read(_direct().where(table.c.surface == surface, table.c.email == email.casefold()))

    async def latest(self, surface: SurfaceName) -> Contact | None:
        """The newest contact of a surface."""
        found = await self._read(select(table).where(table.c.surface == surface).order_by(*_NEWEST).limit(1))
        return found[0] if found else None

    async def shared(self, surface: SurfaceName, limit: int = 20) -> Sequence[Contact]:
        """The conversations with several people, newest first."""
        several = select(table).where(table.c.surface == surface, table.c.kind == PlaceKind.CHANNEL)
        return await self._read(several.order_by(*_NEWEST).limit(limit))

    async def posted(self, key: str) -> str | None:
        """The id of the message that was sent under this key."""
        async with self._database.read() as connection:
            message: str | None = await connection.scalar(select(sent.c.message).where(sent.c.key == key))
        return message

    async def note_posted(self, key: str, conversation: str, message: str) -> None:
        """Puts a sent message on record; a key's first stays."""
        async with self._database.write() as connection:
            await insert_once(connection, sent, {"key": key, "conversation": conversation, "message": message})

    async def key_of(self, conversation: str, message: str) -> str | None:
        """The key that this message was sent under."""
        this = select(sent.c.key).where(sent.c.conversation == conversation, sent.c.message == message).limit(1)
        async with self._database.read() as connection:
            key: str | None = await connection.scalar(this)
        return key

    async def newest_key(self, conversation: str) -> str | None:
        """The key of the newest message of this conversation."""
        newest = select(sent.c.key).where(sent.c.conversation == conversation).order_by(sent.c.id.desc()).limit(1)
        async with self._database.read() as connection:
            key: str | None = await connection.scalar(newest)
        return key

    async def _read(self, query: Select[tuple[Any, ...]]) -> Sequence[Contact]:
        async with self._database.read() as connection:
            return [_contact(row) for row in await connection.execute(query)]


def _direct() -> Select[tuple[Any, ...]]:
    return select(table).where(table.c.kind == PlaceKind.DIRECT).order_by(*_NEWEST)


def _row(contact: Contact) -> dict[str, Any]:
    person = contact.person
    return {
        "surface": contact.surface,
        "conversation": contact.conversation,
        "kind": contact.kind,
        "person": person_text(person),
        "account": person.id if person else None,
        "email": person.email.casefold() if person and person.email else None,
        "reference": json.dumps(contact.reference),
        "met_at": contact.met_at,
    }


def _contact(row: AnyRow) -> Contact:
    return Contact(
        surface=SurfaceName(row.surface),
        conversation=row.conversation,
        kind=PlaceKind(row.kind),
        person=read_person(row.person),
        reference=json.loads(row.reference),
        met_at=row.met_at,
    )
