"""Says what the evidence answers, each sentence with the quotes it rests on (seed 000, "Generate Answer with Citations")."""

from __future__ import annotations

from pydantic import Field

from core.domain.base import Model
from core.domain.outcome import MAX_QUOTE, MAX_QUOTES
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
    that its quotes do not.
    """
    texts = {source.n: source.text for source in given.sources}
    kept: list[Claim] = []
    for claim in output.claims:
        sound = claim.quotes and all(quote.quote in texts.get(quote.n, "") for quote in claim.quotes)
        if sound and _keeps_numbers(claim) and _within_limits([*kept, claim]):
            kept.append(claim)
    if kept:
        return _output(kept)
    return _refusal(NO_GUIDANCE if output.refused and not output.claims else NO_CITATIONS)


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
