"""The audit chain"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # SQLite counts up only in an INTEGER


def upgrade() -> None:
    op.create_table(
        "audit_rows",
        sa.Column("sequence", NUMBER, autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("content_digest", sa.String(), nullable=False),
        sa.Column("previous", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("sequence", name="pk_audit_rows"),
    )
    op.create_index("ix_audit_rows_subject", "audit_rows", ["subject"], unique=False)
    op.create_table(
        "audit_contents",
        sa.Column("sequence", NUMBER, nullable=False),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sequence"], ["audit_rows.sequence"], name="fk_audit_contents_sequence"),
        sa.PrimaryKeyConstraint("sequence", name="pk_audit_contents"),
    )
    op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("count", NUMBER, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_audit_head_single")),
        sa.PrimaryKeyConstraint("id", name="pk_audit_head"),
    )

    head = sa.table("audit_head", sa.column("id"), sa.column("hash"), sa.column("count"))
    op.execute(head.insert().values(id=1, hash="0" * 64, count=0))
