"""What the database has beyond the tables, so that a comparison of both can leave it out."""

from __future__ import annotations

from typing import Any

FULL_TEXT = "searchable_fts"
"""The FTS5 table; SQLite keeps it in shadow tables of that name with an ending."""


def include_object(item: Any, name: str | None, kind: str, reflected: bool, compare_to: Any) -> bool:
    """For Alembic: the full-text structures are written by hand in the migrations, and other programs' tables are not ours."""
    if kind == "table":
        return not (reflected and compare_to is None and (name or "").startswith(FULL_TEXT))
    if kind in ("column", "index") and reflected and compare_to is None:
        return name not in ("search", "ix_searchable_search")
    return True
