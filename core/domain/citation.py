"""What an answer or an action rests on: quotes with their places, the claims made of them, and the draft they make up."""

from __future__ import annotations

from pydantic import Field

from core.domain.base import Model

MAX_QUOTE = 400
"""Characters of one quote."""
MAX_QUOTES = 700
"""Characters of all quotes of an answer together."""


class Citation(Model):
    """A quote and where it stands. ``version.text[start:end] == quote``, always.

    ``n`` counts from 1 within its answer; ``page`` is the printed page, None where the format has none; ``section`` is the
    path of headings. ``content_hash`` is the version's, so that what was quoted can be proved afterwards.
    """

    n: int = Field(ge=1)
    document: str
    path: str
    section: str
    page: int | None
    url: str | None
    quote: str = Field(min_length=1, max_length=MAX_QUOTE)
    document_id: str
    version_id: str
    content_hash: str
    chunk_id: str
    start: int
    end: int


class Claim(Model):
    """One sentence-sized assertion, without marks, and the numbers of the citations it rests on."""

    text: str
    citations: tuple[int, ...]


class Draft(Model):
    """An answer before the gate: what it says, claim by claim with ``[n]`` marks, and on which quotes (``core/grounding/compose.py``)."""

    text: str
    citations: tuple[Citation, ...]
    claims: tuple[Claim, ...] = ()
