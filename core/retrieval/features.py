"""What is known of a draft, as numbers from which its probability of being right is computed."""

from __future__ import annotations

from math import exp

from core.domain.outcome import Draft
from core.retrieval.measures import lacks_number, read
from core.retrieval.ranking import Ranked, Retrieval, Sentence

RISING = frozenset({"margin", "share", "window_cosine", "tier", "reranker"})
FALLING = frozenset({"unmet", "elsewhere", "unknown"})
"""Features that can only speak for a draft, and those that can only speak against it, whatever few labels suggest."""
_FAR = 6.0
"""The margin where there is nothing else to compare with, on the scorer's scale."""


def features(retrieval: Retrieval, draft: Draft) -> dict[str, float]:
    """Named numbers of a draft that quotes this retrieval.

    ``margin``: how far its best sentence leads the best one not quoted. ``share``: its passage's part of all passages'
    scores, as a probability. ``window_cosine``, ``tier``: the best sentence's measures. ``unmet``: 1 where a number is asked
    for and the quotes have none of its kind. ``elsewhere``: the question names something that titles or paths of other
    documents bear and the cited passage does not (an organisation, a product): the part of the documents that bear it.
    ``unknown``: the weight of the question's words that no document holds. ``reranker``: the cross-encoder's word on its
    passage, where there is one.

    Chosen from thirty by log loss, out of fold over documents; those left out (coverage of the question, its length,
    agreement of keywords and cosine) made it no better beside these. ``unknown`` makes little difference among many
    documents and much among few.
    """
    passage, best = max(_quoted(retrieval, draft), key=lambda pair: pair[1].score)
    others = [s.score for r in retrieval.pool for s in r.sentences if not _touches(r, s, draft)]
    said = read(" ".join(citation.quote for citation in draft.citations))
    measured = {
        "margin": min(_FAR, best.score - max(others, default=best.score - _FAR)),
        "share": _share(passage, retrieval),
        "window_cosine": best.measures["window_cosine"],
        "tier": best.measures["tier"],
        "unmet": float(lacks_number(retrieval.question, said)),
        "elsewhere": _elsewhere(passage, retrieval),
        "unknown": _unknown(retrieval),
    }
    return measured if passage.reranked is None else {**measured, "reranker": passage.reranked}


def _quoted(retrieval: Retrieval, draft: Draft) -> list[tuple[Ranked, Sentence]]:
    """The sentences that the draft quotes whole; where it quotes less, those it quotes a part of, or those it stands beside."""
    pairs = [(r, s) for r in retrieval.pool for s in r.sentences]
    chunks = {citation.chunk_id for citation in draft.citations}
    return (
        [(r, s) for r, s in pairs if _is_quoted(r, s, draft)]
        or [(r, s) for r, s in pairs if _touches(r, s, draft)]
        or [(r, s) for r, s in pairs if r.passage.chunk.id in chunks]
    )


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


def _share(passage: Ranked, retrieval: Retrieval) -> float:
    """The passage's part of all sentences' exponential scores."""
    top = max(ranked.score for ranked in retrieval.pool)
    parts = {r.passage.chunk.id: sum(exp(s.score - top) for s in r.sentences) for r in retrieval.pool}
    return parts[passage.passage.chunk.id] / sum(parts.values())


def _unknown(retrieval: Retrieval) -> float:
    weights = {term: retrieval.weights[term] for term in retrieval.question.terms}
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in retrieval.unknown) / total if total else 0.0


def _elsewhere(passage: Ranked, retrieval: Retrieval) -> float:
    names = {one.passage.document_id: f"{one.passage.title}\n{one.passage.path}" for one in retrieval.found}
    own = passage.passage
    words = read(f"{own.title}\n{own.path}\n{own.chunk.section}\n{own.chunk.text}").words
    bearers = (
        sum(term in read(name).words for name in names.values())
        for term in retrieval.question.terms
        if term not in words
    )
    return max(bearers, default=0) / len(names)
