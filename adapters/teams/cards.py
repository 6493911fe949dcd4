"""Approval -> the card an approver decides on."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.teams import text
from adapters.teams.activities import Card, Message, size
from adapters.teams.elements import (
    CARD_BYTES,
    Element,
    card,
    fact,
    facts,
    heading,
    line,
    linked,
    message,
    moment,
    note,
    pack,
    paragraph,
    paragraphs,
    quotations,
    said,
    titled,
)
from adapters.teams.forms import MAX_NOTE, buttons
from adapters.teams.tickets import Ticket
from core.domain.approval import Approval, ApprovalState, Verdict, Vote
from core.domain.outcome import Citation
from core.wording import reviewing as wording
from core.wording import say
from core.wording.foreign import pieces

SHOWN_VOTES = 10
"""Voters named on a card."""
NAME = 60
"""Characters shown of a voter's name."""
LABEL = 200
"""Characters shown of a document's title, and of its section."""
SUMMARY = 300
"""Characters of what a notification says."""
FRAME = 6 * 1024
"""Bytes kept free on each part of a card for its heading, its verdict with the reason, its votes and the words around it."""

COLORS = {
    ApprovalState.PENDING: "accent",
    ApprovalState.APPROVED: "good",
    ApprovalState.EXECUTED: "good",
    ApprovalState.EXECUTING: "good",
    ApprovalState.DENIED: "attention",
    ApprovalState.FAILED: "attention",
}
"""Of the heading, by how the approval stands; any other is a warning's."""


def render(
    approval: Approval, votes: Sequence[Vote] = (), *, decides: bool = True, readers: Sequence[str] = ()
) -> list[Message]:
    """The card's parts in order: one message, or, where that is too long, several.

    Everything that is signed comes before the buttons, and only the last part has buttons. ``decides``: shown to somebody
    who may decide, or to everybody who is there; others read it without its buttons, once their client has asked for their own
    view: ``readers`` are the accounts whose clients do so by themselves.
    """
    pending = approval.state is ApprovalState.PENDING
    row = buttons(approval) if pending else []
    # Whether or not there are buttons, so that the parts stay the same when a decision takes them away.
    parts = pack(_body(approval), CARD_BYTES - FRAME - size(buttons(approval)))
    summary = f"{_title(approval)}: {text.shorten(approval.request.question, SUMMARY)}"
    ticket = Ticket(approval.id, approval.digest)
    shown = []
    for at, body in enumerate(parts):
        first, last = at == 0, at == len(parts) - 1
        standing = [*_verdict(approval), *_progress(approval, votes)]
        top = [_banner(approval), *standing] if first else [note(f"Part {at + 1} of {len(parts)}")]
        bottom = [] if last else [note(wording.CARD_GOES_ON)]
        bottom += standing if last and not first else []
        again = ticket if last and pending else None
        shown.append(message(card([*top, *body, *bottom], row if last and decides else (), again, readers), summary))
    return shown


def part(approval: Approval, votes: Sequence[Vote] = (), n: int = 0, *, decides: bool = True) -> Card:
    """What part ``n`` of the card shows now."""
    parts = render(approval, votes, decides=decides)
    shown = parts[n] if n < len(parts) else unused_part()
    assert shown.card is not None
    return shown.card


def unused_part() -> Message:
    """What a later part of a card shows once the reviewer's words are shorter than the draft was."""
    return message(card([note(wording.PART_UNUSED)]), wording.PART_UNUSED)


def _title(approval: Approval) -> str:
    return wording.STATES[approval.state][0] or wording.CARD_TITLE


def _banner(approval: Approval) -> Element:
    color = COLORS.get(approval.state, "warning")
    return {
        "type": "Container",
        "style": color,
        "bleed": True,
        "items": [heading(_title(approval), size="Large", style="heading")],
    }


def _body(approval: Approval) -> list[Element]:
    request, draft = approval.request, approval.draft
    rule = f"{approval.rule.name}: {approval.rule.matched}" if approval.rule.matched else approval.rule.name
    known = facts(
        ("Asked by", fact(request.asker.name)),
        ("Where", wording.ASKED_AT[request.place.kind]),
        ("When", moment(request.received_at)),
        ("Decide by", moment(approval.expires_at)),
        ("Confidence", f"{approval.confidence:.0%}"),
        ("Rule", fact(text.shorten(rule, LABEL))),
    )
    return [
        *titled("Question", quotations(request.question)),
        *(titled(wording.UNDERSTOOD, quotations(request.standalone)) if request.standalone else []),
        known,
        *titled("Why this comes to you", paragraphs(approval.why)),
        *titled(wording.OWN_WORDS if approval.edited_by else wording.DRAFT, paragraphs(draft.text)),
        *(titled("Sources", []) if draft.citations else []),
        *(element for citation in draft.citations for element in _source(citation)),
    ]


def _source(citation: Citation) -> list[Element]:
    place = [
        said(f"[{citation.n}] ", weight="Bolder"),
        linked(citation.url, text.shorten(citation.document, LABEL)),
    ]
    if citation.section:
        place.append(said(f" · {text.shorten(citation.section, LABEL)}"))
    if citation.page is not None:
        place.append(said(f" · {say('page', page=citation.page)}"))
    return [paragraph(*place, spacing="Small"), *quotations(citation.quote)]


def _verdict(approval: Approval) -> list[Element]:
    """Who decided what and when, and why; nothing while it waits."""
    if approval.state is ApprovalState.PENDING:
        return []
    title, explanation = wording.STATES[approval.state]
    by = f" by {fact(approval.decided_by.name)}" if approval.decided_by else ""
    at = f", {moment(approval.decided_at)}" if approval.decided_at else ""
    told = line(f"**{title}**{by}{at}. {explanation}".rstrip())
    given = pieces(approval.note or "", MAX_NOTE)
    return [told, *(quotations(given[0] + (" …" if len(given) > 1 else "")) if given else [])]


def _progress(approval: Approval, votes: Sequence[Vote]) -> list[Element]:
    """How far it has come: whose words they are, how many of the quorum stand behind them, and whom else it was put to.

    It stands outside of the body, whose parts must not shift while people vote.
    """
    lines: list[list[Element]] = []
    if approval.edited_by:
        void = sum(vote.void for vote in votes)
        runs = [said(wording.WORDS_OF), said(approval.edited_by.name, weight="Bolder"), said(".")]
        lines.append([*runs, *([said(f" {wording.void_votes(void)}")] if void else [])])
    if approval.rule.quorum > 1:
        standing = [vote for vote in votes if not vote.void and vote.verdict is not Verdict.DENY]
        runs = [said(wording.approvals_of(len(standing), approval.rule.quorum), weight="Bolder")]
        for at, vote in enumerate(standing[:SHOWN_VOTES]):
            runs += [said(", " if at else ": "), said(text.shorten(vote.voter.name, NAME))]
            if vote.on_behalf_of:
                runs += [said(wording.IN_PLACE_OF), said(text.shorten(vote.on_behalf_of.name, NAME))]
        lines.append(runs)
    if approval.level and approval.state is ApprovalState.PENDING:
        lines.append([said(wording.ESCALATED)])
    return [paragraph(*runs, spacing="Small") for runs in lines]
