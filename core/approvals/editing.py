"""A draft in a reviewer's own words."""

from __future__ import annotations

import re
from collections.abc import Collection

from core.approvals.digest import answer_digest
from core.domain.approval import MAX_WORDS, Approval, Revision
from core.domain.outcome import Claim, Draft
from core.domain.request import Person
from core.grounding.compose import compose


def edited(approval: Approval, words: str | None, editor: Person, standing: Collection[int]) -> Revision | None:
    """What the reviewer would release instead; None if the words are missing, the same, or more than MAX_WORDS,
    and for an action, which is not for anybody to reword.

    ``standing`` are the numbers of the draft's citations whose quotes still stand in their sources. A citation stays if it
    is one of them and the words bear its mark ``[n]``; the marks of the others go, so that nothing seems cited that is not.
    """
    words = (words or "").strip()
    if approval.action or not words or words == approval.draft.text.strip() or len(words) > MAX_WORDS:
        return None
    draft = _in_own_words(words, approval.draft, standing)
    if not any(claim.text for claim in draft.claims):
        return None
    return Revision(draft=draft, digest=answer_digest(approval.request.asks, draft, editor))


def _in_own_words(words: str, draft: Draft, standing: Collection[int]) -> Draft:
    known = {citation.n: citation for citation in draft.citations}
    mark = re.compile(r"[ \t]*\[(" + "|".join(map(str, known)) + r")\]") if known else None
    claims = []
    for line in words.splitlines():
        marked = [int(n) for n in mark.findall(line)] if mark else []
        claims.append(
            Claim(
                text=(mark.sub("", line) if mark else line).strip(),
                citations=tuple(dict.fromkeys(n for n in marked if n in standing)),
            )
        )
    return compose(claims, known)
