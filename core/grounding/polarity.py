"""Which words a sentence denies, so that "is paid out" and "is not paid out" are told apart, in seven languages."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from core.retrieval.lexemes import lexemes
from core.retrieval.vocabulary import vocabulary

REACH = 3
"""Content words that a denial reaches."""
_CLAUSE = re.compile(
    r"[;:.!?。；：！？()（）]|,(?!\d)|[，、](?=.{6})"
    r"|\b(?:but|unless|except|because|if|when|aber|sondern|außer|wenn|pero|salvo|si|але|якщо|крім)\b"
)


@dataclass(frozen=True)
class _Words:
    behind: re.Pattern[str]
    before: re.Pattern[str]
    forbid: re.Pattern[str]
    bounds: re.Pattern[str]
    twice: re.Pattern[str]
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...]


@lru_cache(maxsize=1)
def _words() -> _Words:
    data = yaml.safe_load(Path(__file__).with_suffix(".yml").read_text(encoding="utf-8"))
    behind, before, forbid, bounds = (
        "|".join(data[name]) for name in ("deny_behind", "deny_before", "forbid", "bounds")
    )
    return _Words(
        behind=re.compile(behind, re.IGNORECASE),
        before=re.compile(before, re.IGNORECASE),
        forbid=re.compile(forbid, re.IGNORECASE),
        bounds=re.compile(bounds, re.IGNORECASE),
        twice=re.compile(rf"(?:{behind})\s*(?:[^\W\d_]+\s+)?(?:{forbid})", re.IGNORECASE),
        opposites=tuple((frozenset(lexemes(one)), frozenset(lexemes(other))) for one, other in data["opposites"]),
    )


@dataclass(frozen=True, slots=True)
class Polarity:
    """The words of a text: all, and the content words that are denied or affirmed somewhere in it."""

    words: frozenset[str]
    denied: frozenset[str]
    affirmed: frozenset[str]


@lru_cache(maxsize=4096)
def polarity(text: str) -> Polarity:
    """What a text affirms and what it denies; a word may be both."""
    denied: set[str] = set()
    affirmed: set[str] = set()
    known = _words()
    text = known.twice.sub(" ", known.bounds.sub(" ", text))
    for clause in _CLAUSE.split(text):
        reached = _denied(clause)
        denied |= reached
        affirmed |= set(content(known.forbid.sub(" ", clause))) - reached
    return Polarity(frozenset(lexemes(text)), frozenset(denied), frozenset(affirmed))


def conflict(claim: str, evidence: str) -> bool:
    """Whether one text denies what the other affirms, or uses the opposite word.

    Only telling for texts that otherwise speak of the same: the caller compares their words first.
    """
    said, known = polarity(claim), polarity(evidence)
    turned = (said.denied - said.affirmed) & (known.affirmed - known.denied)
    turned |= (said.affirmed - said.denied) & (known.denied - known.affirmed)
    return bool(turned) or any(
        _one_each(said.words, known.words, one, other) or _one_each(said.words, known.words, other, one)
        for one, other in _words().opposites
    )


def _one_each(said: frozenset[str], known: frozenset[str], mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return mine <= said and theirs <= known and not theirs & said and not mine & known


@lru_cache(maxsize=4096)
def content(text: str) -> tuple[str, ...]:
    """The lexemes of a text that say something, in order."""
    stop = vocabulary().stop_words
    return tuple(word for word in lexemes(text) if word not in stop)


def _denied(clause: str) -> set[str]:
    """The content words of a clause that a denial reaches; a word denied twice is affirmed."""
    count: Counter[str] = Counter()
    known = _words()
    for pattern, back, ahead in (
        (known.behind, False, True),
        (known.before, True, False),
        (known.forbid, True, True),
    ):
        for match in pattern.finditer(clause):
            behind = content(known.forbid.sub(" ", clause[match.end() :]))[:REACH] if ahead else ()
            before = content(known.forbid.sub(" ", clause[: match.start()]))[-REACH:] if back or not behind else ()
            count.update({*behind, *before})
    return {word for word, times in count.items() if times % 2}
