"""Approvals, votes, cards, tool executions"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "approvals",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("effect_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('pending', 'approved', 'denied', 'expired', 'withdrawn', 'superseded', 'executing', 'executed', 'failed', 'unknown')",
            name=op.f("ck_approvals_state"),
        ),
        sa.ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], name="fk_approvals_exchange_id"),
        sa.PrimaryKeyConstraint("id", name="pk_approvals"),
    )
    op.create_index("ix_approvals_exchange_id", "approvals", ["exchange_id"], unique=False)
    op.create_index("ix_approvals_state_opened_at", "approvals", ["state", "opened_at"], unique=False)
    op.create_index(
        "ix_approvals_without_effect",
        "approvals",
        ["decided_at"],
        unique=False,
        sqlite_where=sa.text("effect_at IS NULL"),
        postgresql_where=sa.text("effect_at IS NULL"),
    )
    op.create_table(
        "votes",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("approval_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("voter", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("cast_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("typed_by", sa.Text(), nullable=True),
        sa.CheckConstraint("verdict IN ('approve', 'edit', 'deny', 'expire')", name=op.f("ck_votes_verdict")),
        sa.ForeignKeyConstraint(["approval_id"], ["approvals.id"], name="fk_votes_approval_id"),
        sa.PrimaryKeyConstraint("id", name="pk_votes"),
        sa.UniqueConstraint("approval_id", "ordinal", name="uq_votes_approval_id_ordinal"),
    )
    op.create_table(
        "cards",
        sa.Column("approval_id", sa.String(), nullable=False),
        sa.Column("surface", sa.String(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.CheckConstraint("surface IN ('slack', 'teams', 'terminal', 'web')", name=op.f("ck_cards_surface")),
        sa.ForeignKeyConstraint(["approval_id"], ["approvals.id"], name="fk_cards_approval_id"),
        sa.PrimaryKeyConstraint("approval_id", "surface", "channel", "message", name="pk_cards"),
    )
    op.create_table(
        "tool_executions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column("approval_id", sa.String(), nullable=True),
        sa.Column("idempotency_key", sa.String(), nullable=False),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("risk_level", sa.String(), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "risk_level IN ('read_only', 'write_low', 'write_high', 'external_high')",
            name=op.f("ck_tool_executions_risk_level"),
        ),
        sa.CheckConstraint(
            "state IN ('planned', 'executing', 'executed', 'failed', 'unknown')", name=op.f("ck_tool_executions_state")
        ),
        sa.ForeignKeyConstraint(["approval_id"], ["approvals.id"], name="fk_tool_executions_approval_id"),
        sa.ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], name="fk_tool_executions_exchange_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tool_executions"),
        sa.UniqueConstraint("idempotency_key", name="uq_tool_executions_idempotency_key"),
    )
    op.create_index("ix_tool_executions_approval_id", "tool_executions", ["approval_id"], unique=False)
    op.create_index("ix_tool_executions_exchange_id", "tool_executions", ["exchange_id"], unique=False)
