"""``approvals delegate``, ``delegations`` and ``call-off``: who stands in for an approver who is away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands import session
from bot.commands.ask import AS_HELP
from bot.commands.console import out
from core.errors import ConfigurationError, NotFound

if TYPE_CHECKING:
    from bot.bootstrap import Application
    from bot.reviews import Reviews
    from core.domain.approval import Approval, Delegation, Remark

_As = Annotated[str | None, typer.Option("--as", metavar="PERSON", help=AS_HELP)]


def delegate(
    absent: Annotated[str, typer.Argument(metavar="ABSENT", help="Who is away, as the approvals file names them.")],
    to: Annotated[
        str, typer.Argument(metavar="DELEGATE", help="Who decides in their place: slack:U..., or an e-mail.")
    ],
    first: Annotated[
        datetime | None, typer.Option("--from", formats=["%Y-%m-%d"], help="The first day; default: today.")
    ] = None,
    last: Annotated[
        datetime | None, typer.Option("--to", formats=["%Y-%m-%d"], help="The last day; default: the first.")
    ] = None,
    speak_as: _As = None,
) -> None:
    """Have somebody decide in the place of an approver who is away."""
    settings = session.settings()
    speaker = session.speaker(settings, speak_as)

    async def work() -> None:
        async with session.application(settings) as app:
            begin = first.date() if first else app.clock.now().date()
            days = (begin, last.date() if last else begin)
            made = await reviews(app).delegate(absent, to, days, speaker.person, speaker.typed_by)
            if made is None:
                raise ConfigurationError(f"{speaker.name} may not say who stands in for {absent}.", "Ask an operator.")
            _print([made])

    asyncio.run(work())


def delegations() -> None:
    """List who stands in for whom, today and later.

    Entries of the approvals file are among them.
    """
    settings = session.settings()

    async def work() -> None:
        async with session.application(settings) as app:
            _print(await reviews(app).delegations())

    asyncio.run(work())


def call_off(
    delegation_id: Annotated[str, typer.Argument(metavar="ID", help="The delegation.")], speak_as: _As = None
) -> None:
    """End a delegation before its last day."""
    settings = session.settings()
    speaker = session.speaker(settings, speak_as)

    async def work() -> None:
        async with session.application(settings) as app:
            if await reviews(app).call_off(delegation_id, speaker.person, speaker.typed_by) is None:
                remedy = "List them: python -m bot approvals delegations; the file's own are changed in the file."
                raise NotFound(f"There is no delegation {delegation_id} to call off.", remedy)
        out().print(f"Called off: {delegation_id}.")

    asyncio.run(work())


def reviews(app: Application) -> Reviews:
    """What may be asked of the reviews without starting anything."""
    from bot.reviews import Reviews

    async def nobody_is_told(_: Approval | Remark) -> None:
        """Lists and delegations decide nothing."""

    return Reviews(app, nobody_is_told, nobody_is_told)


def _print(found: Sequence[Delegation]) -> None:
    from adapters.terminal.pages import table

    rows = [(d.id, d.absent, d.delegate, d.first_day, d.last_day, _setter(d)) for d in found]
    out().print(table("id", "away", "stands in", "from", "to", "set by", rows=rows))


def _setter(delegation: Delegation) -> str:
    if delegation.set_by is None:
        return "the approvals file"
    typed = f", typed by {delegation.typed_by}" if delegation.typed_by else ""
    return f"{delegation.set_by.name} ({delegation.set_by.id}){typed}"
