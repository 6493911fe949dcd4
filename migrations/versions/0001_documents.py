"""Documents, their versions and chunks"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.CheckConstraint("state IN ('active', 'removed')", name=op.f("ck_documents_state")),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
    )
    op.create_index("ix_documents_path", "documents", ["path"], unique=False)
    op.create_index(
        "uq_documents_active_path",
        "documents",
        ["path"],
        unique=True,
        sqlite_where=sa.text("state = 'active'"),
        postgresql_where=sa.text("state = 'active'"),
    )
    op.create_table(
        "versions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("document_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("effective_date", sa.Date(), nullable=True),
        sa.Column("expiry", sa.Date(), nullable=True),
        sa.Column("meta", sa.Text(), nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("ingested_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_versions_document_id"),
        sa.PrimaryKeyConstraint("id", name="pk_versions"),
        sa.UniqueConstraint("document_id", "number", name="uq_versions_document_id_number"),
    )
    op.create_index("ix_versions_content_hash", "versions", ["content_hash"], unique=False)
    op.create_index("ix_versions_title", "versions", ["title"], unique=False)
    op.create_index(
        "uq_versions_current",
        "versions",
        ["document_id"],
        unique=True,
        sqlite_where=sa.text("current"),
        postgresql_where=sa.text("current"),
    )
    op.create_table(
        "version_texts",
        sa.Column("version_id", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_version_texts_version_id"),
        sa.PrimaryKeyConstraint("version_id", name="pk_version_texts"),
    )
    op.create_table(
        "version_audiences",
        sa.Column("version_id", sa.String(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_version_audiences_version_id"),
        sa.PrimaryKeyConstraint("version_id", "audience", name="pk_version_audiences"),
    )
    op.create_table(
        "chunks",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("pages", sa.Text(), nullable=False),
        sa.Column("windows", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_chunks_version_id"),
        sa.PrimaryKeyConstraint("id", name="pk_chunks"),
        sa.UniqueConstraint("version_id", "ordinal", name="uq_chunks_version_id_ordinal"),
    )
    op.create_index("ix_chunks_version_id_section", "chunks", ["version_id", "section"], unique=False)
