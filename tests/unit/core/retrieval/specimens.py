"""Passages and retrievals made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from core.domain.document import Chunk, DocumentMeta, Passage, Window
from core.retrieval.question import understand
from core.retrieval.ranking import Found, Retrieval, rank

SCORER = {"window_cosine": 5.0, "coverage": 5.0, "shows": 3.0}


def passage(
    sentences: Sequence[str],
    *,
    document: str = "leave",
    ordinal: int = 0,
    start: int = 0,
    section: str = "Rules",
    pages: tuple[tuple[int, int], ...] = (),
    leads: Mapping[int, int] | None = None,
    pairs: bool = True,
) -> Passage:
    """A chunk of these sentences, a line each; ``leads`` gives for a sentence the one that leads it in, both by index."""
    text = "\n".join(sentences)
    spans: list[tuple[int, int]] = []
    position = start
    for sentence in sentences:
        spans.append((position, position + len(sentence)))
        position += len(sentence) + 1
    windows = []
    for index, (begin, end) in enumerate(spans):
        lead = (leads or {}).get(index)
        windows.append(
            Window(start=begin, end=end)
            if lead is None
            else Window(start=begin, end=end, lead_in=sentences[lead], lead_in_start=spans[lead][0])
        )
    if pairs:
        windows += [Window(start=one[0], end=two[1]) for one, two in pairwise(spans)]
    return Passage(
        chunk=Chunk(
            id=f"{document}_c{ordinal}",
            ordinal=ordinal,
            text=text,
            start=start,
            end=start + len(text),
            section=section,
            pages=pages,
            windows=tuple(windows),
        ),
        document_id=f"doc_{document}",
        version_id=f"doc_{document}_v1",
        version_hash=f"hash of {document}",
        path=f"{document}.md",
        title=f"{document.title()} policy",
        url=f"https://policies.test/{document}",
        meta=DocumentMeta(),
    )


def retrieval(
    question: str,
    found: Sequence[tuple[Passage, float]],
    *,
    scorer: Mapping[str, float] = SCORER,
    unknown: frozenset[str] = frozenset(),
    limit: int = 5,
) -> Retrieval:
    """These passages, found with these cosines (their windows' too), every term of the question weighing the same."""
    asked = understand(question)
    return rank(
        asked,
        [Found(p, near, 0.0, tuple(near for _ in p.chunk.windows)) for p, near in found],
        dict.fromkeys((*asked.terms, *asked.related), 1.0),
        unknown,
        scorer,
        limit,
    )
