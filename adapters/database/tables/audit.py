"""The audit chain: rows are never changed, contents may be erased."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, String, Table, Text

from adapters.database.columns import Prose, Utc
from adapters.database.tables.base import Number, metadata

audit_rows = Table(
    "audit_rows",
    metadata,
    Column("sequence", Number, primary_key=True, autoincrement=False),
    Column("at", Utc, nullable=False),
    Column("kind", String, nullable=False),
    Column("subject", Prose, nullable=False),
    Column("content_digest", String, nullable=False),
    Column("previous", String, nullable=False),
    Column("hash", String, nullable=False),
)
Index("ix_audit_rows_subject", audit_rows.c.subject)

audit_contents = Table(
    "audit_contents",
    metadata,
    Column("sequence", ForeignKey("audit_rows.sequence"), primary_key=True),
    Column("salt", String, nullable=False),
    Column("content", Text, nullable=False),
)

audit_head = Table(
    "audit_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("hash", String, nullable=False),
    Column("count", Number, nullable=False),
    CheckConstraint("id = 1", name="single"),
)
