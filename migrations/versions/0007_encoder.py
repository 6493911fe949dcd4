"""Which encoder the vectors in retrieval are of"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("corpus", sa.Column("encoder", sa.Text(), nullable=True))
