"""Outcome -> what the asker reads in Slack."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.slack import wording
from adapters.slack.blocks import ROOM, SECTION, Block, Message, context, fallback, fit, pack, section, sections, size
from adapters.slack.text import escape, link, quoted, shorten, who
from core.domain.outcome import Citation, Outcome
from core.domain.request import PipelineRequest, PlaceKind

LABEL = 200
"""Characters shown of a document's title, and of its section."""
LEAST_TEXT = 4000
"""Room kept for the answer above its sources, however many there are: its preface and one whole section."""


def render(outcome: Outcome, preface: Sequence[Block] = ()) -> list[Message]:
    """The messages that show an outcome: the first takes the place of the sign of work, the others go on in the thread.

    The sources are given their room first and stand under the first part of the text, so that no length of text can push
    them out; the rest of the text follows in the thread.
    """
    text = [*preface, *sections(outcome.text)]
    tail = sources(outcome.citations) + _nearest(outcome.nearest)
    kept = fit(tail, ROOM - LEAST_TEXT)
    shown = fit(text, ROOM - size(tail[:kept]) - len(wording.CONTINUED), 50 - 2 - kept)
    rest = [*text[shown:], *tail[kept:]]
    first = [*text[:shown], *([context(wording.CONTINUED)] if rest else []), *tail[:kept]]
    return [Message(fallback(outcome.text), page) for page in [first, *pack(rest)]]


def sources(citations: Sequence[Citation]) -> list[Block]:
    """For each citation its number, document, section, page and link, and the quote in the document's own words."""
    return [block for citation in citations for block in _source(citation)]


def reviewed(request: PipelineRequest) -> list[Block]:
    """What opens the outcome of a review, so that the asker knows what is meant, wherever it reaches them."""
    if request.place.kind is PlaceKind.PRIVATE_REPLY:
        question = escape(shorten(request.question, 500))
        return [section(f"{wording.REVIEWED_ELSEWHERE}\n>{question}")]
    return [section(f"{who(request.asker)}, {wording.REVIEWED_HERE}")]


def _source(citation: Citation) -> list[Block]:
    place, quote = f"*[{citation.n}]* {_place(citation)}", quoted(citation.quote)
    whole = f"{place}\n{quote}"
    return [section(whole)] if len(whole) <= SECTION else [section(place), section(quote)]


def _place(citation: Citation) -> str:
    parts = [link(citation.url, shorten(citation.document, LABEL))]
    if citation.section:
        parts.append(escape(shorten(citation.section, LABEL)))
    if citation.page is not None:
        parts.append(f"page {citation.page}")
    return " · ".join(parts)


def _nearest(titles: Sequence[str]) -> list[Block]:
    if not titles:
        return []
    named = ", ".join(f"_{escape(shorten(title, LABEL))}_" for title in titles)
    return [context(f"{wording.NEAREST} {named}")]
