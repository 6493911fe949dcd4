"""Outcome -> what the asker reads in Slack."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.slack import wording
from adapters.slack.blocks import ROOM, Message, context, fallback, fit, pack, sections, size
from adapters.slack.rich import Block, account, linked, paragraph, quotation, rich_text, said
from adapters.slack.text import shorten
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
    return [_source(citation) for citation in citations]


def reviewed(request: PipelineRequest) -> list[Block]:
    """What opens the outcome of a review, so that the asker knows what is meant, wherever it reaches them."""
    if request.place.kind is PlaceKind.PRIVATE_REPLY:
        question = quotation(shorten(request.question, 500))
        return [rich_text(paragraph(said(wording.REVIEWED_ELSEWHERE)), question)]
    return [rich_text(paragraph(account(request.asker), said(f", {wording.REVIEWED_HERE}")))]


def _source(citation: Citation) -> Block:
    place = [said(f"[{citation.n}]", bold=True), said(" "), linked(citation.url, shorten(citation.document, LABEL))]
    if citation.section:
        place.append(said(f" · {shorten(citation.section, LABEL)}"))
    if citation.page is not None:
        place.append(said(f" · page {citation.page}"))
    return rich_text(paragraph(*place), quotation(citation.quote))


def _nearest(titles: Sequence[str]) -> list[Block]:
    if not titles:
        return []
    named = ", ".join(shorten(title, LABEL) for title in titles)
    return [rich_text(paragraph(said(f"{wording.NEAREST} "), said(named, italic=True)))]
