"""What is in retrieval: rows come and go with the versions in force."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, LargeBinary, Table, Text

from adapters.database.tables.base import Number, metadata

searchable = Table(  # with a GIN index on PostgreSQL and the FTS5 table `searchable_fts` on SQLite
    "searchable",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("chunk_id", ForeignKey("chunks.id"), nullable=False, unique=True),
    Column("version_id", ForeignKey("versions.id"), nullable=False, index=True),
    Column("length", Integer, nullable=False),  # in terms
    Column("lexemes", Text, nullable=False),
)

chunk_embeddings = Table(
    "chunk_embeddings",
    metadata,
    Column("chunk_id", ForeignKey("chunks.id"), primary_key=True),
    Column("embedding", LargeBinary, nullable=False),
)

window_embeddings = Table(
    "window_embeddings",
    metadata,
    Column("chunk_id", ForeignKey("chunks.id"), primary_key=True),
    Column("embeddings", LargeBinary, nullable=False),  # of all windows, one behind the other
)

term_statistics = Table(
    "term_statistics",
    metadata,
    Column("term", Text, primary_key=True),
    Column("chunks", Integer, nullable=False),  # that contain it
)

corpus = Table(
    "corpus",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("revision", Number, nullable=False),
    Column("chunk_count", Integer, nullable=False),
    Column("total_length", Number, nullable=False),  # in terms
    Column("encoder", Text),  # all embeddings are of; NULL where nobody has said yet
    CheckConstraint("id = 1", name="single"),
)
