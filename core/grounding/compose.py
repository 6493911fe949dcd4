"""Claims to a draft: the one place that puts the ``[n]`` marks into an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.domain.outcome import Citation, Claim, Draft


def compose(claims: Iterable[Claim], citations: Mapping[int, Citation]) -> Draft:
    """A draft of these claims, a line each, with citations numbered from 1 in the order of their first use.

    ``Claim.text`` carries no marks of its own: a policy may itself say "[14] days", and that is not a citation.
    ``citations`` maps the numbers that the claims use to their citations; those no claim uses are left out.
    """
    claims = tuple(claims)
    order = {old: new for new, old in enumerate(dict.fromkeys(n for claim in claims for n in claim.citations), start=1)}
    numbered = tuple(
        claim.model_copy(update={"citations": tuple(order[n] for n in claim.citations)}) for claim in claims
    )
    return Draft(
        text="\n".join(f"{claim.text} {''.join(f'[{n}]' for n in claim.citations)}".strip() for claim in numbered),
        citations=tuple(citations[old].model_copy(update={"n": new}) for old, new in order.items()),
        claims=numbered,
    )
