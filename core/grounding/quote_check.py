"""The check that no draft leaves with a claim whose quote is not exactly in its source. It runs before anything judges."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.document import Passage
from core.domain.outcome import MAX_QUOTES, Citation, Claim, Draft
from core.grounding.compose import compose


def verified(draft: Draft, passages: Mapping[str, Passage]) -> Draft | None:
    """The draft with only those claims whose every quote stands in its passage; None if no claim is left.

    ``passages`` maps chunk ids to the evidence of this request. Citations are numbered anew in the order of their first use,
    and claims past the limit for all quotes of an answer are dropped, last first.
    """
    unsound = {citation.n for citation in draft.citations if not stands(citation, passages.get(citation.chunk_id))}
    sound = {citation.n for citation in draft.citations} - unsound  # a number given twice is as good as its worse quote
    claims = [claim for claim in draft.claims if claim.citations and sound.issuperset(claim.citations)]
    while claims and _size(draft, claims) > MAX_QUOTES:
        claims.pop()
    if not claims:
        return None
    return compose(claims, {citation.n: citation for citation in draft.citations})


def stands(citation: Citation, passage: Passage | None) -> bool:
    """Whether the quote is, character by character, what stands at its offsets in evidence of the version it names."""
    if passage is None or passage.version_id != citation.version_id:
        return False
    chunk = passage.chunk
    start, end = citation.start - chunk.start, citation.end - chunk.start
    return 0 <= start < end <= len(chunk.text) and chunk.text[start:end] == citation.quote


def _size(draft: Draft, claims: list[Claim]) -> int:
    used = {n for claim in claims for n in claim.citations}
    return sum(len(citation.quote) for citation in draft.citations if citation.n in used)
