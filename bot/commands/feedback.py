"""``feedback``: what people said of answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands import session
from bot.commands.console import out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.bootstrap import Application
    from core.domain.feedback import Feedback

app = typer.Typer(help="What people said of answers.")


@app.callback()
def group() -> None:
    """Keeps ``list`` a command of its own: typer would merge a single one into the group."""


@app.command("list")
def list_(
    helpful: Annotated[
        bool | None, typer.Option("--up/--down", help="Only thumbs up, or only thumbs down.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="At most so many.")] = 20,
) -> None:
    """List thumbs up and down with what was wrong, newest first."""
    settings = session.settings()

    async def work() -> None:
        async with session.application(settings) as application:
            given = await application.store.feedback.list(helpful=helpful, limit=limit)
            rows = [await _row(application, one) for one in given]
        _print(rows)

    asyncio.run(work())


async def _row(application: Application, given: Feedback) -> Sequence[object]:
    from adapters.terminal.cards import moment

    exchange = await application.store.exchanges.get(given.exchange_id)
    question = exchange.request.asks if exchange else None
    thumb = "up" if given.helpful else "down"
    return moment(given.given_at), thumb, given.person.name, question, given.comment, given.exchange_id


def _print(rows: Sequence[Sequence[object]]) -> None:
    from adapters.terminal.pages import table

    if not rows:
        out().print("Nobody has said anything of an answer.")
        return
    out().print(table("given", "thumb", "by", "question", "what was wrong", "exchange", rows=rows))
