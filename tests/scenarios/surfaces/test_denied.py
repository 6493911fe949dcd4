from __future__ import annotations

from core.domain.approval import Approval
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.fronts import Front
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere

REASON = "Hotels <are> under *revision* & [more](https://evil.test)."


async def deny(front: Front, approval: Approval) -> None:
    await front.deny(approval, REASON)


async def test_everybody_reads_the_reason_word_for_word_and_not_the_draft(house: House) -> None:
    text = f"Sam reviewed my draft and did not release it. Their reason: {REASON}"
    await holds_everywhere(house, Row("denied", OutcomeKind.DENIED, Reason.REVIEWER_DENIED, text, 0.6, act=deny))
