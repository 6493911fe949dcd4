"""Runs the migrations on a connection that is handed in, or, for ``alembic`` on the command line, on the configured database."""

from __future__ import annotations

import asyncio
import os

from alembic import context
from sqlalchemy.engine import Connection

from adapters.database.engine import Database, create_engine
from adapters.database.schema import include_object
from adapters.database.tables import metadata


def run(connection: Connection) -> None:
    """Within the transaction that the caller holds."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        include_object=include_object,
        on_version_apply=context.config.attributes.get("on_version_apply"),
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_from_command_line() -> None:
    """``alembic -x url=... check``; the URL may also stand in COUNTERSIGN_DATABASE_URL."""
    url = context.get_x_argument(as_dictionary=True).get("url") or os.environ.get("COUNTERSIGN_DATABASE_URL")
    if not url:
        raise SystemExit("Say which database: alembic -x url=sqlite:///PATH ..., or set COUNTERSIGN_DATABASE_URL.")
    engine = create_engine(url)
    async with Database(engine).write() as connection:
        await connection.run_sync(run)
    await engine.dispose()


if context.is_offline_mode():
    raise SystemExit("Migrations need a database; there is no SQL-script mode.")
if handed_in := context.config.attributes.get("connection"):
    run(handed_in)
else:
    asyncio.run(run_from_command_line())
