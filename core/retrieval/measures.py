"""How well a sentence fits a question, as named numbers of about the same size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.retrieval.lexemes import lexemes
from core.retrieval.quantities import CELL, Quantity, Unit, quantities, row_quantities
from core.retrieval.question import Question, Wants
from core.retrieval.vocabulary import vocabulary

SYNONYM = 0.7
SAME_BEGINNING = 0.5
"""What a synonym, and a word that begins alike (compounds, word forms), counts of a word found by name."""
BEGINNING = 5
"""Letters that make a beginning."""
BARE_AMOUNT = 1000
"""A number without a unit from here on may be an amount of money."""
YEARS = range(1900, 2100)
"""But these are years."""

_SHOWN_BY = {wants: vocabulary().shows[wants.value] for wants in Wants}
_COUNTED_BY = {
    Wants.DURATION: {Unit.DURATION}, Wants.TIME: {Unit.DURATION}, Wants.MONEY: {Unit.MONEY}, Wants.PERCENT: {Unit.PERCENT}, Wants.NUMBER: set(Unit),
}  # fmt: skip
# A length of time may be a date, and "how long" ask for characters; a share may be a fraction.
_ANSWERED_BY = {
    Wants.DURATION: {Unit.DURATION, Unit.COUNT}, Wants.MONEY: {Unit.MONEY}, Wants.PERCENT: {Unit.PERCENT, Unit.COUNT}, Wants.NUMBER: set(Unit),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it is compared: its lexemes, their beginnings marked by ``^``, and its numbers."""

    text: str
    words: frozenset[str]
    numbers: tuple[Quantity, ...]


@lru_cache(maxsize=16384)
def read(text: str, header: str = "") -> Reading:
    """Reads a text; of a table's row with its header, so that "5 to 9" below "Years of service" are years."""
    found = lexemes(text)
    beginnings = {f"^{word[:BEGINNING]}" for word in found if len(word) >= BEGINNING}
    numbers = row_quantities(text, header) if CELL in header and CELL in text else quantities(text)
    return Reading(text, frozenset(beginnings.union(found)), numbers)


def found(term: str, words: frozenset[str], question: Question) -> float:
    """How far a text of these words speaks of a term: 1 by name, less by a synonym or another form, 0 not at all."""
    if term in words:
        return 1.0
    if any(other <= words for other in question.synonyms.get(term, ())):
        return SYNONYM
    return SAME_BEGINNING if len(term) >= BEGINNING and f"^{term[:BEGINNING]}" in words else 0.0


def coverage(question: Question, weights: Mapping[str, float], words: frozenset[str]) -> float:
    """The share of the question's terms that a text speaks of, each weighted by how rare it is; 0 to 1."""
    total = sum(weights[term] for term in question.terms)
    return sum(weights[term] * found(term, words, question) for term in question.terms) / total if total else 0.0


def shows(question: Question, said: Reading) -> float:
    """The share of the wanted kinds of answer that a text holds; numbers the question itself names do not count."""
    if not question.wants:
        return 0.5
    asked = {(quantity.unit, quantity.low, quantity.high) for quantity in question.quantities}
    units = {q.unit for q in said.numbers if (q.unit, q.low, q.high) not in asked}
    return sum(
        bool(_COUNTED_BY.get(wants, set()) & units) or _SHOWN_BY[wants].search(said.text) is not None
        for wants in question.wants
    ) / len(question.wants)


def lacks_number(question: Question, said: Reading) -> bool:
    """Whether a number is asked for, of a unit that the text has none of; numbers the question itself names do not count."""
    asked = {(quantity.unit, quantity.low, quantity.high) for quantity in question.quantities}
    units = {q.unit for q in said.numbers if (q.unit, q.low, q.high) not in asked}
    return any(
        not _ANSWERED_BY[wants] & units and not _SHOWN_BY[wants].search(said.text)
        for wants in question.wants
        if wants in _ANSWERED_BY
    )


def fits(question: Question, said: Reading) -> float:
    """How far the question's own numbers fall into the ranges and values a text states: -1 all outside, 1 all inside."""
    verdicts = []
    for asked in question.quantities:
        like = [s for s in said.numbers if s.unit == asked.unit or (s.unit is Unit.COUNT and s.is_range)]
        if like:
            verdicts.append(1.0 if any(range_.holds(asked) for range_ in like) else -1.0)
    return sum(verdicts) / len(verdicts) if verdicts else 0.0


def tiers(question: Question, sentences: Sequence[Reading]) -> list[float]:
    """For the sentences of one passage: 1 where the tier they state is the asked one, -1 where another, else 0.

    Tiers are ranges that exclude each other: of "$10,000 to $50,000" and "$50,000 to $250,000" only the second answers for
    $62,000, of "2 to 4 years" and "5 to 9 years" only the second for six years. A sentence that states both is neither.
    """
    fit = [0.0] * len(sentences)
    for asked in question.quantities:
        ranges = [[n for n in said.numbers if n.is_range and _alike(asked, n)] for said in sentences]
        distinct = {n for stated in ranges for n in stated}
        stated = [[n for n in of if any(n.excludes(other) for other in distinct)] for of in ranges]
        for position, tier in enumerate(stated):
            held = [n.holds(asked) for n in tier]
            if held:
                fit[position] = 1.0 if all(held) else -1.0 if not any(held) else 0.0
    return fit


def _alike(asked: Quantity, stated: Quantity) -> bool:
    """Whether both are of one kind; people write a large amount of money as a bare number too ("approx 18k")."""
    if asked.unit is Unit.COUNT and stated.unit is Unit.MONEY:
        return asked.low >= BARE_AMOUNT and asked.low not in YEARS
    return asked.unit is stated.unit
