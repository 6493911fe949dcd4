"""Approval -> the card an approver decides on, and what stands in its thread."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.slack.answers import sources
from adapters.slack.blocks import (
    ROOM,
    Message,
    actions,
    button,
    context,
    fallback,
    header,
    pack,
    quote_sections,
    sections,
)
from adapters.slack.modals import ASK_BACK, DENY, EDIT, HAND_OVER, MAX_NOTE, Ticket
from adapters.slack.rich import Block, Element, account, channel, linked, moment, paragraph, quotation, rich_text, said
from adapters.slack.text import pieces, when
from core.domain.approval import Approval, ApprovalState, Remark, Verdict, Vote
from core.domain.request import PipelineRequest, Place, PlaceKind, SurfaceName
from core.wording import reviewing as wording

APPROVE = "approve"
READ_ALL = "read_all"
"""The action ids of the buttons that open no form."""

SHOWN_VOTES = 10
"""Voters named on a card."""
REMARK = 2900
"""Characters of a remark in one quotation."""
FRAME = 2500
"""Characters kept free on each part of a card for its heading, its verdict with the reason, its votes and its buttons."""


def render(approval: Approval, read_all: str | None = None, votes: Sequence[Vote] = ()) -> list[Message]:
    """The card's parts in order: one message, or, where that is too long, its beginning and the thread under it.

    Everything that is signed comes before the buttons, and only the last part has buttons. ``read_all`` is the address of
    the second part, once it is known.
    """
    parts = pack(_body(approval), ROOM - FRAME)
    summary = f"{_title(approval)}: {fallback(approval.request.question)}"
    messages = []
    for at, body in enumerate(parts):
        first, last = at == 0, at == len(parts) - 1
        standing = [*_verdict(approval), *_progress(approval, votes)]
        top = [header(_title(approval)), *standing] if first else [context(f"Part {at + 1} of {len(parts)}")]
        bottom = [] if last else _continued(approval, read_all if first else None)
        if last:
            bottom = [] if first else standing
            bottom += _buttons(approval) if approval.state is ApprovalState.PENDING else []
        messages.append(Message(summary, [*top, *body, *bottom]))
    return messages


def reminder(approval: Approval) -> Message:
    """What stands in a card's thread when it has waited for a while."""
    words = [said(wording.STILL_WAITS), moment(approval.expires_at), said(".")]
    return Message(wording.CARD_TITLE, [rich_text(paragraph(*words))])


def remark(made: Remark) -> Message:
    """What a reviewer asked back or the asker answered, in a card's thread."""
    lead = wording.ANSWERS if made.from_asker else wording.ASKS_BACK
    parts = pieces(made.text, REMARK)
    first = rich_text(paragraph(account(made.author), said(f" {lead}")), quotation(parts[0]))
    return Message(lead, [first, *(rich_text(quotation(part)) for part in parts[1:])])


def unused_part() -> Message:
    """What a later part of a card shows once the reviewer's words are shorter than the draft was."""
    return Message(wording.PART_UNUSED, [context(wording.PART_UNUSED)])


def handed_over(approval: Approval) -> Message:
    """A question for somebody who goes on with it: what was asked, by whom and where, and who sent it here."""
    request = approval.request
    by = [said(wording.HANDED_OVER_BY), account(approval.decided_by), said(". ")] if approval.decided_by else []
    note = [quotation(pieces(approval.note, MAX_NOTE)[0])] if approval.note else []
    blocks = [
        *quote_sections(request.asks, lead=wording.FOR_YOU),
        rich_text(paragraph(*_asked(request))),
        rich_text(paragraph(*by, said(wording.ANSWER_YOURSELF)), *note),
    ]
    return Message(f"{wording.FOR_YOU}: {fallback(request.question)}", blocks)


def _title(approval: Approval) -> str:
    return wording.STATES[approval.state][0] or wording.CARD_TITLE


