"""Which of several states or copies of one policy holds: official and internal ones win, then the newer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from core.retrieval.lexemes import lexemes

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


def outranked(documents: Sequence[Standing]) -> dict[str, Literal["low_trust", "outdated"]]:
    """Documents that another of these replaces, by id, and why.

    Two documents are states or copies of one policy when they are of the same kind and their titles differ in a year or a
    version at most. Documents about the same matter under different titles stand beside each other.
    """
    found: dict[str, Literal["low_trust", "outdated"]] = {}
    for one in documents:
        rivals = [other for other in documents if other.source != one.source and _name(other) == _name(one)]
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
