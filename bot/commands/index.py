"""``index``: the disposable copies of what SQL holds."""

from __future__ import annotations

import asyncio

import typer

from bot.commands import session
from bot.commands.console import out

app = typer.Typer(help="The vector index, a disposable copy of the database.")


@app.command()
def rebuild() -> None:
    """Throw the index away and make it anew from the database. Stop the server first: it owns the index."""
    settings = session.settings()

    async def work() -> None:
        async with session.application(settings, own_index=True) as application:
            await application.index.rebuild()
            out().print(f"Rebuilt the index: {await application.index.health()}.")

    asyncio.run(work())
