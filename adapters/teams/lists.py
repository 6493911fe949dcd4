"""What waits for somebody's decision, and their own questions under review, as the commands list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.teams import cards, text
from adapters.teams.activities import Message
from adapters.teams.elements import (
    Element,
    card,
    execute,
    fact,
    heading,
    message,
    moment,
    note,
    paragraph,
    paragraphs,
    quotations,
    row,
    said,
)
from adapters.teams.tickets import Ticket, Verb
from core.domain.approval import Approval
from core.domain.language import Language
from core.domain.request import Person
from core.ports.surface import Frontdesk
from core.wording import reviewing as wording
from core.wording import say

SHOWN = 10
"""Entries of a list."""
QUESTION = 300
"""Characters shown of a question."""


@dataclass(frozen=True)
class Waiting:
    """What concerns one person: what waits for their decision, their own questions, and whether the program is paused."""

    inbox: Sequence[Approval]
    pending: Sequence[Approval]
    paused: bool

    @property
    def language(self) -> Language | None:
        """That of the newest of their own questions, which is what is known of theirs."""
        return self.pending[-1].request.language if self.pending else None


async def waiting(desk: Frontdesk, person: Person) -> Waiting:
    """Both lists. Raises StoreUnavailable, SurfaceError."""
    return Waiting(await desk.inbox(person), await desk.pending(person), await desk.paused() is not None)


def inbox(found: Waiting) -> Message:
    """What waits for their decision. A button shows the card here, where one card holds all that is to be signed."""
    body = [heading(wording.INBOX), *_notice(found)]
    if not found.inbox:
        body.append(note(wording.INBOX_EMPTY))
    for approval in found.inbox[:SHOWN]:
        line = f"Asked by {fact(approval.request.asker.name)}, to be decided by {moment(approval.expires_at)}."
        body += [*_question(approval), note(line)]
        if len(cards.render(approval)) == 1:
            body.append(row(execute(wording.OPEN_CARD, Verb.REFRESH, Ticket(approval.id, approval.digest))))
        else:
            body.append(note(wording.LONG_CARD))
    return message(card([*body, *_more(len(found.inbox))]), wording.INBOX)


def pending(found: Waiting) -> Message:
    """Their own questions, each with a button to withdraw it."""
    title = say("pending.title", found.language)
    body = [heading(title), *_notice(found)]
    if not found.pending:
        body.append(note(say("pending.empty", found.language)))
    for approval in found.pending[:SHOWN]:
        asked, latest = moment(approval.request.received_at), moment(approval.expires_at)
        line = note(say("pending.entry", found.language, asked=asked, latest=latest))
        body += [*_question(approval), line, withdrawal(approval.id, found.language)]
    return message(card([*body, *_more(len(found.pending), found.language)]), title)


def withdrawal(approval_id: str, language: Language | None) -> Element:
    """The button that takes one's own question back."""
    return row(execute(say("withdraw.button", language), Verb.WITHDRAW, Ticket(approval_id)))


def under_review(words: str, approval_id: str, language: Language | None) -> Message:
    """The notice of a review where its asker alone reads it, with the button that ends it."""
    return message(card([*paragraphs(words), withdrawal(approval_id, language)]), text.shorten(words, QUESTION))


def done(words: str) -> Message:
    """What stands in a card's place once its button has done what it does."""
    return message(card([paragraph(said(words))]), words)


def _question(approval: Approval) -> list[Element]:
    return quotations(text.shorten(approval.request.question, QUESTION))


def _notice(found: Waiting) -> list[Element]:
    return [paragraph(said(wording.PAUSED, weight="Bolder"))] if found.paused else []


def _more(count: int, language: Language | None = None) -> list[Element]:
    return [note(say("pending.more", language, count=count - SHOWN))] if count > SHOWN else []
