"""Brings a database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.database.engine import Database

MIGRATIONS = Path(__file__).parents[2] / "migrations"
_LOCK = 0x636F756E74  # "count": any number that nobody else locks by


async def upgrade(engine: AsyncEngine) -> list[str]:
    """Applies what is missing, in one transaction that everybody else waits for.

    Returns ``"REVISION: what it does"`` for each revision applied, oldest first; empty if there was nothing to do. Raises
    StoreUnavailable.
    """
    database = Database(engine)
    async with database.read() as connection:  # no lock, and no Alembic to import, where there is nothing to do
        if await connection.run_sync(_revision) == newest():
            return []
    async with database.write() as connection:
        if database.dialect == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        return await connection.run_sync(_upgrade)


def newest() -> str:
    """The revision that the code needs: the files are named by it, in order."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _upgrade(connection: Connection) -> list[str]:
    from alembic import command
    from alembic.config import Config

    applied: list[str] = []

    def note(step: Any, **_: Any) -> None:
        applied.append(f"{step.up_revision_id}: {step.up_revision.doc}")

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes.update(connection=connection, on_version_apply=note)
    command.upgrade(config, "head")
    return applied
