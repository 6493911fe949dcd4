"""Outcome -> what the asker reads in Slack."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.slack import feedback
from adapters.slack.blocks import ROOM, Message, context, fallback, fit, pack, sections, size
from adapters.slack.rich import Block, account, filled, linked, paragraph, quotation, rich_text, said
from adapters.slack.text import shorten
from core.domain.language import Language
from core.domain.outcome import Citation, Outcome, OutcomeKind
from core.domain.request import PipelineRequest
from core.wording import say

LABEL = 200
"""Characters shown of a document's title, and of its section."""
LEAST_TEXT = 4000
"""Room kept for the answer above its sources, however many there are: its preface and one whole section."""


def render(
    outcome: Outcome, preface: Sequence[Block] = (), *, language: Language | None = None, share: bool = False
) -> list[Message]:
    """The messages that show an outcome: the first takes the place of the sign of work, the others go on in the thread.

    Buttons and sources are given their room first and stand under the first part of the text, so that no length of text can
    push them out; the rest of the text follows in the thread. ``share``: whoever reads it alone may show it to the channel.
    """
    text = [*preface, *sections(outcome.text)]
    tail = sources(outcome.citations, language) + _nearest(outcome.nearest, language)
    buttons = feedback.buttons(outcome.exchange_id, language, share) if outcome.outcome is OutcomeKind.ANSWERED else []
    continued = context(say("continued", language))
    kept = fit(tail, ROOM - LEAST_TEXT)
    shown = fit(text, ROOM - size([*tail[:kept], *buttons, continued]), 50 - 3 - kept)
    rest = [*text[shown:], *tail[kept:]]
    first = [*text[:shown], *([continued] if rest else []), *tail[:kept], *buttons]
    return [Message(fallback(outcome.text), page) for page in [first, *pack(rest)]]


def sources(citations: Sequence[Citation], language: Language | None = None) -> list[Block]:
    """For each citation its number, document, section, page and link, and the quote in the document's own words."""
    return [_source(citation, language) for citation in citations]


def apart(request: PipelineRequest, lead: str) -> list[Block]:
    """What opens an answer that is shown elsewhere than where it was asked: why, and the question."""
    return [rich_text(paragraph(said(lead)), quotation(shorten(request.question, 500)))]


def shared(request: PipelineRequest) -> list[Block]:
    """What opens an answer that its asker shows to the channel: who shares it, and the question."""
    by = paragraph(account(request.asker), said(f" {say('share.shared_by', request.language)}"))
    return [rich_text(by, quotation(shorten(request.question, 500)))]


def answered_privately(request: PipelineRequest) -> Message:
    """What those read who were there when it was asked: that there is an answer, and nothing of what it says."""
    words = say("elsewhere.private", request.language)
    shown = paragraph(*filled(words, {"asker": account(request.asker)}))
    return Message(fallback(words.format(asker=request.asker.name)), [rich_text(shown)])


def reviewed(request: PipelineRequest) -> list[Block]:
    """What opens the outcome of a review, so that the asker knows what is meant, wherever it reaches them."""
    if request.apart:
        return apart(request, say("review.over_elsewhere", request.language))
    return [rich_text(paragraph(account(request.asker), said(f", {say('review.over_here', request.language)}")))]


def _source(citation: Citation, language: Language | None) -> Block:
    place = [said(f"[{citation.n}]", bold=True), said(" "), linked(citation.url, shorten(citation.document, LABEL))]
    if citation.section:
        place.append(said(f" · {shorten(citation.section, LABEL)}"))
    if citation.page is not None:
        place.append(said(f" · {say('page', language, page=citation.page)}"))
    return rich_text(paragraph(*place), quotation(citation.quote))


def _nearest(titles: Sequence[str], language: Language | None) -> list[Block]:
    if not titles:
        return []
    named = ", ".join(shorten(title, LABEL) for title in titles)
    return [rich_text(paragraph(said(f"{say('nearest', language)} "), said(named, italic=True)))]
