"""How a judgement came about: its prompt, its calls, what they took"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"
branch_labels = None
depends_on = None

COUNTS = ("calls", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


def upgrade() -> None:
    op.add_column("module_runs", sa.Column("prompt_name", sa.String(), nullable=True))
    op.add_column("module_runs", sa.Column("prompt_hash", sa.String(), nullable=True))
    op.add_column("module_runs", sa.Column("how", sa.String(), nullable=False, server_default="rules"))
    for count in COUNTS:
        op.add_column("module_runs", sa.Column(count, sa.Integer(), nullable=False, server_default="0"))
    op.add_column("module_runs", sa.Column("cost", sa.Float(), nullable=True))
