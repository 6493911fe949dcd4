from __future__ import annotations

from core.domain.outcome import OutcomeKind, Reason
from core.errors import ModelUnavailable
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere


async def without_a_model(house: House) -> None:
    async def fail(*_: object) -> None:
        raise ModelUnavailable("The weights are gone.")

    house.app.encoder.encode = fail  # type: ignore[method-assign, assignment]


async def test_everybody_is_told_honestly_and_nothing_of_the_inside(house: House) -> None:
    text = "Something went wrong on my side and I could not work on this. The operators can see it; please ask again later."
    row = Row("failed", OutcomeKind.FAILED, Reason.INTERNAL_ERROR, text, before=without_a_model, never="weights")
    await holds_everywhere(house, row)
