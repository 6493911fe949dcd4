"""What is in retrieval: search words, embeddings, corpus figures, full-text search"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # SQLite counts up only in an INTEGER

# Search words come ready-made: both databases take them as they are, separated by spaces and by nothing else.
SQLITE = (
    """CREATE VIRTUAL TABLE searchable_fts USING fts5(
           lexemes, content='searchable', content_rowid='id',
           tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'")""",
    """CREATE TRIGGER searchable_inserted AFTER INSERT ON searchable BEGIN
           INSERT INTO searchable_fts (rowid, lexemes) VALUES (new.id, new.lexemes);
       END""",
    """CREATE TRIGGER searchable_deleted AFTER DELETE ON searchable BEGIN
           INSERT INTO searchable_fts (searchable_fts, rowid, lexemes) VALUES ('delete', old.id, old.lexemes);
       END""",
    """CREATE TRIGGER searchable_updated AFTER UPDATE ON searchable BEGIN
           INSERT INTO searchable_fts (searchable_fts, rowid, lexemes) VALUES ('delete', old.id, old.lexemes);
           INSERT INTO searchable_fts (rowid, lexemes) VALUES (new.id, new.lexemes);
       END""",
)
# The vector stands in the index alone: rows stay small, and ranking visits many of them.
POSTGRESQL = (
    """CREATE INDEX ix_searchable_search ON searchable
           USING gin (array_to_tsvector(array_remove(string_to_array(lexemes, ' '), ''))) WITH (fastupdate = off)""",
)


def upgrade() -> None:
    op.create_table(
        "searchable",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("version_id", sa.String(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("lexemes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_id"], ["chunks.id"], name="fk_searchable_chunk_id"),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_searchable_version_id"),
        sa.PrimaryKeyConstraint("id", name="pk_searchable"),
        sa.UniqueConstraint("chunk_id", name="uq_searchable_chunk_id"),
    )
    op.create_index("ix_searchable_version_id", "searchable", ["version_id"], unique=False)
    op.create_table(
        "chunk_embeddings",
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("embedding", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_id"], ["chunks.id"], name="fk_chunk_embeddings_chunk_id"),
        sa.PrimaryKeyConstraint("chunk_id", name="pk_chunk_embeddings"),
    )
    op.create_table(
        "window_embeddings",
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("embeddings", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_id"], ["chunks.id"], name="fk_window_embeddings_chunk_id"),
        sa.PrimaryKeyConstraint("chunk_id", name="pk_window_embeddings"),
    )
    op.create_table(
        "term_statistics",
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("term", name="pk_term_statistics"),
    )
    op.create_table(
        "corpus",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", NUMBER, nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("total_length", NUMBER, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_corpus_single")),
        sa.PrimaryKeyConstraint("id", name="pk_corpus"),
    )

    op.execute("INSERT INTO corpus (id, revision, chunk_count, total_length) VALUES (1, 0, 0, 0)")
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(sa.text(statement))
