"""From measured passages to ranked ones: fused scores first, then the sentences of the best, each scored on its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from core.domain.document import Chunk, Passage, Similarity, Window
from core.retrieval.instructions import order_to_machine
from core.retrieval.measures import Reading, coverage, fits, read, shows, tiers
from core.retrieval.question import Question

SCORED_PASSAGES = 12
"""The sentences of so many passages are scored."""
NEAREST = 3
NEAREST_FLOOR = 0.35
"""Cosine below which a document is not worth naming to somebody whose question it does not answer."""
_UNFITTED = {"reranker": 1.0, "tier": 3.0}
"""What a measure weighs that a calibration says nothing of. The wrong tier is a wrong answer: no matter of fitting."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A passage as it was found: its cosine, its BM25, and the cosine of each of its windows.

    ``reranked`` is a cross-encoder's score, standardised over the passages it compared; None where there is none.
    """

    passage: Passage
    cosine: float
    bm25: float
    windows: tuple[float, ...]
    reranked: float | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A window of a ranked passage. ``measures`` are what is known of it; ``score`` is the scorer's word on them."""

    window: Window
    text: str
    measures: Mapping[str, float]
    score: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with its scored sentences, best first; ``fused`` is its standing by cosine and keywords alone."""

    passage: Passage
    cosine: float
    bm25: float
    reranked: float | None
    fused: float
    sentences: tuple[Sentence, ...]

    @property
    def score(self) -> float:
        """That of its best sentence."""
        return self.sentences[0].score


@dataclass(frozen=True)
class Retrieval:
    """What was found for a question.

    ``ranked`` are the passages an answer may rest on, best first, at most ``top_k``, and behind them those among the best
    that order the machine about, which the evidence filter rejects on record; ``pool`` are all others whose sentences were
    scored, in the same order. ``weights`` says how much finding each of the question's lexemes tells (inverse frequency);
    ``unknown`` are those that no chunk holds.
    ``nearest`` are the titles of the nearest documents above the similarity floor, best first. ``found`` is what all this
    was made from, so that it can be ranked again with another scorer.
    """

    question: Question
    ranked: tuple[Ranked, ...]
    pool: tuple[Ranked, ...]
    weights: Mapping[str, float]
    unknown: frozenset[str]
    nearest: tuple[Similarity, ...]
    found: tuple[Found, ...]


def rank(
    question: Question,
    found: Iterable[Found],
    weights: Mapping[str, float],
    unknown: frozenset[str],
    scorer: Mapping[str, float],
    limit: int,
) -> Retrieval:
    """Ranks what was found; ``scorer`` weighs the measures of a sentence by name. Pure: the same gives the same.

    A passage that orders the machine about has no part in the standing of any other, nor in what the draft is measured by.
    """
    found = tuple(found)
    orders = _orders(found)
    hostile = {one.passage.chunk.id for one in orders}
    honest = tuple(one for one in found if one.passage.chunk.id not in hostile)
    pool = _pool(question, honest, weights, scorer)
    rejected = _pool(question, orders, weights, scorer)
    return Retrieval(question, pool[:limit] + rejected, pool, weights, unknown, _nearest(honest), found)


def _orders(found: tuple[Found, ...]) -> tuple[Found, ...]:
    """What orders the machine about among the best, down to the last whose sentences are scored: looking takes time."""
    orders: list[Found] = []
    for looked, (_, one) in enumerate(_by_fused(found)):
        if looked - len(orders) == SCORED_PASSAGES:
            break
        if not one.windows or order_to_machine(one.passage.chunk.text):  # without windows it goes on with an order
            orders.append(one)
    return tuple(orders)


def _pool(
    question: Question, found: tuple[Found, ...], weights: Mapping[str, float], scorer: Mapping[str, float]
) -> tuple[Ranked, ...]:
    """The best passages by their fused scores, in the order of their best sentences."""
    best = _by_fused(found)[:SCORED_PASSAGES]
    scored = [_score(question, one, standing, weights, scorer) for standing, one in best]
    return tuple(sorted((r for r in scored if r.sentences), key=lambda r: (-r.score, r.passage.chunk.id)))


def _by_fused(found: tuple[Found, ...]) -> list[tuple[float, Found]]:
    return sorted(zip(_fuse(found), found, strict=True), key=lambda pair: (-pair[0], pair[1].passage.chunk.id))


def _fuse(found: tuple[Found, ...]) -> list[float]:
    """The sum of z-scores of the passage's cosine, its BM25, and the cosine of its best window (measured: FIELD_NOTES)."""
    parts = (
        standardised([one.cosine for one in found]),
        standardised([one.bm25 for one in found]),
        standardised([max(one.windows, default=0.0) for one in found]),
    )
    return [sum(scores) for scores in zip(*parts, strict=True)]


