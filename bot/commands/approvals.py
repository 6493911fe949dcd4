"""``approvals``: what waits for a human, and a decision from the terminal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands import session
from bot.commands.ask import AS_HELP
from bot.commands.console import announce, out, print_card
from core.domain.approval import Approval, ApprovalState, Verdict
from core.errors import ConfigurationError, NotFound

if TYPE_CHECKING:
    from core.ports.approvals import Approvals

app = typer.Typer(help="What waits for a human decision.")

_Id = Annotated[str, typer.Argument(metavar="ID", help="The approval.")]
_As = Annotated[str | None, typer.Option("--as", metavar="PERSON", help=AS_HELP)]


@app.command("list")
def list_(
    state: Annotated[ApprovalState | None, typer.Option(help="Only those in this state.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="At most so many.")] = 100,
) -> None:
    """List approvals, oldest first."""
    settings = session.settings()

    async def work() -> None:
        from adapters.terminal.pages import approvals_table

        async with session.application(settings) as application:
            found = await application.store.approvals.list(state, limit)
            out().print(approvals_table(found))

    asyncio.run(work())


@app.command()
def show(approval_id: _Id) -> None:
    """Show the whole card: question, draft, sources, who may decide, and the votes."""
    settings = session.settings()

    async def work() -> None:
        from adapters.terminal.cards import approval_card

        async with session.application(settings) as application:
            approval = await _find(application.store.approvals, approval_id)
            print_card(approval_card(approval, await application.store.approvals.votes(approval.id)))

    asyncio.run(work())


@app.command()
def approve(
    approval_id: _Id,
    note: Annotated[str | None, typer.Option(help="A note for the record.")] = None,
    speak_as: _As = None,
) -> None:
    """Release the draft to whoever asked."""
    _decide(approval_id, Verdict.APPROVE, note, speak_as)


@app.command()
def deny(
    approval_id: _Id,
    reason: Annotated[str, typer.Option(help="Why; whoever asked is told it.")],
    speak_as: _As = None,
) -> None:
    """Do not release the draft."""
    if not reason.strip():
        raise ConfigurationError("A denial needs a reason.", 'Give one: --reason "The policy changed in May."')
    _decide(approval_id, Verdict.DENY, reason.strip(), speak_as)


def _decide(wanted: str, verdict: Verdict, note: str | None, speak_as: str | None) -> None:
    from adapters.terminal.cards import approval_card
    from adapters.terminal.rulings import ACCEPTED, ruling_text

    settings = session.settings()
    speaker = session.speaker(settings, speak_as)
    refused = False

    async def work() -> None:
        nonlocal refused
        async with session.application(settings) as application, session.desk(application, _nobody_asks_here) as desk:
            approval = await _find(application.store.approvals, wanted)
            decision = await desk.decide(speaker.ballot(approval, verdict, note))
            refused = decision.ruling not in ACCEPTED
            if refused:
                announce(ruling_text(decision))
            elif decision.approval:
                votes = await application.store.approvals.votes(approval.id)
                print_card(approval_card(decision.approval, votes))
                out().print(ruling_text(decision))

    asyncio.run(work())
    if refused:
        raise typer.Exit(1)


def _nobody_asks_here(*_: object) -> None:
    """Whoever asked is elsewhere: their own process, or the server, shows them what was decided."""


async def _find(approvals: Approvals, approval_id: str) -> Approval:
    approval = await approvals.get(approval_id)
    if approval is None:
        raise NotFound(f"There is no approval {approval_id}.", "List them: python -m bot approvals list.")
    return approval
