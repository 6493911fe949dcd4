"""Approval -> the card an approver decides on, and the modal that asks for a reason."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from adapters.slack import wording
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
    plain_text,
    quote_sections,
    sections,
)
from adapters.slack.rich import Block, Element, account, channel, linked, moment, paragraph, quotation, rich_text, said
from adapters.slack.text import pieces, when
from core.domain.approval import Approval, ApprovalState
from core.domain.request import PipelineRequest, Place, PlaceKind

APPROVE = "approve"
DENY = "deny"
READ_ALL = "read_all"
REASON = "reason"
"""The action ids of buttons and input, and the modal's callback id (``deny``)."""

MAX_NOTE = 1000
"""Characters of a reviewer's reason: the modal takes no more, and a card shows no more of one given elsewhere."""
FRAME = 2500
"""Characters kept free on each part of a card for its heading, its verdict with the reason, and its buttons."""


@dataclass(frozen=True)
class Ticket:
    """All that a button carries: which approval, and exactly what was shown."""

    approval_id: str
    digest: str

    def dump(self) -> str:
        """As a button's value."""
        return json.dumps([self.approval_id, self.digest], separators=(",", ":"))

    @classmethod
    def load(cls, value: str) -> Ticket | None:
        """From a button's value; None for a button that is not of this version."""
        try:
            approval_id, digest = json.loads(value)
        except (ValueError, TypeError):
            return None
        return cls(approval_id, digest) if isinstance(approval_id, str) and isinstance(digest, str) else None


@dataclass(frozen=True)
class DenyForm:
    """What the modal hands back to us when it is submitted: the ticket, and where the card is."""

    ticket: Ticket
    channel: str
    thread: str | None

    def dump(self) -> str:
        """As the modal's private metadata."""
        return json.dumps([self.ticket.dump(), self.channel, self.thread])

    @classmethod
    def load(cls, value: str) -> DenyForm | None:
        """From the modal's private metadata; None for a modal that is not of this version."""
        try:
            inner, channel, thread = json.loads(value)
        except (ValueError, TypeError):
            return None
        ticket = Ticket.load(inner) if isinstance(inner, str) else None
        return cls(ticket, channel, thread) if ticket and isinstance(channel, str) else None


def render(approval: Approval, read_all: str | None = None) -> list[Message]:
    """The card's parts in order: one message, or, where that is too long, its beginning and the thread under it.

    Everything that is signed comes before the buttons, and only the last part has buttons. ``read_all`` is the address of
    the second part, once it is known.
    """
    parts = pack(_body(approval), ROOM - FRAME)
    summary = f"{_title(approval)}: {fallback(approval.request.question)}"
    messages = []
    for at, body in enumerate(parts):
        first, last = at == 0, at == len(parts) - 1
        top = [header(_title(approval)), *_verdict(approval)] if first else [context(f"Part {at + 1} of {len(parts)}")]
        bottom = [] if last else _continued(approval, read_all if first else None)
        if last:
            bottom = (
                _buttons(approval) if approval.state is ApprovalState.PENDING else [] if first else _verdict(approval)
            )
        messages.append(Message(summary, [*top, *body, *bottom]))
    return messages


def deny_modal(form: DenyForm) -> dict[str, Any]:
    """The modal that asks for the reason of a denial."""
    reason: Block = {
        "type": "plain_text_input",
        "action_id": REASON,
        "multiline": True,
        "min_length": 1,
        "max_length": MAX_NOTE,
    }
    return {
        "type": "modal",
        "callback_id": DENY,
        "private_metadata": form.dump(),
        "title": plain_text(wording.MODAL_TITLE),
        "submit": plain_text(wording.DENY),
        "close": plain_text(wording.MODAL_CANCEL),
        "blocks": [
            {
                "type": "input",
                "block_id": REASON,
                "label": plain_text(wording.MODAL_REASON),
                "hint": plain_text(wording.MODAL_HINT),
                "element": reason,
            }
        ],
    }


def reminder(approval: Approval) -> Message:
    """What stands in a card's thread when it has waited for a while."""
    words = [said(wording.STILL_WAITS), moment(approval.expires_at), said(".")]
    return Message(wording.CARD_TITLE, [rich_text(paragraph(*words))])


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
    needed = f" · {approval.rule.quorum} approvals needed" if approval.rule.quorum > 1 else ""
    return [
        *quote_sections(request.question, lead="Question"),
        *(quote_sections(request.standalone, lead=wording.UNDERSTOOD) if request.standalone else []),
        rich_text(paragraph(*_asked(request))),
        *sections(approval.why, lead="Why this comes to you"),
        *sections(draft.text, lead=wording.OWN_WORDS if approval.edited_by else wording.DRAFT),
        *([rich_text(paragraph(said("Sources", bold=True))), *sources(draft.citations)] if draft.citations else []),
        context(f"Confidence {approval.confidence:.0%} · to be decided by {when(approval.expires_at)}{needed}"),
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
    return [
        actions(
            f"decide:{approval.id}",
            button(wording.APPROVE, APPROVE, value=value, style="primary"),
            button(wording.DENY, DENY, value=value, style="danger"),
        )
    ]
