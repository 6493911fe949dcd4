"""Outcomes and approvals as a person reads them in a terminal. Everything is cleaned, and nothing is read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from adapters.terminal.text import clean, one_line
from core.domain.approval import Approval, ApprovalState, Approver, Vote
from core.domain.outcome import Band, Citation, Outcome, OutcomeKind
from core.domain.request import Person, PipelineRequest

MEASURE = 100
"""Columns of running text at most: longer lines are hard to read."""

_COLOURS = {
    OutcomeKind.ANSWERED: "green",
    OutcomeKind.EXECUTED: "green",
    OutcomeKind.PENDING_APPROVAL: "yellow",
    OutcomeKind.NEEDS_CLARIFICATION: "yellow",
    OutcomeKind.NEEDS_CONFIRMATION: "yellow",
    OutcomeKind.DENIED: "red",
    OutcomeKind.FAILED: "red",
    OutcomeKind.UNKNOWN: "red",
}
_STATES = {
    ApprovalState.PENDING: "yellow",
    ApprovalState.APPROVED: "green",
    ApprovalState.EXECUTED: "green",
    ApprovalState.DENIED: "red",
    ApprovalState.FAILED: "red",
    ApprovalState.UNKNOWN: "red",
}


def outcome_card(outcome: Outcome, to_decide: str = "") -> RenderableType:
    """What the asker sees: how it ended, the words, the sources, and what stands near where nothing was found.

    ``to_decide`` is the command by which an approver reads and decides it here, where it waits for one.
    """
    parts: list[RenderableType] = [_heading(outcome), "", inset(Text(clean(outcome.text)))]
    if outcome.citations:
        parts += ["", inset(sources(outcome.citations))]
    if outcome.nearest:
        near = Text("Nearest documents: ", style="dim").append("; ".join(map(one_line, outcome.nearest)))
        parts += ["", inset(near)]
    return Group(*parts, "", inset(_footing(outcome, to_decide)))


def sources(citations: Iterable[Citation]) -> RenderableType:
    """Numbered sources: document, section and page, the quote, and its link."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for citation in citations:
        where = Text(one_line(citation.document), style="bold")
        if citation.section:
            where.append(f" > {one_line(citation.section)}", style="not bold")
        if citation.page is not None:
            where.append(f", page {citation.page}", style="not bold")
        lines = [where, Text(f"“{clean(citation.quote)}”", style="italic")]
        lines.append(_link(citation.url) if citation.url else Text(one_line(citation.path), style="dim"))
        grid.add_row(f"[{citation.n}]", Group(*lines))
    return grid


def approval_card(approval: Approval, votes: Sequence[Vote] = ()) -> RenderableType:
    """Everything an approver signs and why: question, asker, reason, the whole draft, every quote with its link."""
    heading = Text(f"Approval {approval.id}", style="bold")
    heading.append(f"  {approval.state}", style=_STATES.get(approval.state, "dim"))
    facts: list[tuple[str, str | RenderableType]] = [
        ("Question", approval.request.question),
        *([("Understood as", approval.request.standalone)] if approval.request.standalone else []),
        ("Asked by", f"{asker(approval.request)}, {moment(approval.request.received_at)}"),
        ("Why here", approval.why),
        (f"Words of {person(approval.edited_by)}" if approval.edited_by else "Draft", approval.draft.text),
        ("Sources", sources(approval.draft.citations)),
        ("May decide", _deciders(approval)),
        ("Open until", moment(approval.expires_at)),
        ("Digest", approval.digest),
    ]
    facts += [("Vote", vote_line(vote)) for vote in votes]
    if approval.state is not ApprovalState.PENDING:
        facts.append(("Decided", decided(approval)))
    return Group(heading, "", inset(labelled(facts)))


def approval_line(approval: Approval) -> str:
    """An approval in one line, for a list of them."""
    return f"{approval.id}  {one_line(approval.request.asker.name)} asks: {one_line(approval.request.question)}"


def labelled(facts: Iterable[tuple[str, str | RenderableType]]) -> RenderableType:
    """Label and value in two columns; a string is cleaned."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in facts:
        grid.add_row(label, Text(clean(value)) if isinstance(value, str) else value)
    return grid


def inset(content: RenderableType) -> RenderableType:
    """Two columns further in."""
    return Padding(content, (0, 0, 0, 2), expand=False)


def person(somebody: Person) -> str:
    """A name with the account behind it."""
    name, account = one_line(somebody.name), one_line(somebody.id)
    return account if name == account else f"{name} ({account})"


def asker(request: PipelineRequest) -> str:
    """Who asked, and who typed it where a terminal spoke for them."""
    typed = f", typed by {one_line(request.typed_by)}" if request.typed_by else ""
    return person(request.asker) + typed


def moment(at: datetime) -> str:
    """A point in time, in the zone it was written in."""
    return at.strftime("%Y-%m-%d %H:%M %Z")


def decided(approval: Approval) -> str:
    """Who ended it, when, and why."""
    words = approval.state.value
    if approval.decided_by:
        words += f" by {person(approval.decided_by)}"
    if approval.decided_at:
        words += f", {moment(approval.decided_at)}"
    return f"{words}: {one_line(approval.note)}" if approval.note else words


def _heading(outcome: Outcome) -> Text:
    heading = Text(
        outcome.outcome.value.replace("_", " ").capitalize(), style=f"bold {_COLOURS.get(outcome.outcome, '')}"
    )
    if outcome.outcome is OutcomeKind.ANSWERED and outcome.band in (Band.HIGH, Band.MODERATE):
        heading.append(f"  {outcome.band} confidence", style="not bold dim")
    return heading


def _footing(outcome: Outcome, to_decide: str) -> Text:
    footing = Text(style="dim")
    if outcome.outcome is OutcomeKind.PENDING_APPROVAL and outcome.approval_id:
        footing.append(f"Approval {outcome.approval_id}\n")
        footing.append(f"A reviewer reads and decides it with: {to_decide}\n" if to_decide else "")
    return footing.append(f"Exchange {outcome.exchange_id}")


def _link(url: str) -> Text:
    shown = one_line(url).replace(" ", "%20")
    safe = shown.startswith(("http://", "https://"))
    return Text(shown, style=Style(color="blue", link=shown if safe else None))


def _deciders(approval: Approval) -> str:
    names = ", ".join(approver_name(approver) for approver in approval.approvers)
    rule = approval.rule
    needed = f"{rule.quorum} of them must approve" if rule.quorum > 1 else "one of them"
    own = "" if rule.asker_may_decide else ", never the asker"
    return f"{names} ({needed}{own}; rule “{one_line(rule.name)}”)"


def approver_name(approver: Approver) -> str:
    """Whom an entry of the approvals file means."""
    return one_line(approver.account or approver.email or f"group {approver.group}")


def vote_line(vote: Vote) -> str:
    """Who voted what, when, and why; and who typed it where a terminal spoke for them."""
    words = f"{vote.verdict} by {person(vote.voter)}, {moment(vote.cast_at)}"
    words += f", in the place of {person(vote.on_behalf_of)}" if vote.on_behalf_of else ""
    words += f", typed by {one_line(vote.typed_by)}" if vote.typed_by else ""
    words += " (void)" if vote.void else ""
    return f"{words}: {one_line(vote.note)}" if vote.note else words
