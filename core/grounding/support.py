"""Whether evidence establishes a claim, decided by words, numbers, names and denials alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isclose, isfinite

from core.domain.language import Language
from core.grounding.polarity import conflict, content, polarity
from core.ingestion.sentences import split
from core.retrieval.lexemes import lexemes
from core.retrieval.quantities import Quantity, Unit, quantities
from core.wording.language import detect

SUPPORTED = 0.70
"""Score from which a claim counts as established. Chosen on the development parts of a public set (tests/bench/grounding.py)."""
SAME_SUBJECT = 0.6
"""Share of a claim's content words in one sentence of the evidence, from which the two speak of the same."""
_NAME, _NUMBER, _DENIAL, _SELF = 0.15, 0.2, 0.15, 0.1
"""What the score loses for each name and number without a source, for a denial and for a speaker that it does not have."""

_CAPITAL = re.compile(r"(?<=[\w,;)] )(?!I\b)[^\W\d_a-z][\w.&'’-]*")
_SPEAKER = re.compile(
    r"\b(?:I|i)(?:\b|['’]\w)|\b(?:my|me|mine|myself)\b|\b(?:ich|mein\w*|mich|mir)\b|\b(?:yo|mi|mis)\b|(?<!\w)(?:я|мені|мій|моя|моє)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """How a claim stands to its evidence.

    ``score`` is from 0 to 1, higher the more of it is established; ``numbers`` and ``names`` are those without a source.
    ``contradicts``: a sentence on the same subject states another number of the kind, or denies it. ``foreign``: the two are
    in different languages, so that words tell nothing.
    """

    score: float
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    contradicts: bool = False
    foreign: bool = False

    @property
    def supports(self) -> bool:
        """Whether the evidence establishes the claim."""
        return self.score >= SUPPORTED and not (self.numbers or self.names or self.contradicts)


@lru_cache(maxsize=4096)
def weigh(claim: str, evidence: tuple[str, ...]) -> Finding:
    """Weighs a claim against the texts that it is to rest on, taken together. No text establishes nothing."""
    known = frozenset(word for text in evidence for word in lexemes(text))
    words = lexemes(claim)
    if not known or not words:
        return Finding(0.0)
    foreign = _foreign(claim, evidence)
    numbers = _numbers_without_source(claim, evidence)
    names = () if foreign else tuple(name for name in _names(claim) if not known.issuperset(lexemes(name)))
    denies = bool(polarity(claim).denied) and not any(polarity(text).denied for text in evidence)
    speaks = bool(_SPEAKER.search(claim)) and not any(_SPEAKER.search(text) for text in evidence)
    score = (_share(content(claim) or words, known) + _share(words, known)) / 2
    score -= _NAME * len(names) + _NUMBER * len(numbers) + _DENIAL * denies + _SELF * speaks
    return Finding(
        score=max(0.0, score),
        numbers=tuple(number for number, _ in numbers),
        names=names,
        contradicts=_contradicted(claim, [quantity for _, quantity in numbers], evidence),
        foreign=foreign,
    )


def _share(words: Sequence[str], known: frozenset[str]) -> float:
    """The share of different words that is known."""
    different = set(words)
    return len(different & known) / len(different)


def _names(text: str) -> list[str]:
    """Words with a capital within a sentence; none in German, where every noun has one."""
    return [] if detect(text) is Language.GERMAN else _CAPITAL.findall(text)


def _foreign(claim: str, evidence: Sequence[str]) -> bool:
    """Whether both languages can be told and differ."""
    theirs = {language for text in evidence if (language := detect(text))}
    return bool(theirs) and (mine := detect(claim)) is not None and mine not in theirs


def _numbers_without_source(claim: str, evidence: Sequence[str]) -> list[tuple[str, Quantity]]:
    known = [quantity for text in evidence for quantity in quantities(text)]
    digits = {word for text in evidence for word in lexemes(text) if word.isdigit()}
    return [
        (f"{max(end for end in (quantity.low, quantity.high) if isfinite(end)):g} {quantity.unit}", quantity)
        for quantity in quantities(claim)
        if not any(_same(quantity, other) for other in known) and not _plain(quantity, digits)
    ]


def _same(said: Quantity, known: Quantity) -> bool:
    """Whether a number is the other, or an end of its range; "at least 5" is not "at most 5"."""
    if said.unit is not known.unit or (said.high, known.low) == (inf, -inf) or (said.low, known.high) == (-inf, inf):
        return False
    ends = {end for end in (known.low, known.high) if isfinite(end)}
    return all(
        any(isclose(end, other, rel_tol=1e-4) for other in ends) for end in (said.low, said.high) if isfinite(end)
    )


def _plain(said: Quantity, digits: set[str]) -> bool:
    """Whether a bare number stands there with a unit, or is a word like "one"."""
    ends = {end for end in (said.low, said.high) if isfinite(end)}
    return said.unit is Unit.COUNT and all(end == 1 or f"{end:.0f}" in digits for end in ends)


def _contradicted(claim: str, numbers: Sequence[Quantity], evidence: Sequence[str]) -> bool:
    """Whether every sentence that speaks most of the claim's subject denies it, or states another number of the kind."""
    said = [word for word in content(claim) if not word.isdigit()]
    if not said:
        return False
    sentences = [text[start:end] for text in evidence for start, end in split(text)]
    shares = [_share(said, frozenset(lexemes(sentence))) for sentence in sentences]
    if max(shares) < SAME_SUBJECT:
        return False
    nearest = [sentence for sentence, share in zip(sentences, shares, strict=True) if share == max(shares)]
    units = {number.unit for number in numbers}
    return all(conflict(claim, text) or units & {other.unit for other in quantities(text)} for text in nearest)
