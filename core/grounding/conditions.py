"""Conditions and exceptions of a rule that an answer must not drop (seed 001: "overstates"; seed 000: no inference)."""

from __future__ import annotations

import re

from core.grounding.polarity import content

KEPT = 0.5
"""Share of a condition's content words that the answer or the question must hold."""
_CONDITION = re.compile(
    r"\b(?:unless|except(?:ing)?(?: for| that| when| where)?|only (?:if|when|where|with|after)|provided that|as long as|subject to|if|excluding|"
    r"außer|es sei denn|sofern|falls|wenn|nur (?:wenn|mit|nach)|vorausgesetzt|vorbehaltlich|"
    r"salvo|excepto|a menos que|siempre que|solo si|sólo si|si|sujeto a|"
    r"крім|за винятком|якщо|лише (?:якщо|за)|за умови)\b(?P<after>[^,;:.!?。]*)"
    r"|(?:除非|如果|只有|除了)(?P<zh>[^，；。]*)|(?P<ja>[^、。]*)(?:場合に限り|場合を除き|を除いて|ただし)",
    re.IGNORECASE,
)


def dropped(claim: str, sources: tuple[str, ...], query: str = "") -> str | None:
    """The first condition of the sources that neither the claim nor the question speaks of; None if all are kept."""
    known = {*content(claim), *content(query)}
    for text in sources:
        for match in _CONDITION.finditer(text):
            words = set(content(match["after"] or match["zh"] or match["ja"] or ""))
            if words and len(words & known) < KEPT * len(words):
                return match[0].strip()
    return None
