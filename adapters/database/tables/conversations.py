"""Where the bot may write unasked, and what it has written there."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table, Text

from adapters.database.columns import Prose, Utc
from adapters.database.tables.base import Number, metadata, one_of
from core.domain.request import PlaceKind, SurfaceName

conversations = Table(
    "conversations",
    metadata,
    Column("surface", String, primary_key=True),
    Column("conversation", Prose, primary_key=True),
    Column("kind", String, nullable=False),
    Column("person", Text),
    Column("account", Prose),  # of the person: copies to search by
    Column("email", Prose),  # case folded
    Column("reference", Text, nullable=False),
    Column("met_at", Utc, nullable=False),
    one_of("surface", SurfaceName),
    one_of("kind", PlaceKind),
)
Index("ix_conversations_account", conversations.c.account)
Index("ix_conversations_email", conversations.c.email)

posted_messages = Table(
    "posted_messages",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("key", Prose, nullable=False, unique=True),
    Column("conversation", Prose, nullable=False),
    Column("message", Prose, nullable=False),
)
Index("ix_posted_messages_conversation_message", posted_messages.c.conversation, posted_messages.c.message)
