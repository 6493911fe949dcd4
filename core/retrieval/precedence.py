"""Which of several states or copies of one policy holds: official and internal ones win, then the newer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from core.domain.document import TrustLevel
from core.domain.evidence import RetrievedDocument
from core.retrieval.lexemes import lexemes

TRUST: dict[TrustLevel, Literal["high", "medium", "low"]] = {
    TrustLevel.OFFICIAL: "high",
    TrustLevel.INTERNAL: "high",
    TrustLevel.EXTERNAL: "medium",
    TrustLevel.UNKNOWN: "low",
}
"""The filter's word for who stands behind a document."""
_STATE_WORDS = frozenset(lexemes("version revision edition draft copy Fassung Stand versión версія 版 v"))


@dataclass(frozen=True)
class Standing:
    """What a retrieved document's place among others depends on. ``source`` tells documents apart."""

    doc_id: str
    source: str
    title: str
    policy_type: str
    trusted: bool
    updated_at: date | None


def standing(document: RetrievedDocument) -> Standing:
    """Where a retrieved document stands; a date that is none counts as unknown."""
    meta = document.metadata
    try:
        updated_at = date.fromisoformat((meta.updated_at or "")[:10])
    except ValueError:
        updated_at = None
    trusted = TRUST[meta.trust_level] == "high"
    return Standing(document.doc_id, document.source, document.title, meta.policy_type, trusted, updated_at)


def outranked(documents: Sequence[Standing]) -> dict[str, Literal["low_trust", "outdated"]]:
    """Documents that another of these replaces, by id, and why.

    Two documents are states or copies of one policy when they are of the same kind and their titles differ in a year or a
    version at most. Documents about the same matter under different titles stand beside each other.
    """
    found: dict[str, Literal["low_trust", "outdated"]] = {}
    names = {one.doc_id: _name(one) for one in documents}
    for one in documents:
        rivals = [o for o in documents if o.source != one.source and names[o.doc_id] == names[one.doc_id]]
        if any(other.trusted and not one.trusted for other in rivals):
            found[one.doc_id] = "low_trust"
        elif any(_newer(other, one) and (other.trusted or not one.trusted) for other in rivals):
            found[one.doc_id] = "outdated"
    return found


def _name(document: Standing) -> tuple[str, frozenset[str]]:
    words = frozenset(word for word in lexemes(document.title) if not word.isdigit()) - _STATE_WORDS
    return document.policy_type, words or frozenset({document.source})


def _newer(one: Standing, other: Standing) -> bool:
    return one.updated_at is not None and other.updated_at is not None and one.updated_at > other.updated_at
