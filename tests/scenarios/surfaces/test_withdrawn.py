from __future__ import annotations

from core.domain.approval import Approval, Ruling
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.fronts import Front
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere


async def withdraw(front: Front, approval: Approval) -> None:
    decision = await front.house.workflows.withdraw(approval.id, approval.request.asker)
    assert decision.ruling is Ruling.DECIDED


async def test_everybody_can_take_their_question_back(house: House) -> None:
    text = "You withdrew your question, so nobody reviews it any more and no answer goes out."
    row = Row("withdrawn", OutcomeKind.WITHDRAWN, Reason.ASKER_WITHDREW, text, 0.6, act=withdraw)
    await holds_everywhere(house, row)
