"""A day's thumbs down, for the operators."""

from __future__ import annotations

from adapters.teams import text
from adapters.teams.activities import Message
from adapters.teams.elements import (
    CARD_BYTES,
    Element,
    card,
    fact,
    heading,
    message,
    moment,
    note,
    pack,
    quotations,
    titled,
)
from core.domain.feedback import Complaint, Digest
from core.wording import reviewing as wording

SHOWN = 600
"""Characters of a question, and of an answer."""
FRAME = 2 * 1024
"""Bytes of the heading around them."""


def messages(digest: Digest) -> list[Message]:
    """Question, what was answered, and what was wrong."""
    title = f"{wording.DIGEST_TITLE} · {digest.day.isoformat()} · {len(digest.complaints)}"
    elements = [element for complaint in digest.complaints for element in _complaint(complaint)]
    return [message(card([heading(title), *page]), title) for page in pack(elements, CARD_BYTES - FRAME)]


def _complaint(complaint: Complaint) -> list[Element]:
    given = complaint.feedback
    by = f"{fact(given.person.name)}, {moment(given.given_at)} · {fact(given.exchange_id)}"
    answer = complaint.answer
    return [
        *titled("Question", quotations(text.shorten(complaint.question, SHOWN))),
        *(titled("Answer", quotations(text.shorten(answer, SHOWN))) if answer else []),
        note(by if given.comment else f"{by} · {wording.NO_WORDS}"),
        *(quotations(given.comment) if given.comment else []),
    ]
