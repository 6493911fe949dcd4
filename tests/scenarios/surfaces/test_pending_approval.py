from __future__ import annotations

from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere

PENDING = Row(
    "a reviewer has it",
    OutcomeKind.PENDING_APPROVAL,
    Reason.REVIEW_BAND,
    "I'm not certain enough to answer this on my own. A reviewer has my draft, and I will tell you here as soon as they "
    "decide. If nobody decides by 2026-01-07 09:00 UTC, I will tell you so.",
    certain=0.6,
)


async def test_everybody_is_told_that_a_reviewer_has_it(house: House) -> None:
    await holds_everywhere(house, PENDING)


async def test_its_card_stands_on_both_platforms_wherever_it_was_asked(house: House) -> None:
    await holds_everywhere(house, PENDING)
    for approval in await house.store.approvals.list():
        on_slack, on_teams = await house.cards(approval)
        for words in (on_slack.words, on_teams.words):
            assert "A hotel room may cost at most $210 a night before tax. [1]" in words
            assert approval.request.question in words
