from __future__ import annotations

from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere


async def two_days_pass(house: House) -> None:
    house.clock.advance(48 * 3600)
    await house.workflows.sweep()


async def test_everybody_is_told_that_time_ran_out(house: House) -> None:
    text = "Nobody reviewed my draft in time, so I have no answer for you. This is not a no. Ask Compliance."
    row = Row("expired", OutcomeKind.EXPIRED, Reason.REVIEW_EXPIRED, text, 0.6, after=two_days_pass)
    await holds_everywhere(house, row)
