"""Finds the passages that may answer: keyword and dense candidates, compared on the same terms."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from core.domain.base import Embedding
from core.domain.document import Passage, Scope, ScoredChunk
from core.ports.encoder import Encoder, Reranker
from core.ports.index import VectorIndex
from core.ports.passages import Passages
from core.retrieval.bm25 import bm25, inverse_frequencies
from core.retrieval.confidence import packaged
from core.retrieval.question import Question, understand
from core.retrieval.ranking import Found, Ranked, Retrieval, Sentence, rank, standardised
from core.retrieval.vectors import cosine, mean, unpack

__all__ = ["Ranked", "Retrieval", "Sentence", "search"]

DENSE_CANDIDATES = 30
KEYWORD_CANDIDATES = 30
KEYWORD_POOL = 200
"""How many keyword candidates are fetched to be ranked by BM25."""
RELATED_WEIGHT = 0.4
"""What a synonym counts beside the word that was typed."""


async def search(
    question: str,
    *,
    encoder: Encoder,
    index: VectorIndex,
    passages: Passages,
    reranker: Reranker | None,
    scope: Scope,
    limit: int,
    scorer: Mapping[str, float] | None = None,
) -> Retrieval:
    """Finds the passages for a question and ranks them; ``scorer`` is a calibration's, None the packaged one's.

    Raises ModelUnavailable, IndexUnavailable and StoreUnavailable.
    """
    asked = understand(question)
    terms = {**dict.fromkeys(asked.related, RELATED_WEIGHT), **dict.fromkeys(asked.terms, 1.0)}
    (direction, dense), keyword = await asyncio.gather(
        _dense(asked, encoder, index, scope), passages.keyword_candidates(list(terms), KEYWORD_POOL, scope)
    )
    weights = inverse_frequencies(terms, keyword)
    by_keyword = bm25(keyword, weights)
    best = sorted(by_keyword, key=lambda chunk_id: (-by_keyword[chunk_id], chunk_id))[:KEYWORD_CANDIDATES]
    chunk_ids = list(dict.fromkeys([scored.chunk_id for scored in dense] + best))
    found = [
        _measure(passage, direction, by_keyword.get(passage.chunk.id, 0.0))
        for passage in await passages.get(chunk_ids, scope)
    ]
    unknown = frozenset(term for term in terms if not keyword.frequencies.get(term))
    scorer = packaged().scorer if scorer is None else scorer
    retrieval = rank(asked, found, weights, unknown, scorer, limit)
    if reranker is None or not retrieval.pool:
        return retrieval
    return rank(asked, await _rerank(retrieval, reranker), weights, unknown, scorer, limit)


async def _rerank(retrieval: Retrieval, reranker: Reranker) -> list[Found]:
    """The compared passages with the cross-encoder's word on each, as z-scores: its raw scale differs from model to model."""
    pool = {ranked.passage.chunk.id for ranked in retrieval.pool}
    compared = [one for one in retrieval.found if one.passage.chunk.id in pool]
    texts = [f"{one.passage.chunk.context}\n{one.passage.chunk.text}".strip() for one in compared]
    scores = standardised(await reranker.score(retrieval.question.spelt_out, texts))
    return [replace(one, reranked=score) for one, score in zip(compared, scores, strict=True)]


async def _dense(
    question: Question, encoder: Encoder, index: VectorIndex, scope: Scope
) -> tuple[tuple[float, ...], list[ScoredChunk]]:
    """The question's vector, and the chunks nearest to it."""
    embedding = await _embed(question, encoder)
    return unpack(embedding), await index.search(embedding, DENSE_CANDIDATES, scope)


async def _embed(question: Question, encoder: Encoder) -> Embedding:
    """The direction between the question as typed and as spelt out: both wordings occur in policies."""
    return mean(await encoder.encode(list(dict.fromkeys([question.text, question.spelt_out]))))


def _measure(passage: Passage, asked: tuple[float, ...], keyword: float) -> Found:
    chunk = passage.chunk
    return Found(
        passage=passage,
        cosine=cosine(asked, unpack(chunk.embedding)),
        bm25=keyword,
        windows=tuple(cosine(asked, unpack(window.embedding)) for window in chunk.windows),
    )
