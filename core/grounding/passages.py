"""What one passage is worth for an answer: relevance, support, and whether it gives orders (seed 004)."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.grounding import EvidenceEntry
from core.grounding.support import weigh
from core.retrieval.instructions import order_to_machine
from core.retrieval.measures import coverage, fits, read
from core.retrieval.question import understand

ENOUGH_TERMS = 4
"""Of a long question's terms, so many found make a passage relevant: a story told at length is not held against it."""


def relevance(query: str, entry: EvidenceEntry) -> float:
    """How far a passage, with what it stands under, speaks of the query: by words or by retrieval, whichever is nearer."""
    terms = len(understand(query).terms)
    covered = _covered(query, f"{entry.context}\n{entry.text}")
    return max(entry.similarity, min(1.0, covered * max(1.0, terms / ENOUGH_TERMS)))


def support(query: str, claims: Sequence[str], entry: EvidenceEntry) -> float:
    """How far a passage establishes the claim it supports best; a claim that it contradicts it does not support.

    A claim may apply a rule to the case that the query tells ("this request fits the policy"): a passage that contradicts
    nothing also supports it as far as it covers the case and the case's numbers lie within its own.
    """
    found = [weigh(claim, (entry.text, entry.context)) for claim in claims]
    scores = [0.0 if finding.contradicts else finding.score for finding in found]
    if not any(finding.contradicts for finding in found) and fits(understand(query), read(entry.text)) > 0:
        scores.append(_covered(query, entry.text))
    return max(scores, default=0.0)


def gives_orders(entry: EvidenceEntry) -> float:
    """1 for a passage that orders the machine about instead of stating policy, else 0."""
    return float(order_to_machine(entry.text) is not None)


def _covered(query: str, text: str) -> float:
    question = understand(query)
    return coverage(question, dict.fromkeys(question.terms, 1.0), read(text).words)
