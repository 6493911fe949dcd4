"""What a command works with: the settings, the application, the desk that questions are put at, and who is typing."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from adapters.terminal.speaker import Speaker
from adapters.terminal.surface import Show, TerminalSurface
from bot.commands.console import announce
from bot.settings import Settings, load
from core.domain.request import SurfaceName
from core.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.bootstrap import Application
    from bot.commands.desk import TerminalDesk


def settings(*, quiet: bool = True) -> Settings:
    """The settings of this process. Its log goes to standard error; ``quiet``: warnings only, unless a level was set."""
    from bot.logging import configure
    from bot.privacy import privacy

    loaded = load()
    asked = not quiet or "log_level" in loaded.model_fields_set
    configure(loaded.log_level if asked else "WARNING", loaded.secrets, privacy(loaded).for_log)
    return loaded


def speaker(loaded: Settings, name: str | None) -> Speaker:
    """Whoever sits at the terminal, or the person they speak for. Raises ConfigurationError where that is not allowed."""
    if name is None:
        return Speaker()
    if not loaded.local:
        raise ConfigurationError(
            "--as speaks for others in the local default only; here a token or an approvals file is set.",
            "Leave --as out.",
        )
    name = name.removeprefix(f"{SurfaceName.TERMINAL}:")
    if not re.fullmatch(r"\S{1,100}", name):
        raise ConfigurationError("--as needs a name of one word.", "For example: --as sam.")
    return Speaker(name=name)


@asynccontextmanager
async def application(loaded: Settings, *, own_index: bool = False) -> AsyncIterator[Application]:
    """The application, closed at the end. It brings the database up to date and says so on standard error."""
    from bot.bootstrap import Application

    app = await Application.open(loaded, own_index=own_index, announce=announce)
    try:
        yield app
    finally:
        await app.close()


@asynccontextmanager
async def desk(app: Application, show: Show) -> AsyncIterator[TerminalDesk]:
    """The durable workflows of this process alone, with the terminal as its one surface; ``show`` prints an outcome."""
    from bot.commands.desk import TerminalDesk
    from bot.workflows import Workflows

    await app.same_encoder()
    surface = TerminalSurface(show)
    workflows = Workflows(app, {surface.name: surface}, executor=None)
    await workflows.launch()
    try:
        yield TerminalDesk(app, workflows, surface)
    finally:
        await workflows.close()
