from __future__ import annotations

from core.domain.approval import Approval
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.fronts import Front
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import ANSWER, SOURCE, Row, holds_everywhere

EDITED = "A room costs at most $210, and $300 in Zurich. [1]"


async def approve(front: Front, approval: Approval) -> None:
    await front.approve(approval)


async def edit(front: Front, approval: Approval) -> None:
    await front.edit(approval, EDITED)


async def test_everybody_gets_the_draft_as_it_was_approved(house: House) -> None:
    text = f"{ANSWER}\n\nReviewed by Sam."
    row = Row("approved", OutcomeKind.ANSWERED, Reason.REVIEWER_APPROVED, text, 0.6, (SOURCE,), act=approve, never="")
    await holds_everywhere(house, row)


async def test_everybody_gets_the_reviewers_own_words_marked_as_theirs(house: House) -> None:
    text = f"In the words of Sam, who reviewed my draft:\n\n{EDITED}\n\nWritten by Sam, not by me."
    row = Row("edited", OutcomeKind.ANSWERED, Reason.REVIEWER_EDITED, text, 0.6, (SOURCE,), act=edit, never="")
    await holds_everywhere(house, row)
