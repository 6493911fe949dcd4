"""What a question asks: its words and their short forms spelt out, the kind of answer it wants, its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from core.retrieval.lexemes import lexemes
from core.retrieval.quantities import Quantity, quantities
from core.retrieval.vocabulary import vocabulary


class Wants(StrEnum):
    """A kind of answer that a question's wording asks for."""

    DURATION = "duration"
    TIME = "time"
    MONEY = "money"
    PERCENT = "percent"
    NUMBER = "number"
    PERSON = "person"
    PLACE = "place"
    YES_NO = "yes_no"


@dataclass(frozen=True)
class Question:
    """A question taken apart.

    ``terms`` are its content lexemes. ``synonyms`` gives for some of them other wordings, each a set of lexemes that say
    the same where they stand together; ``related`` are all lexemes of those, without the terms.
    ``is_several`` says that it asks more than one thing ("what do I do, and how long does it take?").
    """

    text: str
    spelt_out: str
    terms: tuple[str, ...]
    related: tuple[str, ...]
    synonyms: Mapping[str, tuple[frozenset[str], ...]]
    wants: frozenset[Wants]
    is_several: bool
    quantities: tuple[Quantity, ...]


_RATE = re.compile(r"\b(?:per|on|any|each|a single) (?:one|single|1) ", re.IGNORECASE)
"""\"The most hours on one day\" names no length of time that a policy's tiers could hold."""
_IDENTIFIER = re.compile(
    r"(?<![\w,.-])\d+-0\d*(?![\w-])|(?<![\w,.-])\d+(?:-\d+){2,}(?![\w-])|(?<=[A-Z] )\d+-\d+(?![\w-])"
)
"""The number of a document ("BOD 18-02"): it counts once, as the joined word, and is no range."""
_KANA_ONLY = re.compile(r"[\u3040-\u309f]+|.[にはがをでのともかへや]|[にはがをでのともかへや].")
"""Bigrams that say nothing: grammar alone, or a word's edge with a particle."""


@lru_cache(maxsize=256)
def understand(text: str) -> Question:
    """Takes a question apart; the same text always gives the same result."""
    known = vocabulary()
    spelt_out = re.sub(r"(?<=\d)\s?h\b", " hours", known.spell_out(text))
    words = lexemes(spelt_out)
    used = _phrases(words)
    stop = known.stop_words.difference(
        *(phrase for phrase in used if len(phrase) > 1 and known.stop_words.issuperset(phrase))
    )
    parts = {part for name in _IDENTIFIER.findall(spelt_out) for part in re.findall(r"\d+", name)}
    terms = tuple(dict.fromkeys(w for w in words if w not in stop and w not in parts and not _KANA_ONLY.fullmatch(w)))
    synonyms = _synonyms(used, terms)
    related = dict.fromkeys(lexeme for others in synonyms.values() for other in others for lexeme in sorted(other))
    return Question(
        text=text,
        spelt_out=spelt_out,
        terms=terms or tuple(dict.fromkeys(words)),
        related=tuple(lexeme for lexeme in related if lexeme not in terms and lexeme not in stop),
        synonyms=synonyms,
        is_several=len(known.clauses.findall(spelt_out)) > 1,
        wants=frozenset(Wants(kind) for kind, asks in known.asks.items() if asks.search(spelt_out)),
        quantities=quantities(_IDENTIFIER.sub(" ", _RATE.sub(" ", spelt_out))),
    )


def _phrases(words: list[str]) -> dict[tuple[str, ...], list[frozenset[str]]]:
    """The phrases of the vocabulary that a question uses, each with the other wordings of its groups.

    A phrase of stop words alone ("let go") has a meaning that its words lack: they count as terms then.
    """
    joined = f" {' '.join(words)} "
    found: dict[tuple[str, ...], list[frozenset[str]]] = {}
    for group in vocabulary().synonyms:
        used = [phrase for phrase in group if f" {' '.join(phrase)} " in joined]
        for phrase in used:
            found.setdefault(phrase, []).extend(frozenset(other) for other in group if other not in used)
    return found


def _synonyms(
    phrases: Mapping[tuple[str, ...], list[frozenset[str]]], terms: tuple[str, ...]
) -> dict[str, tuple[frozenset[str], ...]]:
    """The other wordings for each term of a phrase that the question uses."""
    found: dict[str, tuple[frozenset[str], ...]] = {}
    for phrase, others in phrases.items():
        for term in sorted(set(phrase) & set(terms)):
            found[term] = (*found.get(term, ()), *others)
    return found
