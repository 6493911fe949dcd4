"""Edits, escalation, reminders, delegations, pauses"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

BEFORE = "'superseded', 'executing'"
AFTER = "'superseded', 'handed_over', 'executing'"
STATES = f"state IN ('pending', 'approved', 'denied', 'expired', 'withdrawn', {AFTER}, 'executed', 'failed', 'unknown')"


def upgrade() -> None:
    op.add_column("approvals", sa.Column("edited_by", sa.Text(), nullable=True))
    for name in ("edits", "level", "reminded", "held"):
        op.add_column("approvals", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.add_column("approvals", sa.Column("rule_name", sa.Text(), nullable=True))
    op.create_index("ix_approvals_rule_name_decided_at", "approvals", ["rule_name", "decided_at"], unique=False)
    op.add_column("votes", sa.Column("on_behalf_of", sa.Text(), nullable=True))
    op.create_table(
        "delegations",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("absent", sa.Text(), nullable=False),
        sa.Column("delegate", sa.Text(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("set_by", sa.Text(), nullable=False),
        sa.Column("typed_by", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_by", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_delegations"),
    )
    op.create_table(
        "pauses",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused_by", sa.Text(), nullable=False),
        sa.Column("resumed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("resumed_by", sa.Text(), nullable=True),
        sa.Column("holds", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_pauses"),
        sa.UniqueConstraint("holds", name="uq_pauses_holds"),
    )
    _name_rules(op.get_bind())
    _allow_handed_over(op.get_bind())


def _name_rules(connection: sa.Connection) -> None:
    """What stands in the rule's JSON: how long its decisions took is asked by name."""
    for row in connection.execute(sa.text("SELECT id, rule FROM approvals")).all():
        name = {"name": json.loads(row.rule)["name"], "id": row.id}
        connection.execute(sa.text("UPDATE approvals SET rule_name = :name WHERE id = :id"), name)


def _allow_handed_over(connection: sa.Connection) -> None:
    if connection.dialect.name != "sqlite":
        op.drop_constraint(op.f("ck_approvals_state"), "approvals", type_="check")
        op.create_check_constraint(op.f("ck_approvals_state"), "approvals", STATES)
        return
    # SQLite cannot change a CHECK, and a table that others refer to cannot be replaced within a transaction. This is the
    # way of https://sqlite.org/lang_altertable.html for changes that leave the rows as they are.
    version = connection.scalar(sa.text("PRAGMA schema_version"))
    connection.execute(sa.text("PRAGMA writable_schema = ON"))
    change = "UPDATE sqlite_master SET sql = replace(sql, :before, :after) WHERE type = 'table' AND name = 'approvals'"
    connection.execute(sa.text(change), {"before": BEFORE, "after": AFTER})
    connection.execute(sa.text(f"PRAGMA schema_version = {version + 1}"))
    connection.execute(sa.text("PRAGMA writable_schema = OFF"))
