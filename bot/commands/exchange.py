"""``exchange``: one request and everything that came of it."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from bot.commands import session
from bot.commands.console import out, print_card
from core.errors import NotFound

app = typer.Typer(help="One request and everything that came of it.")


@app.command("list")
def list_(limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="At most so many.")] = 20) -> None:
    """List the latest exchanges, newest first."""
    settings = session.settings()

    async def work() -> None:
        from adapters.terminal.pages import exchanges_table

        async with session.application(settings) as application:
            out().print(exchanges_table(await application.store.exchanges.recent(limit)))

    asyncio.run(work())


@app.command()
def show(exchange_id: Annotated[str, typer.Argument(metavar="ID", help="The exchange.")]) -> None:
    """Show question, stages, sources, features, confidence, thresholds, and the approval with its votes."""
    settings = session.settings()

    async def work() -> None:
        from adapters.terminal.pages import exchange_page

        async with session.application(settings) as application:
            store = application.store
            exchange = await store.exchanges.get(exchange_id)
            if exchange is None:
                raise NotFound(f"There is no exchange {exchange_id}.", "List them: python -m bot exchange list.")
            approval_id = exchange.outcome.approval_id
            approval = await store.approvals.get(approval_id) if approval_id else None
            votes = await store.approvals.votes(approval.id) if approval else ()
            print_card(exchange_page(exchange, approval, votes))

    asyncio.run(work())
