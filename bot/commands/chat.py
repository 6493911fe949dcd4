"""``chat``, and ``run``: what ``make run`` starts."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands import session
from bot.commands.ask import AS_HELP, NO_DOCUMENTS
from bot.commands.console import announce, out

if TYPE_CHECKING:
    from adapters.terminal.speaker import Speaker
    from bot.bootstrap import Application

_NEWS_SECONDS = 2.0


def chat(speak_as: Annotated[str | None, typer.Option("--as", metavar="PERSON", help=AS_HELP)] = None) -> None:
    """Talk to the bot.

    Without a terminal attached, it answers the lines of standard input and ends with them.
    """
    settings = session.settings()
    speaker = session.speaker(settings, speak_as)

    async def work() -> None:
        async with session.application(settings) as app:
            await _converse(app, speaker)

    asyncio.run(work())


def run() -> None:
    """Start the server if Slack or Teams is set up, else the chat.

    In the local default, a home that never had a document gets the sample's policies first.
    """
    settings = session.settings()
    if settings.chats:
        from bot.commands.upkeep import serve

        serve()
        return

    async def work() -> None:
        async with session.application(settings) as app:
            await _load_sample(app)
            await _converse(app, session.speaker(settings, None))

    asyncio.run(work())


async def _load_sample(app: Application) -> None:
    """The sample's policies into a home that never had a document; never where the operator has set up their own."""
    from bot.bootstrap import SAMPLE
    from bot.commands.ingest import load

    if not app.settings.local or await app.store.documents.list(include_removed=True):
        return
    announce("A new home: loading the sample company's policies ...")
    summary = await load(app, [SAMPLE / "policies"])
    for failure in summary.failures:
        announce(f"{failure.path} failed: {failure.message} {failure.remedy}")


async def _converse(app: Application, speaker: Speaker) -> None:
    from adapters.terminal.chat import Chat
    from adapters.terminal.keyboard import Keyboard

    if not await app.store.documents.list():
        announce(NO_DOCUMENTS)
    keyboard = Keyboard()
    talk = Chat(out(), keyboard, speaker, strangers=app.settings.local)
    try:
        async with session.desk(app, talk.show) as desk:
            news = asyncio.create_task(desk.watch(_NEWS_SECONDS))
            try:
                await talk.run(desk)
            finally:
                news.cancel()
                with suppress(asyncio.CancelledError):
                    await news
    finally:
        keyboard.close()
