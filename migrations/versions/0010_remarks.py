"""What reviewers and askers say to each other"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "remarks",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("approval_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("from_asker", sa.Boolean(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["approval_id"], ["approvals.id"], name="fk_remarks_approval_id"),
        sa.PrimaryKeyConstraint("id", name="pk_remarks"),
        sa.UniqueConstraint("approval_id", "ordinal", name="uq_remarks_approval_id_ordinal"),
    )
    op.create_index("ix_remarks_said_at", "remarks", ["said_at"], unique=False)
