"""A conversation at the terminal: questions, and the approvals that wait for whoever sits there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.text import Text

from adapters.terminal.cards import MEASURE, approval_card, approval_line, outcome_card
from adapters.terminal.keyboard import Keyboard
from adapters.terminal.rulings import ruling_text
from adapters.terminal.speaker import Speaker
from adapters.terminal.text import clean, one_line
from core.domain.approval import Approval, Ballot, Decision, Verdict
from core.domain.outcome import Outcome, OutcomeKind
from core.domain.request import Person, PipelineRequest
from core.errors import CountersignError

HELP = """\
Ask about a policy in your own words, or:
  /inbox             what waits for your decision
  /show ID           a whole card; the beginning of an id is enough
  /approve ID        release the draft to the asker
  /deny ID REASON    do not release it; the asker is told the reason
  /as NAME           go on as somebody else (in the local default only)
  /help              this
  /quit              leave, as Ctrl-D does"""


class Desk(Protocol):
    """What a conversation asks of the program. What comes of it is shown by the surface, through ``Chat.show``."""

    async def ask(self, speaker: Speaker, question: str) -> None:
        """Puts a question; returns when its outcome was shown."""
        ...

    async def inbox(self, person: Person) -> Sequence[Approval]:
        """Pending approvals that this person may decide, oldest first."""
        ...

    async def decide(self, ballot: Ballot) -> Decision:
        """Applies a ballot; whoever asked is told by the program."""
        ...


class Chat:
    """One sitting. ``strangers`` says whether the terminal may speak for other people."""

    def __init__(self, console: Console, keyboard: Keyboard, speaker: Speaker, *, strangers: bool) -> None:
        self._console = console
        self._keyboard = keyboard
        self._speaker = speaker
        self._strangers = strangers
        self._seen: dict[str, Approval] = {}
        self._commands: dict[str, Callable[[Desk, str], Awaitable[None]]] = {
            "/inbox": self._inbox,
            "/show": self._show,
            "/approve": self._approve,
            "/deny": self._deny,
            "/as": self._as,
            "/help": self._help,
        }

    def show(self, request: PipelineRequest, outcome: Outcome) -> None:
        """Prints an outcome, whatever is being typed: the terminal surface's way to show things."""
        card = outcome_card(outcome, to_decide=f"/show {outcome.approval_id}")
        if outcome.reviewed_at or outcome.outcome is OutcomeKind.EXPIRED:
            card = Group(Text(f"On your question: {one_line(request.question)}", style="dim"), card)
        self._print(card)

    async def run(self, desk: Desk) -> None:
        """Answers line after line until the input ends or somebody leaves."""
        if self._keyboard.interactive:
            self._say("Ask a question about a policy. /help says what else there is.", style="dim")
        await self._count(desk)
        while (line := await self._keyboard.line(f"{self._speaker.name}> ")) is not None:
            words = line.strip()
            if words == "/quit":
                return
            if words and not self._keyboard.interactive:
                self._say(f"{self._speaker.name}> {words}", style="bold")
            if words:
                await self._take(desk, words)
        if self._keyboard.interactive:
            self._console.print()

    async def _take(self, desk: Desk, words: str) -> None:
        command, _, rest = words.partition(" ")
        try:
            if not words.startswith("/"):
                with self._console.status("Looking in the policies ..."):  # shown to a person only
                    await desk.ask(self._speaker, words)
            elif command in self._commands:
                await self._commands[command](desk, rest.strip())
            else:
                self._say(f"There is no {command}. /help lists what there is.")
        except CountersignError as error:  # this line failed; the next may not
            self._say(str(error), style="red")

    async def _count(self, desk: Desk) -> None:
        if waiting := len(await desk.inbox(self._speaker.person)):
            self._say(f"{waiting} waiting for your decision: /inbox", style="yellow")

    async def _inbox(self, desk: Desk, rest: str) -> None:
        waiting = await desk.inbox(self._speaker.person)
        for approval in waiting:
            self._say(approval_line(approval))
        self._say("/show ID shows the whole card." if waiting else "Nothing waits for your decision.", style="dim")

    async def _show(self, desk: Desk, rest: str) -> None:
        approval = await self._find(desk, rest, "/show ID")
        if approval:
            self._seen[approval.id] = approval
            self._print(approval_card(approval))

    async def _approve(self, desk: Desk, rest: str) -> None:
        await self._decide(desk, rest, "/approve ID", Verdict.APPROVE, None)

    async def _deny(self, desk: Desk, rest: str) -> None:
        wanted, _, reason = rest.partition(" ")
        await self._decide(desk, wanted, "/deny ID REASON", Verdict.DENY, reason.strip() or None)

    async def _decide(self, desk: Desk, wanted: str, usage: str, verdict: Verdict, note: str | None) -> None:
        """A card signs what was shown (DESIGN: approvals), so one that was not shown here is shown first."""
        approval = await self._find(desk, wanted, usage)
        if approval is None:
            return
        seen = self._seen.get(approval.id)
        if seen is None:
            await self._show(desk, approval.id)
            self._say("This is what you would decide on. Give the command once more to do it.", style="yellow")
            return
        self._say(ruling_text(await desk.decide(self._speaker.ballot(seen, verdict, note))))

    async def _find(self, desk: Desk, wanted: str, usage: str) -> Approval | None:
        if not wanted:
            self._say(f"Say which: {usage}. /inbox lists them.")
            return None
        waiting = await desk.inbox(self._speaker.person)
        found = [approval for approval in waiting if approval.id.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        self._say(
            f"More than one begins with {wanted}: give more of the id."
            if found
            else f"Nothing that begins with {wanted} waits for a decision of {self._speaker.name}, who never decides on their own question. /inbox lists what does."
        )
        return None

    async def _as(self, desk: Desk, rest: str) -> None:
        if not self._strangers:
            self._say("Speaking for others is for the local default only.")
        elif not rest or len(rest.split()) != 1:
            self._say("Say as whom: /as NAME, a name of one word.")
        else:
            self._speaker = replace(self._speaker, name=rest)
            self._seen.clear()
            await self._count(desk)

    async def _help(self, desk: Desk, rest: str) -> None:
        self._say(HELP)

    def _say(self, words: str, style: str = "") -> None:
        self._print(Text(clean(words), style=style))

    def _print(self, content: RenderableType) -> None:
        with self._keyboard.aside():
            self._console.print(content, width=min(self._console.width, MEASURE))
            self._console.print()
