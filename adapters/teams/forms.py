"""The buttons of an approval card, and the forms that they unfold."""

from __future__ import annotations

from adapters.teams import text
from adapters.teams.elements import Action, Element, execute, form, note, paragraph, said, text_input
from adapters.teams.tickets import Ticket, Verb
from core.domain.approval import MAX_WORDS, Approval, Ruling
from core.domain.request import SurfaceName
from core.wording import reviewing as wording
from core.wording.foreign import literal

MAX_NOTE = 1000
"""Characters of a reviewer's reason: the form takes no more, and a card shows no more of one given elsewhere."""
SOURCES = 20
"""Sources named under the field of an edit."""
LABEL = 80
"""Characters of a document's title there."""


def buttons(approval: Approval) -> list[Action]:
    """Everything that may be done with a pending approval."""
    ticket = Ticket(approval.id, approval.digest)
    row = [
        # Without the fields of the others: an empty reason of a denial keeps nobody from approving.
        execute(wording.APPROVE, Verb.APPROVE, ticket, style="positive", associatedInputs="none"),
        _edit(approval, ticket),
        _deny(ticket),
    ]
    if approval.request.place.surface is not SurfaceName.TERMINAL:
        row.append(_ask_back(ticket))
    if approval.rule.handoff:
        row.append(_hand_over(approval.rule.handoff.name, ticket))
    return row


def _edit(approval: Approval, ticket: Ticket) -> Action:
    """Has a reviewer write the answer anew, from the draft on; from nothing where the draft is longer than the field."""
    words = literal(approval.draft.text)
    fits = len(words) <= MAX_WORDS
    missing = wording.RULINGS[Ruling.WORDS_REQUIRED]
    field = text_input(Verb.EDIT, wording.EDIT_LABEL, MAX_WORDS, missing, words if fits else "")
    body: list[Element] = [*([] if fits else [note(wording.EDIT_TOO_LONG)]), field, note(wording.EDIT_HINT)]
    named = [f"[{c.n}] {text.shorten(c.document, LABEL)}" for c in approval.draft.citations[:SOURCES]]
    if named:
        body.append(paragraph(said(f"{wording.EDIT_SOURCES}: ", weight="Bolder"), said(", ".join(named))))
    return form(wording.EDIT, body, execute(wording.EDIT_SUBMIT, Verb.EDIT, ticket, style="positive"))


def _deny(ticket: Ticket) -> Action:
    field = text_input(Verb.DENY, wording.MODAL_REASON, MAX_NOTE, wording.MODAL_REASON_MISSING)
    submit = execute(wording.MODAL_TITLE, Verb.DENY, ticket, style="destructive")
    return form(wording.DENY, [field, note(wording.MODAL_HINT)], submit)


def _ask_back(ticket: Ticket) -> Action:
    missing = wording.ASKING_BACK[Ruling.WORDS_REQUIRED]
    field = text_input(Verb.ASK_BACK, wording.ASK_LABEL, MAX_WORDS, missing)
    return form(wording.ASK_BACK, [field, note(wording.ASK_HINT)], execute(wording.ASK_SUBMIT, Verb.ASK_BACK, ticket))


def _hand_over(name: str, ticket: Ticket) -> Action:
    to = paragraph(said(wording.HAND_OVER_TO), said(text.shorten(name, LABEL), weight="Bolder"), said("."))
    field = text_input(Verb.HAND_OVER, wording.HAND_OVER_LABEL, MAX_NOTE)
    submit = execute(wording.HAND_OVER_TITLE, Verb.HAND_OVER, ticket)
    return form(wording.HAND_OVER, [to, field, note(wording.HAND_OVER_HINT)], submit)
