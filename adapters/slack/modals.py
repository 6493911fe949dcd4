"""The forms that reviewers and askers fill in, and what a button or a form hands back to us."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from adapters.slack.answers import LABEL
from adapters.slack.forms import modal, text_input
from adapters.slack.rich import Block, paragraph, rich_text, said
from adapters.slack.text import shorten
from core.domain.approval import MAX_WORDS, Approval
from core.domain.language import Language
from core.wording import reviewing as wording
from core.wording import say
from core.wording.foreign import literal

DENY = "deny"
EDIT = "edit"
ASK_BACK = "ask_back"
HAND_OVER = "hand_over"
ANSWER = "answer"
WITHDRAW = "withdraw"
"""The action ids of buttons, and the callback ids of the forms that all but the last open."""
REASON = "reason"
WORDS = "words"
QUESTION = "question"
NOTE = "note"
REPLY = "reply"
"""The names of the inputs, as block and as action."""

MAX_NOTE = 1000
"""Characters of a reviewer's reason: the form takes no more, and a card shows no more of one given elsewhere."""
SOURCES = 20
"""Sources named under the field of an edit."""


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
        except (ValueError, TypeError, RecursionError):
            return None
        return cls(approval_id, digest) if isinstance(approval_id, str) and isinstance(digest, str) else None


@dataclass(frozen=True)
class Form:
    """What a form hands back when it is submitted: the ticket, and where its button is."""

    ticket: Ticket
    channel: str
    thread: str | None

    def dump(self) -> str:
        """As the form's private metadata."""
        return json.dumps([self.ticket.dump(), self.channel, self.thread])

    @classmethod
    def load(cls, value: str) -> Form | None:
        """From the form's private metadata; None for a form that is not of this version."""
        try:
            inner, channel, thread = json.loads(value)
        except (ValueError, TypeError, RecursionError):
            return None
        ticket = Ticket.load(inner) if isinstance(inner, str) else None
        return cls(ticket, channel, thread) if ticket and isinstance(channel, str) else None


def deny_modal(form: Form) -> dict[str, Any]:
    """Asks for the reason of a denial."""
    reason = text_input(REASON, wording.MODAL_REASON, wording.MODAL_HINT, MAX_NOTE)
    return _modal(DENY, wording.MODAL_TITLE, wording.DENY, form, [reason])


def edit_modal(form: Form, approval: Approval) -> dict[str, Any]:
    """Has a reviewer write the answer anew, from the draft on; from nothing where the draft is longer than the field."""
    text = literal(approval.draft.text)
    fits = len(text) <= MAX_WORDS
    words = text_input(WORDS, wording.EDIT_LABEL, wording.EDIT_HINT, MAX_WORDS, initial=text if fits else "")
    blocks = [] if fits else [rich_text(paragraph(said(wording.EDIT_TOO_LONG)))]
    named = [f"[{c.n}] {shorten(c.document, LABEL)}" for c in approval.draft.citations[:SOURCES]]
    if named:
        blocks.append(rich_text(paragraph(said(wording.EDIT_SOURCES, bold=True), said("\n" + "\n".join(named)))))
    return _modal(EDIT, wording.EDIT_TITLE, wording.EDIT_SUBMIT, form, [words, *blocks])


def ask_modal(form: Form) -> dict[str, Any]:
    """Has a reviewer ask whoever asked."""
    question = text_input(QUESTION, wording.ASK_LABEL, wording.ASK_HINT, MAX_WORDS)
    return _modal(ASK_BACK, wording.ASK_TITLE, wording.ASK_SUBMIT, form, [question])


def answer_modal(form: Form, language: Language | None) -> dict[str, Any]:
    """Has whoever asked answer a reviewer."""
    label, hint, title, submit = (say(f"ask_back.{key}", language) for key in ("label", "hint", "title", "submit"))
    reply = text_input(REPLY, label, hint, MAX_WORDS)
    return modal(ANSWER, form.dump(), (title, submit, say("cancel", language)), [reply])


def hand_over_modal(form: Form, name: str) -> dict[str, Any]:
    """Says who goes on with it, and takes a note for them."""
    to = rich_text(paragraph(said(wording.HAND_OVER_TO), said(shorten(name, LABEL), bold=True), said(".")))
    note = text_input(NOTE, wording.HAND_OVER_LABEL, wording.HAND_OVER_HINT, MAX_NOTE, optional=True)
    return _modal(HAND_OVER, wording.HAND_OVER_TITLE, wording.HAND_OVER, form, [to, note])


def _modal(callback: str, title: str, submit: str, form: Form, blocks: list[Block]) -> dict[str, Any]:
    return modal(callback, form.dump(), (title, submit, wording.MODAL_CANCEL), blocks)
