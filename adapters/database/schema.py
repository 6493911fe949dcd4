"""What the database has beyond the tables, so that a comparison of both can leave it out."""

from __future__ import annotations

from typing import Any

FULL_TEXT = "searchable_fts"
"""The FTS5 table; SQLite keeps it in shadow tables of that name with an ending."""


VECTORS = "chunk_vectors"
VECTOR_INDEX = "vector_index"
"""The tables of the pgvector index, which makes and drops them itself: the extension may be missing."""


def include_object(item: Any, name: str | None, kind: str, reflected: bool, compare_to: Any) -> bool:
    """For Alembic: what is written by hand in the migrations, or not by them at all, is no difference."""
    if not reflected or compare_to is not None or name is None:
        return True
    if kind == "table":
        return not name.startswith(FULL_TEXT) and name not in (VECTORS, VECTOR_INDEX)
    return not (kind == "index" and name == "ix_searchable_search")
