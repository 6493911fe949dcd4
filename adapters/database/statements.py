"""Statements that SQLAlchemy spells differently for each database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def upsert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that knows ``on_conflict``."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


async def insert_once(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> bool:
    """Inserts the row unless its key is there; whether it was inserted.

    On PostgreSQL this waits for a simultaneous insert of the same key to end one way or the other.
    """
    statement = upsert(connection, table).on_conflict_do_nothing().returning(*table.primary_key.columns)
    return (await connection.execute(statement, dict(row))).first() is not None


async def insert_all(connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Inserts any number of rows, none included."""
    if rows:
        await connection.execute(table.insert(), [dict(row) for row in rows])
