"""Whether a retrieved document may serve as evidence at all, and whether it fits what is sought (seed 003, evidence filter)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from core.domain.evidence import RejectReason, RetrievedDocument
from core.retrieval.instructions import order_to_machine
from core.retrieval.measures import read
from core.retrieval.precedence import outranked, standing
from core.retrieval.question import understand

RELEVANT = 0.25
"""Cosine below which a passage must share a word with the query."""
ENOUGH_WORDS = 3


def inadmissible(
    documents: Sequence[RetrievedDocument], attacks: Callable[[str], bool] = lambda _: False
) -> dict[str, RejectReason]:
    """What no judgement may overrule, by id: documents that order the machine about, and those that another replaces.

    ``attacks`` tells further texts that nobody may rest on.
    """
    injected = {d.doc_id for d in documents if order_to_machine(d.content) or attacks(d.content)}
    sound = [standing(document) for document in documents if document.doc_id not in injected]
    replaced = {doc_id: RejectReason(reason) for doc_id, reason in outranked(sound).items()}
    return replaced | dict.fromkeys(injected, RejectReason.POSSIBLE_PROMPT_INJECTION)


def unfit(
    document: RetrievedDocument,
    words: frozenset[str],
    wanted: set[str],
    *,
    excluding: Iterable[str],
    requiring: Iterable[str],
) -> RejectReason | None:
    """Why a document of these words is no evidence; None if it may be. ``wanted`` are the query's lexemes.

    One that states an excluded condition is, unless it also states a required one.
    """
    if sum(not word.startswith("^") for word in read(document.content).words) < ENOUGH_WORDS:
        return RejectReason.INSUFFICIENT_DETAIL
    if not wanted & words and document.retrieval_score < RELEVANT:
        return RejectReason.IRRELEVANT
    excluded = any(states(words, condition) for condition in excluding)
    if excluded and not any(states(words, condition) for condition in requiring):
        return RejectReason.CONDITION_MISMATCH
    return None


def states(words: frozenset[str], condition: str) -> bool:
    """Whether two thirds of a condition's content words occur."""
    terms = understand(condition).terms
    return bool(terms) and sum(term in words for term in terms) * 3 >= len(terms) * 2
