"""From evidence to a draft: what the answer is generated from, and its quotes bound back to the passages."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.document import Passage
from core.domain.outcome import Draft
from core.grounding.citing import bind
from core.judge import Hearing
from core.modules import answer_generation
from core.modules.answer_generation import Claim, Quote, Source
from core.retrieval.locator import locator
from core.retrieval.ranking import Ranked, Retrieval
from core.retrieval.selection import draft_answer


async def drafted(question: str, retrieval: Retrieval, evidence: Sequence[Ranked], hearing: Hearing) -> Draft | None:
    """The answer; None if there is none. Proposed are the policy's own sentences that retrieval would quote."""
    proposed = draft_answer(retrieval, evidence)
    passages = {n: ranked.passage for n, ranked in enumerate(evidence, start=1)}
    given = answer_generation.Input(
        question=question,
        sources=tuple(_source(n, passage) for n, passage in passages.items()),
        proposed=_claims(proposed, passages) if proposed else (),
    )
    output = await hearing.judge(answer_generation, given)
    if output.refused:
        return None
    if output.claims == given.proposed:
        return proposed  # with the very places that retrieval chose
    return bind(((claim.text, [(q.n, q.quote) for q in claim.quotes]) for claim in output.claims), passages)


def _source(n: int, passage: Passage) -> Source:
    chunk = passage.chunk
    page = chunk.pages[0][1] if chunk.pages else None
    section = locator(chunk.section)
    return Source(
        n=n, document_name=passage.title, section=section, page_number=page, url=passage.url, text=chunk.text
    )


def _claims(draft: Draft, passages: dict[int, Passage]) -> tuple[Claim, ...]:
    """The draft's claims, with their quotes by source."""
    numbers = {passage.chunk.id: n for n, passage in passages.items()}
    quotes = {citation.n: Quote(n=numbers[citation.chunk_id], quote=citation.quote) for citation in draft.citations}
    return tuple(Claim(text=claim.text, quotes=tuple(quotes[n] for n in claim.citations)) for claim in draft.claims)
