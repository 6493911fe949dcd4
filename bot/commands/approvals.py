"""``approvals``: what waits for a human, and a decision from the terminal."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands import delegations, session
from bot.commands.ask import AS_HELP
from bot.commands.console import announce, out, print_card, readable
from bot.commands.who import who
from core.domain.approval import Approval, ApprovalState, Decision, Verdict
from core.errors import ConfigurationError, NotFound

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from adapters.terminal.speaker import Speaker
    from bot.commands.desk import TerminalDesk
    from core.ports.approvals import Approvals

app = typer.Typer(help="What waits for a human decision.")

_Id = Annotated[str, typer.Argument(metavar="ID", help="The approval.")]
_As = Annotated[str | None, typer.Option("--as", metavar="PERSON", help=AS_HELP)]


@app.command("list")
def list_(
    state: Annotated[ApprovalState | None, typer.Option(help="Only those in this state.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="At most so many.")] = 100,
    mine: Annotated[bool, typer.Option("--mine", help="Only what waits for your decision.")] = False,
    asked: Annotated[bool, typer.Option("--asked", help="Only your own questions under review.")] = False,
    speak_as: _As = None,
) -> None:
    """List approvals, oldest first."""
    if (mine or asked) and (state is not None or mine == asked):
        raise ConfigurationError("--mine, --asked and --state exclude each other.", "Give one of them.")
    settings = session.settings()
    speaker = session.speaker(settings, speak_as)

    async def work() -> None:
        from adapters.terminal.pages import approvals_table

        async with session.application(settings) as application:
            desk = delegations.reviews(application)
            if mine:
                found = (await desk.inbox(speaker.person))[:limit]
            elif asked:
                found = (await desk.pending(speaker.person))[:limit]
            else:
                found = await application.store.approvals.list(state, limit)
            out().print(approvals_table(found))

    asyncio.run(work())


@app.command()
def show(approval_id: _Id) -> None:
    """Show the whole card.

    Question, draft, sources, who may decide, and the votes.
    """
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


@app.command()
def edit(
    approval_id: _Id,
    words: Annotated[str | None, typer.Option(help="What goes out instead; [1] keeps the first source.")] = None,
    file: Annotated[Path | None, typer.Option(help="A file with the words, or - for standard input.")] = None,
    note: Annotated[str | None, typer.Option(help="A note for the record.")] = None,
    speak_as: _As = None,
) -> None:
    """Release words of your own instead of the draft.

    Earlier votes are void, and yours is the first for your words. Sources whose [1] you keep stay, as long as their quotes
    stand.
    """
    if (words is None) == (file is None):
        raise ConfigurationError("An edit takes --words TEXT or --file FILE.", "Give one of them.")
    _decide(approval_id, Verdict.EDIT, note, speak_as, words=words if file is None else _read(file))


@app.command()
def withdraw(
    approval_id: _Id,
    note: Annotated[str | None, typer.Option(help="A note for the record.")] = None,
    speak_as: _As = None,
) -> None:
    """Take back your own question while it is under review."""
    _act(approval_id, speak_as, lambda desk, a, who: desk.journeys.withdraw(a.id, who.person, note, who.typed_by))


@app.command("hand-over")
def hand_over(
    approval_id: _Id,
    note: Annotated[str | None, typer.Option(help="A word for whom it goes to.")] = None,
    speak_as: _As = None,
) -> None:
    """Give the question to whom its rule names as handoff.

    They answer the asker themselves.
    """
    _act(approval_id, speak_as, lambda desk, a, who: desk.journeys.hand_over(a.id, who.person, note, who.typed_by))


app.command()(who)
app.command()(delegations.delegate)
app.command("delegations")(delegations.delegations)
app.command("call-off")(delegations.call_off)


def _read(file: Path) -> str:
    try:
        return (sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()).decode()
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{file} is not UTF-8.", "Save it as UTF-8.") from error


def _decide(wanted: str, verdict: Verdict, note: str | None, speak_as: str | None, words: str | None = None) -> None:
    for text in (note, words):
        readable(text or "")
    _act(wanted, speak_as, lambda desk, a, who: desk.decide(who.ballot(a, verdict, note, words)))


def _act(
    wanted: str, speak_as: str | None, act: Callable[[TerminalDesk, Approval, Speaker], Awaitable[Decision]]
) -> None:
    """Does something to an approval and says what came of it; exit status 1 if nothing did."""
    from adapters.terminal.cards import approval_card
    from adapters.terminal.rulings import ACCEPTED, ruling_text

    settings = session.settings()
    speaker = session.speaker(settings, speak_as)
    refused = False

    async def work() -> None:
        nonlocal refused
        async with session.application(settings) as application, session.desk(application, _nobody_asks_here) as desk:
            approval = await _find(application.store.approvals, wanted)
            decision = await act(desk, approval, speaker)
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