def standardised(numbers: list[float]) -> list[float]:
    """Z-scores; all zero where the numbers do not differ."""
    spread = pstdev(numbers) if len(numbers) > 1 else 0.0
    middle = fmean(numbers) if numbers else 0.0
    return [(number - middle) / spread if spread else 0.0 for number in numbers]


def _score(
    question: Question, one: Found, fused: float, weights: Mapping[str, float], scorer: Mapping[str, float]
) -> Ranked:
    chunk = one.passage.chunk
    context = read(f"{one.passage.title}\n{one.passage.path}\n{chunk.section}").words
    readings = _readings(chunk)
    fitting = dict(zip(readings, tiers(question, list(readings.values())), strict=True))
    numbers = frozenset(term for term in question.terms if term.isdecimal())
    starts, ends = sorted(readings), sorted(readings, key=lambda span: (span[1], span[0]))
    sentences = []
    for window, near in zip(chunk.windows, one.windows, strict=True):
        said = readings[window.start, window.end]
        words = (
            said.words | numbers if fitting[window.start, window.end] > 0 else said.words
        )  # a tier names its numbers
        led = words | context | (read(window.lead_in).words if window.lead_in else frozenset())
        around = led.union(*(other.words for other in _neighbours(window, readings, starts, ends)))
        in_context = coverage(question, weights, led)
        shown = shows(question, said)
        measures = {
            "window_cosine": near,
            "chunk_cosine": one.cosine,
            "fused": fused / 5,
            "coverage": coverage(question, weights, words),
            "coverage_in_context": in_context,
            "coverage_nearby": coverage(question, weights, around),
            "shows": shown,
            "shows_in_context": shown * in_context,
            "fits": fits(question, said),
            "tier": fitting[window.start, window.end],
        }
        if one.reranked is not None:
            measures["reranker"] = one.reranked
        score = sum(scorer.get(name, _UNFITTED.get(name, 0.0)) * value for name, value in measures.items())
        sentences.append(Sentence(window, said.text, measures, score))
    sentences.sort(key=lambda s: (-s.score, s.window.start, s.window.end))
    return Ranked(one.passage, one.cosine, one.bm25, one.reranked, fused, tuple(sentences))


def _readings(chunk: Chunk) -> dict[Span, Reading]:
    """Each window, read; a pair of sentences is what its two sentences are together, so that none is read twice."""
    begins: dict[int, Reading] = {}
    ends: dict[int, Reading] = {}
    readings: dict[Span, Reading] = {}
    for window in sorted(chunk.windows, key=lambda window: window.end - window.start):
        text = chunk.text[window.start - chunk.start : window.end - chunk.start]
        first, last = begins.get(window.start), ends.get(window.end)
        if first and last and len(first.text) + len(last.text) + 2 >= len(text):
            said = Reading(text, first.words | last.words, first.numbers + last.numbers)
        else:
            said = read(text, window.lead_in)
        begins.setdefault(window.start, said)
        ends.setdefault(window.end, said)
        readings[window.start, window.end] = said
    return readings


def _neighbours(
    window: Window, readings: Mapping[Span, Reading], starts: Sequence[Span], ends: Sequence[Span]
) -> list[Reading]:
    """The shortest windows directly before and behind: "it must be longer" is understood by what precedes it.

    ``starts`` are the spans by start and end, ``ends`` by end and start.
    """
    before = bisect_right(ends, window.start, key=lambda span: span[1])
    behind = bisect_left(starts, window.end, key=lambda span: span[0])
    return [readings[span] for span in (*ends[max(0, before - 1) : before], *starts[behind : behind + 1])]


def _nearest(found: tuple[Found, ...]) -> tuple[Similarity, ...]:
    """Each document by its nearest passage."""
    best: dict[str, Similarity] = {}
    for one in sorted(found, key=lambda one: -one.cosine):
        if one.cosine >= NEAREST_FLOOR:
            near = Similarity(title=one.passage.title, score=min(1.0, one.cosine))
            best.setdefault(one.passage.document_id, near)
    return tuple(best.values())[:NEAREST]
