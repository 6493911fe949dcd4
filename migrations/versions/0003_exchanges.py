"""Exchanges, their sources and module runs, feedback"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exchanges",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("thresholds", sa.Text(), nullable=False),
        sa.Column("features", sa.Text(), nullable=False),
        sa.Column("request_id", sa.Text(), nullable=False),
        sa.Column("asker_id", sa.Text(), nullable=False),
        sa.Column("surface", sa.String(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_exchanges"),
    )
    op.create_index("ix_exchanges_asker_id_received_at", "exchanges", ["asker_id", "received_at"], unique=False)
    op.create_index("ix_exchanges_created_at", "exchanges", ["created_at"], unique=False)
    op.create_index("ix_exchanges_refused", "exchanges", ["refused"], unique=False)
    op.create_index("ix_exchanges_request_id", "exchanges", ["request_id"], unique=False)
    op.create_table(
        "sources",
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("document_id", sa.String(), nullable=False),
        sa.Column("version_id", sa.String(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("evidence", sa.Boolean(), nullable=False),
        sa.Column("rejected", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], name="fk_sources_exchange_id"),
        sa.PrimaryKeyConstraint("exchange_id", "ordinal", name="pk_sources"),
    )
    op.create_index("ix_sources_version_id", "sources", ["version_id"], unique=False)
    op.create_table(
        "module_runs",
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("module", sa.String(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("prompt_version", sa.String(), nullable=True),
        sa.Column("milliseconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], name="fk_module_runs_exchange_id"),
        sa.PrimaryKeyConstraint("exchange_id", "ordinal", name="pk_module_runs"),
    )
    op.create_table(
        "feedback",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("helpful", sa.Boolean(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=True),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], name="fk_feedback_exchange_id"),
        sa.PrimaryKeyConstraint("id", name="pk_feedback"),
        sa.UniqueConstraint("exchange_id", "person_id", name="uq_feedback_exchange_id_person_id"),
    )
