from __future__ import annotations

from core.domain.approval import Approval, Ruling
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.fronts import Front
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere


async def hand_over(front: Front, approval: Approval) -> None:
    decision = await front.house.workflows.hand_over(approval.id, approval.request.asker)
    assert decision.ruling is Ruling.DECIDED


async def test_everybody_is_told_who_has_their_question_now(house: House) -> None:
    text = "I handed your question to the travel desk. They have it, and will answer you themselves."
    row = Row("handed over", OutcomeKind.HANDED_OVER, Reason.HANDED_TO_PERSON, text, 0.6, act=hand_over)
    await holds_everywhere(house, row)
    handed = house.slack_double.workspace.top_level("C01GENERAL")
    assert sum("Please answer it yourself" in message.words for message in handed) == 6
