"""An answer to the segments that are audited, with ids that stay with their words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from core.domain.grounding import AnswerSegment
from core.domain.outcome import Draft
from core.ingestion.sentences import split

_MARK = re.compile(r"\s*\[\d{1,2}\](?=\s*(?:\[\d|[.!?。]?\s*$))")
"""A citation's mark; a policy may say "[14] days", so only at the end of a sentence."""
_HEADING = re.compile(r"#{1,6}\s\S[^.!?:。！？]*")
"""Presentation alone; a bold label or a line with a colon may assert something and stays."""


def of_draft(draft: Draft) -> tuple[AnswerSegment, ...]:
    """One segment for each claim, in order."""
    return _segments(claim.text for claim in draft.claims)


def of_text(text: str) -> tuple[AnswerSegment, ...]:
    """One segment for each sentence, in order, without marks and without Markdown headings (seed 001)."""
    sentences = (text[start:end] for start, end in split(text))
    bare = (_MARK.sub("", sentence).strip() for sentence in sentences if not _HEADING.fullmatch(sentence))
    return _segments(sentence for sentence in bare if sentence)


def _segments(texts: Iterable[str]) -> tuple[AnswerSegment, ...]:
    found: list[AnswerSegment] = []
    taken: dict[str, int] = {}
    for text in texts:
        name = f"s_{hashlib.sha256(text.encode()).hexdigest()[:8]}"
        taken[name] = taken.get(name, 0) + 1
        found.append(AnswerSegment(id=name if taken[name] == 1 else f"{name}_{taken[name]}", text=text))
    return tuple(found)
