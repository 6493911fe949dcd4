from __future__ import annotations

from core.domain.approval import Approval
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.office import TRAVEL
from tests.scenarios.surfaces.fronts import Front
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere


async def approve_too_late(front: Front, approval: Approval) -> None:
    """The policy that the draft rests on has another figure before anybody decides."""
    await front.house.ingest("travel.md", TRAVEL.replace("$210", f"$15{len(front.house.requests)}"))
    await front.approve(approval)


async def test_everybody_is_told_that_the_policy_changed(house: House) -> None:
    text = (
        "The policy that my draft rested on changed while it was being reviewed, so I am not sending it. "
        "Please ask again."
    )
    row = Row("superseded", OutcomeKind.REFUSED, Reason.SOURCE_CHANGED, text, 0.6, act=approve_too_late)
    await holds_everywhere(house, row)
