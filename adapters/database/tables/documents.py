"""Documents, their versions and chunks."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Date, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint, text

from adapters.database.columns import Prose, Utc
from adapters.database.tables.base import metadata, one_of
from core.domain.document import DocumentState

documents = Table(
    "documents",
    metadata,
    Column("id", String, primary_key=True),
    Column("path", Prose, nullable=False),
    Column("state", String, nullable=False),
    one_of("state", DocumentState),
)
Index(
    "uq_documents_active_path",
    documents.c.path,
    unique=True,
    sqlite_where=text("state = 'active'"),
    postgresql_where=text("state = 'active'"),
)
Index("ix_documents_path", documents.c.path)

versions = Table(
    "versions",
    metadata,
    Column("id", String, primary_key=True),
    Column("document_id", ForeignKey("documents.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("current", Boolean, nullable=False),  # the one in retrieval, or the last that was
    Column("content_hash", String, nullable=False, index=True),
    Column("title", Prose, nullable=False, index=True),
    Column("url", Prose),
    Column("effective_date", Date),
    Column("expiry", Date),
    Column("meta", Text, nullable=False),  # DocumentMeta as JSON
    Column("chunk_count", Integer, nullable=False),
    Column("ingested_at", Utc, nullable=False),
    UniqueConstraint("document_id", "number"),
)
Index(
    "uq_versions_current",
    versions.c.document_id,
    unique=True,
    sqlite_where=text("current"),
    postgresql_where=text("current"),
)

version_texts = Table(  # apart, so that reading versions never drags the text along
    "version_texts",
    metadata,
    Column("version_id", ForeignKey("versions.id"), primary_key=True),
    Column("text", Prose, nullable=False),
)

version_audiences = Table(  # no row: everybody
    "version_audiences",
    metadata,
    Column("version_id", ForeignKey("versions.id"), primary_key=True),
    Column("audience", Prose, primary_key=True),
)

chunks = Table(
    "chunks",
    metadata,
    Column("id", String, primary_key=True),
    Column("version_id", ForeignKey("versions.id"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("text", Prose, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("section", Prose, nullable=False),
    Column("context", Prose, nullable=False),
    Column("page", Integer),  # on which it begins
    Column("pages", Text, nullable=False),  # [[offset, page], ...]
    Column("windows", Text, nullable=False),  # [[start, end, lead_in, lead_in_start], ...]
    UniqueConstraint("version_id", "ordinal"),
)
Index("ix_chunks_version_id_section", chunks.c.version_id, chunks.c.section)
