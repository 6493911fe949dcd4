"""Exchanges and what belongs to them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from adapters.database.columns import Prose, Utc
from adapters.database.tables.base import metadata

exchanges = Table(
    "exchanges",
    metadata,
    Column("id", String, primary_key=True),
    Column("request", Text, nullable=False),  # JSON; the plain columns up to `engine` are copies for people who query
    Column("outcome", Text, nullable=False),
    Column("thresholds", Text, nullable=False),
    Column("features", Text, nullable=False),
    Column("request_id", Prose, nullable=False, index=True),
    Column("asker_id", Prose, nullable=False),
    Column("surface", String, nullable=False),
    Column("received_at", Utc, nullable=False),
    Column("question", Prose, nullable=False),
    Column("answer", Prose, nullable=False),
    Column("kind", String, nullable=False),  # of outcome
    Column("reason", String, nullable=False),
    Column("refused", Boolean, nullable=False, index=True),
    Column("confidence", Float, nullable=False),
    Column("engine", String, nullable=False),
    Column("created_at", Utc, nullable=False, index=True),
    Column("delivered_at", Utc),
    Column("conversation", Prose),
)
Index("ix_exchanges_asker_id_received_at", exchanges.c.asker_id, exchanges.c.received_at)
Index("ix_exchanges_conversation_created_at", exchanges.c.conversation, exchanges.c.created_at)

sources = Table(
    "sources",
    metadata,
    Column("exchange_id", ForeignKey("exchanges.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("chunk_id", String, nullable=False),
    Column("document_id", String, nullable=False),
    Column("version_id", String, nullable=False, index=True),
    Column("content_hash", String, nullable=False),
    Column("path", Prose, nullable=False),
    Column("section", Prose, nullable=False),
    Column("score", Float, nullable=False),
    Column("evidence", Boolean, nullable=False),
    Column("rejected", Prose),
)

module_runs = Table(
    "module_runs",
    metadata,
    Column("exchange_id", ForeignKey("exchanges.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("module", String, nullable=False),
    Column("engine", String, nullable=False),
    Column("prompt_version", String),
    Column("milliseconds", Float, nullable=False),
    Column("prompt_name", String),
    Column("prompt_hash", String),
    Column("how", String, nullable=False, server_default="rules"),
    Column("calls", Integer, nullable=False, server_default="0"),
    Column("input_tokens", Integer, nullable=False, server_default="0"),
    Column("output_tokens", Integer, nullable=False, server_default="0"),
    Column("cache_read_tokens", Integer, nullable=False, server_default="0"),
    Column("cache_write_tokens", Integer, nullable=False, server_default="0"),
    Column("cost", Float),  # US dollars
)

feedback = Table(
    "feedback",
    metadata,
    Column("id", String, primary_key=True),
    Column("exchange_id", ForeignKey("exchanges.id"), nullable=False),
    Column("person_id", Prose, nullable=False),
    Column("person", Text, nullable=False),
    Column("helpful", Boolean, nullable=False),
    Column("comment", Prose),
    Column("given_at", Utc, nullable=False, index=True),
    UniqueConstraint("exchange_id", "person_id"),
)

troubles = Table(
    "troubles",
    metadata,
    Column("id", String, primary_key=True),
    Column("what", String, nullable=False),
    Column("subject", Prose, nullable=False),
    Column("code", Prose, nullable=False),
    Column("message", Prose, nullable=False),
    Column("at", Utc, nullable=False, index=True),
)
