"""The buttons under an answer, the modal behind a thumb down, and the operators' daily digest of those."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from adapters.slack import forms
from adapters.slack.blocks import Message, actions, button, header, pack, quote_sections
from adapters.slack.forms import text_input
from adapters.slack.rich import Block, account, moment, paragraph, quotation, rich_text, said
from adapters.slack.text import shorten
from core.domain.feedback import MAX_COMMENT, Complaint, Digest
from core.domain.language import Language
from core.wording import reviewing as wording
from core.wording import say

HELPFUL = "helpful"
UNHELPFUL = "unhelpful"
SHARE = "share"
COMMENT = "comment"
"""The action ids of buttons and input, and the modal's callback id (``comment``)."""

SHOWN = 600
"""Characters of a question, and of an answer, in the digest."""


@dataclass(frozen=True)
class Answer:
    """All that the buttons carry: which exchange, and the language its words are in."""

    exchange_id: str
    language: Language | None

    def dump(self) -> str:
        """As a button's value."""
        return f"{self.exchange_id}:{self.language or ''}"

    @classmethod
    def load(cls, value: object) -> Answer | None:
        """From such a value; None for one that is not ours."""
        exchange_id, mark, language = value.partition(":") if isinstance(value, str) else ("", "", "")
        if not (exchange_id and mark):
            return None
        return cls(exchange_id, Language(language) if language in set(Language) else None)


@dataclass(frozen=True)
class Form:
    """What the modal hands back to us when it is submitted: the answer, and where its button stands."""

    answer: Answer
    channel: str
    thread: str | None

    def dump(self) -> str:
        """As the modal's private metadata."""
        return json.dumps([self.answer.dump(), self.channel, self.thread])

    @classmethod
    def load(cls, value: object) -> Form | None:
        """From the modal's private metadata; None for a modal that is not of this version."""
        try:
            inner, channel, thread = json.loads(str(value))
        except (ValueError, TypeError, RecursionError):
            return None
        answer = Answer.load(inner)
        return (
            cls(answer, channel, thread if isinstance(thread, str) else None)
            if answer and isinstance(channel, str)
            else None
        )


def buttons(exchange_id: str, language: Language | None, share: bool) -> list[Block]:
    """A row of thumbs and, where only the asker sees the answer, what shows it to the channel."""
    value = Answer(exchange_id, language).dump()
    row = [
        button(say("feedback.helpful", language), HELPFUL, value=value),
        button(say("feedback.unhelpful", language), UNHELPFUL, value=value),
    ]
    if share:
        row.append(button(say("share.button", language), SHARE, value=value))
    return [actions(f"answer:{exchange_id}", *row)]


def modal(form: Form) -> dict[str, Any]:
    """What was wrong? It may be left empty."""
    language = form.answer.language
    label, hint, title, submit = (say(f"feedback.{key}", language) for key in ("label", "hint", "title", "submit"))
    comment = text_input(COMMENT, label, hint, MAX_COMMENT, optional=True)
    return forms.modal(COMMENT, form.dump(), (title, submit, say("cancel", language)), [comment])


def digest_messages(digest: Digest) -> list[Message]:
    """A day's thumbs down: question, what was answered, and what was wrong; later ones go on in the thread."""
    title = f"{wording.DIGEST_TITLE} · {digest.day.isoformat()} · {len(digest.complaints)}"
    blocks = [block for complaint in digest.complaints for block in _complaint(complaint)]
    first, *more = pack(blocks)
    return [Message(title, [header(title), *first]), *(Message(title, page) for page in more)]


def _complaint(complaint: Complaint) -> list[Block]:
    given = complaint.feedback
    by = [account(given.person), said(", "), moment(given.given_at), said(f" · {given.exchange_id} · ")]
    wrong = [said(wording.NO_WORDS, italic=True)] if not given.comment else [said("what was wrong:")]
    parts = [paragraph(*by, *wrong), *([quotation(given.comment)] if given.comment else [])]
    return [
        *quote_sections(shorten(complaint.question, SHOWN), lead="Question"),
        *(quote_sections(shorten(complaint.answer, SHOWN), lead="Answer") if complaint.answer else []),
        rich_text(*parts),
    ]
