"""``pause`` and ``resume``: the operator's brake."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from bot.commands import session
from bot.commands.console import out, readable
from core.domain.approval import Pause
from core.errors import ConfigurationError

MAX_REASON = 500


def pause(
    reason: Annotated[str, typer.Option(help="Why; everybody who asks meanwhile is told it.")] = "",
) -> None:
    """Answer, decide and execute nothing from now on.

    Here and in a running server. Whoever asks meanwhile is told so. What waits for a decision stays, and its time stands still.
    """
    if len(reason) > MAX_REASON:
        raise ConfigurationError(f"The reason is longer than {MAX_REASON} characters.", "Give a shorter one.")
    settings = session.settings()
    who = session.speaker(settings, None)

    async def work() -> None:
        from adapters.terminal.cards import moment

        async with session.application(settings) as app:
            begun = Pause(
                id=app.ids.new("pause"),
                reason=" ".join(readable(reason).split()),
                paused_at=app.clock.now(),
                paused_by=f"{who.person.id} ({who.login})",
            )
            held = await app.store.pauses.begin(begun)
        words = "Paused" if held == begun else "It is paused already,"
        out().print(f"{words} since {moment(held.paused_at)} by {held.paused_by}. Go on with: python -m bot resume")

    asyncio.run(work())


def resume() -> None:
    """Go on after a pause. What waits for a decision gets the time of the pause back."""
    settings = session.settings()
    who = session.speaker(settings, None)

    async def work() -> None:
        from adapters.terminal.cards import moment

        async with session.application(settings) as app:
            over = await app.store.pauses.end(f"{who.person.id} ({who.login})", app.clock.now())
        out().print(f"Resumed: it was paused since {moment(over.paused_at)}." if over else "It is not paused.")

    asyncio.run(work())
