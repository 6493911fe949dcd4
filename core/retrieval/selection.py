"""The rules' answer: the policy's own sentences, as few as answer, each exactly as it stands in its version."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.document import Chunk, Passage
from core.domain.outcome import MAX_QUOTE, MAX_QUOTES, Citation, Claim, Draft
from core.grounding.citing import cite
from core.grounding.compose import compose
from core.retrieval.ranking import Ranked, Retrieval, Sentence

MAX_CITATIONS = 3
NEARLY = 0.5
"""How far behind the best sentence another of its section may be, on the scorer's scale, to be quoted beside it."""
NEARLY_OF_SEVERAL = 3.0
"""The same where more than one thing is asked: a sentence that answers one part says little of the other."""
NEARLY_ELSEWHERE = 0.2
"""The same for a sentence of another section, which more rarely completes an answer."""
FULLER = 0.8
"""How far behind the best sentence the pair of sentences around it may be to be quoted in its place."""

Span = tuple[int, int]
Choice = tuple[Passage, Sentence]


def draft_answer(retrieval: Retrieval, evidence: Sequence[Ranked]) -> Draft | None:
    """An answer that quotes; None if the evidence holds no sentence.

    The best sentence, or the pair around it; beside it at most two others that score nearly as well. A list item comes
    with its lead-in and a table row with its header: in one quote where they stand close, else as a quote of their own. A
    lead-in comes with as many of its items as a quote holds.
    """
    ordered = [(ranked.passage, sentence) for ranked in evidence for sentence in ranked.sentences]
    ordered.sort(
        key=lambda choice: (-choice[1].score, choice[0].chunk.id, choice[1].window.start, choice[1].window.end)
    )
    if not ordered:
        return None
    chosen = [_fuller(ordered)]
    nearly = NEARLY_OF_SEVERAL if retrieval.question.is_several else NEARLY
    for choice in ordered:
        if len(chosen) == MAX_CITATIONS or choice[1].score < ordered[0][1].score - nearly:
            break
        near = choice[1].score >= ordered[0][1].score - NEARLY_ELSEWHERE or _section(choice) == _section(ordered[0])
        if near and not any(overlap(choice, other) for other in chosen):
            chosen.append(choice)
    return _compose(chosen)


def overlap(one: Choice, other: Choice) -> bool:
    """Whether two sentences share words of the same version."""
    mine, theirs = one[1].window, other[1].window
    return one[0].version_id == other[0].version_id and mine.start < theirs.end and theirs.start < mine.end


def _section(choice: Choice) -> tuple[str, str]:
    return choice[0].version_id, choice[0].chunk.section


def _fuller(ordered: Sequence[Choice]) -> Choice:
    """The best sentence, or the pair that holds it if that scores nearly as well: a reader sees more of its sense."""
    passage, best = ordered[0]
    for choice in ordered[1:]:
        other = choice[1]
        if other.score < best.score - FULLER:
            break
        if choice[0] is passage and other.window.start <= best.window.start and best.window.end <= other.window.end:
            return choice
    return ordered[0]


def _compose(chosen: Sequence[Choice]) -> Draft:
    """A claim for each sentence, within the limits; a sentence that does not fit any more is left out."""
    citations: dict[int, Citation] = {}
    numbers: dict[tuple[str, int, int], int] = {}
    claims: list[Claim] = []
    for passage, sentence in chosen:
        spans = [(passage.version_id, *span) for span in _spans(passage, sentence)]
        new = [span for span in spans if span not in numbers]
        if any(_crosses(one, other) for one in new for other in numbers):
            continue  # its words stand in the answer already
        size = sum(end - start for _, start, end in new) + sum(len(c.quote) for c in citations.values())
        if claims and (size > MAX_QUOTES or len(citations) + len(new) > MAX_CITATIONS):
            continue
        for key in new:
            n = numbers[key] = len(citations) + 1
            citations[n] = cite(n, passage, key[1:])
        used = tuple(numbers[span] for span in spans)
        claims.append(Claim(text=" ".join(citations[n].quote for n in used), citations=used))
    return compose(claims, citations)


def _crosses(one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def _spans(passage: Passage, sentence: Sentence) -> list[Span]:
    """What to quote for a sentence, in the order of the text: an item with its lead-in, a lead-in with its items.

    Only what stands in the same chunk can be quoted with it.
    """
    window, chunk = sentence.window, passage.chunk
    led = (
        other.end
        for other in chunk.windows
        if other.lead_in_start is not None and window.start <= other.lead_in_start < window.end <= other.start
    )
    end = max((item for item in led if _in_one(chunk, window.start, item)), default=window.end)
    lead = window.lead_in_start
    if lead is None or not chunk.start <= lead < window.start or lead + len(window.lead_in) > chunk.end:
        return [(window.start, end)]
    if _in_one(chunk, lead, end):
        return [(lead, end)]
    return [(lead, lead + len(window.lead_in)), (window.start, end)]


def _in_one(chunk: Chunk, start: int, end: int) -> bool:
    """Whether a span can be one quote: short enough, and without list numbers, which may be the format's and not in the text."""
    inside = bytearray(end - start)
    for window in chunk.windows:
        if start <= window.start and window.end <= end:
            inside[window.start - start : window.end - start] = b"x" * (window.end - window.start)
    between = (chunk.text[start - chunk.start + i] for i, covered in enumerate(inside) if not covered)
    return end - start <= MAX_QUOTE and not any(character.isalnum() for character in between)
