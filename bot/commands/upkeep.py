"""``setup``, ``serve`` and ``doctor``: what keeps an installation going."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from bot.commands import session
from bot.commands.console import announce, out
from core.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.doctor import Finding


def setup() -> None:
    """Make the default model ready, once after installing."""
    from bot.setup import prepare

    settings = session.settings()
    asyncio.run(prepare(settings))


def serve() -> None:
    """Run the server: Slack, health and metrics."""
    from bot import server

    settings = session.settings(quiet=False)
    asyncio.run(server.serve(settings, announce))


def doctor() -> None:
    """Say what is wrong with each part, and how to mend it."""
    from bot.doctor import Finding, Health, examine

    failed = False

    def tell(finding: Finding) -> None:
        nonlocal failed
        failed = failed or finding.health is Health.FAIL
        print_finding(finding)

    async def work() -> None:
        async for finding in examine(settings):
            tell(finding)

    try:
        settings = session.settings()
    except ConfigurationError as error:
        tell(Finding(Health.FAIL, "settings", str(error)))
    else:
        asyncio.run(work())
    if failed:
        raise typer.Exit(1)


def print_finding(finding: Finding) -> None:
    """Prints one line of an examination."""
    from rich.text import Text

    from adapters.terminal.text import one_line

    style = {"ok": "green", "warn": "yellow", "fail": "bold red"}[finding.health]
    line = Text.assemble((f"{finding.health:<5}", style), f"{finding.part}: {one_line(finding.words)}")
    out().print(line)
