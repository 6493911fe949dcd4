"""Outcome -> what the asker reads in Teams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from adapters.teams import text
from adapters.teams.activities import Message
from adapters.teams.entities import MOST_CITATIONS, MessageEntity, claim, restricted
from adapters.teams.naming import Named
from core.domain.language import Language
from core.domain.outcome import Citation, Outcome, OutcomeKind, Reason
from core.domain.request import PipelineRequest
from core.wording import say
from core.wording.foreign import pieces

ROOM = 12_000
"""Characters of one message's text; with its citations that stays well below what Teams takes."""
PIECE = 3000
"""Characters of a part that is not divided between two messages."""
LABEL = 200
"""Characters shown of a document's title, and of its section."""
ASKED = 500
"""Characters shown of a question that is told again."""


@dataclass(frozen=True)
class Part:
    """A piece of a message that stays whole: its markdown, and the citations it is marked with."""

    markdown: str
    numbers: tuple[int, ...] = ()


def render(outcome: Outcome, lead: str = "", *, language: Language | None = None) -> list[Message]:
    """The messages that show an outcome, in their order; ``lead`` is markdown that opens the first.

    Each carries the citations that it is marked with, at most ten. The quotes stand under the text in full, since what pops
    up at a mark holds only the beginning of one.
    """
    known = {citation.n: citation for citation in outcome.citations}
    parts = [
        *([Part(lead)] if lead else []),
        *_text(outcome.text, known),
        *(_source(citation, language) for citation in outcome.citations),
        *_nearest(outcome.nearest, language),
    ]
    pages = list(_pages(parts))
    return [_message(outcome, page, known, language, last=at == len(pages) - 1) for at, page in enumerate(pages)]


def apart(request: PipelineRequest, lead: str) -> str:
    """What opens an answer that is shown elsewhere than where it was asked: why, and the question."""
    return f"{text.escape(lead)}\n\n{text.quotation(text.shorten(request.question, ASKED))}"


def elsewhere(request: PipelineRequest, key: str, asker: Named) -> Message:
    """What those read who were there when it was asked: that there is an answer, and nothing of what it says."""
    words = text.escape(say(key, request.language, asker=text.HOLDER))
    return Message(words.replace(text.HOLDER, asker.markdown), mention=asker.mention)


def reviewed(request: PipelineRequest, outcome: Outcome, asker: Named) -> list[Message]:
    """The outcome of a review; it opens so that the asker knows what is meant, wherever it reaches them."""
    language = request.language
    if request.apart:
        return render(outcome, apart(request, say("review.over_elsewhere", language)), language=language)
    lead = f"{asker.markdown}, {text.escape(say('review.over_here', language))}"
    first, *more = render(outcome, lead, language=language)
    return [replace(first, mention=asker.mention), *more]


def _text(answer: str, known: Mapping[int, Citation]) -> list[Part]:
    found = []
    for line in filter(str.strip, answer.split("\n")):
        for piece in pieces(line, PIECE, text.escape):
            found += [Part(text.marked(few, known), tuple(text.marks(few, known))) for few in _few_marks(piece, known)]
    return found


def _few_marks(piece: str, known: Mapping[int, Citation]) -> Iterator[str]:
    """A piece with more citations than one message takes is divided behind the last that fits."""
    while len(numbers := text.marks(piece, known)) > MOST_CITATIONS:
        mark = f"[{numbers[MOST_CITATIONS - 1]}]"
        cut = piece.index(mark) + len(mark)
        yield piece[:cut]
        piece = piece[cut:].lstrip()
    yield piece


def _source(citation: Citation, language: Language | None) -> Part:
    """A citation's number, document, section, page and link, and the quote in the document's own words."""
    place = [text.link(citation.url, text.shorten(citation.document, LABEL))]
    if citation.section:
        place.append(text.escape(text.shorten(citation.section, LABEL)))
    if citation.page is not None:
        place.append(say("page", language, page=citation.page))
    return Part(f"[{citation.n}] {' · '.join(place)}\n\n{text.quotation(citation.quote)}", (citation.n,))


def _nearest(titles: Sequence[str], language: Language | None) -> list[Part]:
    if not titles:
        return []
    named = ", ".join(f"_{text.escape(text.shorten(title, LABEL))}_" for title in titles)
    return [Part(f"{say('nearest', language)} {named}")]


def _pages(parts: Sequence[Part]) -> Iterator[list[Part]]:
    page: list[Part] = []
    for part in parts:
        size = sum(len(one.markdown) + 2 for one in [*page, part])
        cited = {number for one in [*page, part] for number in one.numbers}
        if page and (size > ROOM or len(cited) > MOST_CITATIONS):
            yield page
            page = []
        page.append(part)
    yield page


def _message(
    outcome: Outcome, page: Sequence[Part], known: Mapping[int, Citation], language: Language | None, *, last: bool
) -> Message:
    answered = outcome.outcome is OutcomeKind.ANSWERED
    usage = restricted(language) if answered and outcome.restricted else None
    numbers = sorted({number for part in page for number in part.numbers})
    generated = answered and outcome.reason is not Reason.REVIEWER_EDITED  # those are a person's own words
    entity = MessageEntity(
        generated=generated, citations=[claim(known[number], language, usage) for number in numbers], usage=usage
    )
    shown = [part.markdown for part in page] + ([] if last else [say("continued_next", language)])
    return Message("\n\n".join(shown), entity=entity if answered else None, rated=answered and last)
