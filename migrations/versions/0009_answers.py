"""Conversations, what surfaces refused, feedback by time"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("exchanges", sa.Column("conversation", sa.Text(), nullable=True))
    op.create_index("ix_exchanges_conversation_created_at", "exchanges", ["conversation", "created_at"], unique=False)
    op.create_index("ix_feedback_given_at", "feedback", ["given_at"], unique=False)
    op.create_table(
        "troubles",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_troubles"),
    )
    op.create_index("ix_troubles_at", "troubles", ["at"], unique=False)
    _name_conversations(op.get_bind())


def _name_conversations(connection: sa.Connection) -> None:
    """Where the questions of before were asked stands in their JSON; threads are looked up by it."""
    for row in connection.execute(sa.text("SELECT id, request FROM exchanges")).all():
        if name := _conversation(json.loads(row.request)["place"]):
            values = {"name": name, "id": row.id}
            connection.execute(sa.text("UPDATE exchanges SET conversation = :name WHERE id = :id"), values)


def _conversation(place: dict[str, str | None]) -> str | None:
    if place["kind"] == "private_reply" or not place.get("channel"):
        return None
    thread = place.get("thread") or (place.get("message") if place["kind"] == "channel" else None)
    return f"{place['surface']}:{place['channel']}:{thread or ''}"
