"""Says what the evidence answers, each sentence with the quotes it rests on (seed 000, "Generate Answer with Citations")."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from core.domain.base import Model
from core.domain.outcome import MAX_QUOTE, MAX_QUOTES
from core.grounding.conditions import dropped
from core.grounding.normalise import find
from core.grounding.polarity import polarity
from core.retrieval.quantities import quantities

MAX_CITATIONS = 3
NO_GUIDANCE = "I cannot find relevant policy guidance"
NO_CITATIONS = "I cannot provide an answer without proper citations."
"""The seed's words for an answer that is none."""


class Source(Model):
    """A passage that may be cited as ``[n]``."""

    n: int = Field(ge=1)
    document_name: str
    section: str
    page_number: int | None = None
    url: str | None = None
    text: str


class Quote(Model):
    """An exact substring of source ``n``."""

    n: int = Field(ge=1)
    quote: str = Field(min_length=1)


class Claim(Model):
    """One sentence-sized assertion and the quotes it rests on; ``text`` carries no ``[n]`` marks of its own."""

    text: str = Field(min_length=1)
    quotes: tuple[Quote, ...]


class Input(Model):
    """The question, its evidence, and the sentences that retrieval would quote (``core/retrieval/selection.py``)."""

    question: str
    sources: tuple[Source, ...]
    proposed: tuple[Claim, ...] = ()


class Output(Model):
    """The answer with its marks. Without claims it is a refusal, and ``answer`` says so."""

    answer: str
    claims: tuple[Claim, ...] = ()
    refused: bool


def rules(given: Input) -> Output:
    """The proposed sentences as they stand: quoted, never paraphrased."""
    return enforce(given, _output(given.proposed)) if given.proposed else _refusal(NO_GUIDANCE)


def enforce(given: Input, output: Output) -> Output:
    """Keeps the claims that may be made.

    Each rests on quotes that stand in their sources, within the limits of a quote and of an answer, and states no number
    that its quotes do not. One that drops a condition or a denial of its quotes gives way to their own words. Where another
    document states another amount for the same, it is cited too: no side is taken. A refusal with claims is a refusal.
    """
    if output.refused:
        return _refusal(NO_GUIDANCE)
    texts = {source.n: source.text for source in given.sources}
    kept: list[Claim] = []
    for made in output.claims:
        claim = _in_the_sources_words(made, texts)
        if claim and _keeps_numbers(claim) and _within_limits([*kept, claim]):
            kept.append(_whole(claim, given.question))
    if not kept:
        return _refusal(NO_CITATIONS)
    for other in given.proposed:
        if _disagrees(other, kept, given) and _within_limits([*kept, other]):
            kept.append(other)
    return _output(kept)


def _in_the_sources_words(claim: Claim, texts: Mapping[int, str]) -> Claim | None:
    """The claim with its quotes as their sources write them; None unless each of them stands there."""
    quotes: list[Quote] = []
    for quote in claim.quotes:
        text = texts.get(quote.n, "")
        span = find(quote.quote, text)
        if span is None:
            return None
        quotes.append(quote if quote.quote in text else Quote(n=quote.n, quote=text[slice(*span)]))
    return claim.model_copy(update={"quotes": tuple(quotes)}) if quotes else None


def _whole(claim: Claim, question: str) -> Claim:
    """The claim, or the quotes themselves where it leaves out what they make it depend on."""
    said = tuple(quote.quote for quote in claim.quotes)
    denies = any(polarity(quote).denied for quote in said) and not polarity(claim.text).denied
    if claim.text != " ".join(said) and (denies or dropped(claim.text, said, question)):
        return claim.model_copy(update={"text": " ".join(said)})
    return claim


def _disagrees(other: Claim, kept: list[Claim], given: Input) -> bool:
    """Whether a proposed claim of another document gives a different amount of the kind that the kept ones give."""
    names = {source.n: source.document_name for source in given.sources}
    cited = {names.get(quote.n) for claim in kept for quote in claim.quotes}
    if cited & {names.get(quote.n) for quote in other.quotes}:
        return False
    known = {(q.unit, q.low, q.high) for claim in kept for quote in claim.quotes for q in quantities(quote.quote)}
    stated = {(q.unit, q.low, q.high) for quote in other.quotes for q in quantities(quote.quote)}
    return bool({unit for unit, _, _ in known} & {unit for unit, _, _ in stated}) and not known & stated


def _keeps_numbers(claim: Claim) -> bool:
    """No number is added or rounded: what the claim counts, its quotes count alike."""
    stated = {(q.unit, q.low, q.high) for quote in claim.quotes for q in quantities(quote.quote)}
    return {(q.unit, q.low, q.high) for q in quantities(claim.text)} <= stated


def _within_limits(claims: list[Claim]) -> bool:
    quotes = {quote for claim in claims for quote in claim.quotes}
    sizes = [len(quote.quote) for quote in quotes]
    return len(quotes) <= MAX_CITATIONS and max(sizes) <= MAX_QUOTE and sum(sizes) <= MAX_QUOTES


def _output(claims: tuple[Claim, ...] | list[Claim]) -> Output:
    lines = (
        f"{claim.text} {''.join(f'[{n}]' for n in dict.fromkeys(quote.n for quote in claim.quotes))}"
        for claim in claims
    )
    return Output(answer="\n".join(lines), claims=tuple(claims), refused=False)


def _refusal(words: str) -> Output:
    return Output(answer=words, refused=True)
