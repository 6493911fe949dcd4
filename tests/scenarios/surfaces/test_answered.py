from __future__ import annotations

import pytest

from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import ANSWER, SOURCE, Row, holds_everywhere

MODERATE = f"Moderate confidence (0.85): check the source before you rely on it.\n\n{ANSWER}"
ROWS = [
    Row("certain", OutcomeKind.ANSWERED, Reason.HIGH_CONFIDENCE, ANSWER, sources=(SOURCE,), never=""),
    Row(
        "moderate",
        OutcomeKind.ANSWERED,
        Reason.MODERATE_CONFIDENCE,
        MODERATE,
        certain=0.85,
        sources=(SOURCE,),
        never="",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
async def test_everybody_reads_the_same_answer_and_its_source(house: House, row: Row) -> None:
    await holds_everywhere(house, row)
