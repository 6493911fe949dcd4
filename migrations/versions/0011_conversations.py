"""Where the bot may write unasked, and what it has written there"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # SQLite counts up only in an INTEGER


def upgrade() -> None:
    op.create_table(
        "conversations",
        sa.Column("surface", sa.String(), nullable=False),
        sa.Column("conversation", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("met_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("surface IN ('slack', 'teams', 'terminal', 'web')", name=op.f("ck_conversations_surface")),
        sa.CheckConstraint(
            "kind IN ('direct', 'private_reply', 'channel', 'session')", name=op.f("ck_conversations_kind")
        ),
        sa.PrimaryKeyConstraint("surface", "conversation", name="pk_conversations"),
    )
    op.create_index("ix_conversations_account", "conversations", ["account"], unique=False)
    op.create_index("ix_conversations_email", "conversations", ["email"], unique=False)
    op.create_table(
        "posted_messages",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_posted_messages"),
        sa.UniqueConstraint("key", name="uq_posted_messages_key"),
    )
    op.create_index(
        "ix_posted_messages_conversation_message", "posted_messages", ["conversation", "message"], unique=False
    )