def _body(approval: Approval) -> list[Block]:
    request, draft = approval.request, approval.draft
    return [
        *quote_sections(request.question, lead="Question"),
        *(quote_sections(request.standalone, lead=wording.UNDERSTOOD) if request.standalone else []),
        rich_text(paragraph(*_asked(request))),
        *sections(approval.why, lead="Why this comes to you"),
        *sections(draft.text, lead=wording.OWN_WORDS if approval.edited_by else wording.DRAFT),
        *([rich_text(paragraph(said("Sources", bold=True))), *sources(draft.citations)] if draft.citations else []),
        context(f"Confidence {approval.confidence:.0%} · to be decided by {when(approval.expires_at)}"),
    ]


def _asked(request: PipelineRequest) -> list[Element]:
    return [
        said("Asked by "),
        account(request.asker),
        *_asked_at(request.place),
        said(", "),
        moment(request.received_at),
    ]


def _asked_at(place: Place) -> list[Element]:
    if place.kind is PlaceKind.CHANNEL and place.channel:
        return [said(" in "), channel(place.channel)]
    return [said(f" {wording.ASKED_AT[place.kind]}")]


def _verdict(approval: Approval) -> list[Block]:
    """Who decided what and when, and why; nothing while it waits."""
    if approval.state is ApprovalState.PENDING:
        return []
    title, explanation = wording.STATES[approval.state]
    line = [said(title, bold=True)]
    if approval.decided_by:
        line += [said(" by "), account(approval.decided_by)]
    if approval.decided_at:
        line += [said(", "), moment(approval.decided_at)]
    line.append(said(f". {explanation}".rstrip()))
    note = pieces(approval.note or "", MAX_NOTE)
    reason = [quotation(note[0] + (" …" if len(note) > 1 else ""))] if note else []
    return [rich_text(paragraph(*line), *reason)]


def _progress(approval: Approval, votes: Sequence[Vote]) -> list[Block]:
    """How far it has come: whose words they are, how many of the quorum stand behind them, and whom else it was put to.

    It stands outside of the body, whose parts must not shift while people vote.
    """
    lines: list[list[Element]] = []
    if approval.edited_by:
        void = sum(vote.void for vote in votes)
        line = [said(wording.WORDS_OF), account(approval.edited_by), said(".")]
        lines.append([*line, *([said(f" {wording.void_votes(void)}")] if void else [])])
    if approval.rule.quorum > 1:
        standing = [vote for vote in votes if not vote.void and vote.verdict is not Verdict.DENY]
        line = [said(wording.approvals_of(len(standing), approval.rule.quorum), bold=True)]
        for at, vote in enumerate(standing[:SHOWN_VOTES]):
            line += [said(", " if at else ": "), account(vote.voter)]
            line += [said(wording.IN_PLACE_OF), account(vote.on_behalf_of)] if vote.on_behalf_of else []
        lines.append(line)
    if approval.level and approval.state is ApprovalState.PENDING:
        lines.append([said(wording.ESCALATED)])
    return [rich_text(paragraph(*line)) for line in lines]


def _continued(approval: Approval, read_all: str | None) -> list[Block]:
    """What stands under a part that is not the last: where it goes on; a button only while there is something to decide."""
    pending = approval.state is ApprovalState.PENDING
    words = wording.CARD_CONTINUED if pending else wording.CONTINUED
    if read_all is None:
        return [context(words)]
    if not pending:
        return [rich_text(paragraph(said(f"{words} "), linked(read_all, wording.READ_ALL)))]
    row = actions(f"{READ_ALL}:{approval.id}", button(wording.READ_ALL, READ_ALL, url=read_all))
    return [context(words), row]


def _buttons(approval: Approval) -> list[Block]:
    value = Ticket(approval.id, approval.digest).dump()
    row = [
        button(wording.APPROVE, APPROVE, value=value, style="primary"),
        button(wording.EDIT, EDIT, value=value),
        button(wording.DENY, DENY, value=value, style="danger"),
    ]
    if approval.request.place.surface is not SurfaceName.TERMINAL:
        row.append(button(wording.ASK_BACK, ASK_BACK, value=value))
    if approval.rule.handoff:
        row.append(button(wording.HAND_OVER, HAND_OVER, value=value))
    return [actions(f"decide:{approval.id}", *row)]
