"""What is known of a draft, as numbers from which its probability of being right is computed."""

from __future__ import annotations

from math import exp, log

from core.domain.outcome import Draft
from core.retrieval.measures import coverage, found, read, shows
from core.retrieval.ranking import Ranked, Retrieval, Sentence

RISING = frozenset(
    [
        "score",
        "window_cosine",
        "chunk_cosine",
        "coverage",
        "fits",
        "tier",
        "margin",
        "margin_document",
        "share_passage",
        "share_document",
        "standing",
        "agreement",
        "shown",
        "covered",
    ]
)
FALLING = frozenset({"gap", "unknown"})
"""Features that can only speak for a draft, and those that can only speak against it, whatever few labels suggest."""
_FAR = 6.0
"""The margin where there is nothing else to compare with, on the scorer's scale."""


def features(retrieval: Retrieval, draft: Draft) -> dict[str, float]:
    """Named numbers of a draft that ``draft_answer`` made from this retrieval.

    ``score``, ``window_cosine``, ``chunk_cosine``, ``coverage``, ``fits``, ``tier``: the best quoted sentence's measures.
    ``margin``, ``margin_document``: how far it leads the best sentence not quoted, and the best of another document.
    ``share_passage``, ``share_document``: its passage's and document's part of the scores, as probabilities.
    ``standing``: the fused score of its passage; ``agreement``: whether keywords and cosine both rank that passage first.
    ``shown``: the share of the wanted kinds of answer in the quotes. ``covered``: the share of the question they speak of,
    title and section included; ``gap``: the largest part of the question, in one word, that they do not; ``unknown``: the
    share that no document speaks of. ``quotes``: how many; ``asked``: how many terms the question has, as a logarithm.
    ``reranker``: the cross-encoder's word on its passage, where there is one.
    """
    question, weights = retrieval.question, retrieval.weights
    quoted = [(r, s) for r in retrieval.pool for s in r.sentences if _is_quoted(r, s, draft)]
    passage, best = max(quoted, key=lambda pair: pair[1].score)
    others = [(r, s) for r in retrieval.pool for s in r.sentences if not _touches(r, s, draft)]
    elsewhere = [s for r, s in others if r.passage.document_id != passage.passage.document_id]
    shares = _shares(retrieval)
    said = read(" ".join(citation.quote for citation in draft.citations))
    words = said.words | read(f"{passage.passage.title}\n{passage.passage.path}\n{passage.passage.chunk.section}").words
    total = sum(weights[term] for term in question.terms) or 1.0
    measured = {
        "score": best.score,
        "window_cosine": best.measures["window_cosine"],
        "chunk_cosine": best.measures["chunk_cosine"],
        "coverage": best.measures["coverage"],
        "fits": best.measures["fits"],
        "tier": best.measures["tier"],
        "margin": _margin(best, [s for _, s in others]),
        "margin_document": _margin(best, elsewhere),
        "share_passage": shares[passage.passage.chunk.id],
        "share_document": sum(
            shares[r.passage.chunk.id] for r in retrieval.pool if r.passage.document_id == passage.passage.document_id
        ),
        "standing": passage.fused,
        "agreement": (_leads(passage, retrieval, "cosine") + _leads(passage, retrieval, "bm25")) / 2,
        "shown": shows(question, said),
        "covered": coverage(question, weights, words),
        "gap": max(weights[term] * (1 - found(term, words, question)) for term in question.terms) / total,
        "unknown": sum(weights[term] for term in question.terms if term in retrieval.unknown) / total,
        "quotes": float(len(draft.citations)),
        "asked": log(1 + len(question.terms)),
    }
    return measured if passage.reranked is None else {**measured, "reranker": passage.reranked}


def _is_quoted(ranked: Ranked, sentence: Sentence, draft: Draft) -> bool:
    window = sentence.window
    return any(
        c.version_id == ranked.passage.version_id and c.start <= window.start and window.end <= c.end
        for c in draft.citations
    )


def _touches(ranked: Ranked, sentence: Sentence, draft: Draft) -> bool:
    window = sentence.window
    return any(
        c.version_id == ranked.passage.version_id and c.start < window.end and window.start < c.end
        for c in draft.citations
    )


def _margin(best: Sentence, others: list[Sentence]) -> float:
    return min(_FAR, best.score - max((other.score for other in others), default=best.score - _FAR))


def _shares(retrieval: Retrieval) -> dict[str, float]:
    """Each passage's part of all sentences' exponential scores."""
    top = max(ranked.score for ranked in retrieval.pool)
    parts = {r.passage.chunk.id: sum(exp(s.score - top) for s in r.sentences) for r in retrieval.pool}
    total = sum(parts.values())
    return {chunk_id: part / total for chunk_id, part in parts.items()}


def _leads(passage: Ranked, retrieval: Retrieval, by: str) -> float:
    return float(all(getattr(passage, by) >= getattr(other, by) for other in retrieval.pool))
