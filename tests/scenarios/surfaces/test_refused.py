from __future__ import annotations

import pytest

from core.domain.approval import Pause
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.surfaces.house import House
from tests.scenarios.surfaces.table import Row, holds_everywhere


async def without_documents(house: House) -> None:
    await house.store.documents.remove("travel.md")


async def paused(house: House) -> None:
    by = Pause(id="p", reason="Stocktaking.", paused_at=house.clock.now(), paused_by="terminal:you (ops)")
    await house.store.pauses.begin(by)


ROWS = [
    Row(
        "unsure",
        OutcomeKind.REFUSED,
        Reason.LOW_CONFIDENCE,
        "I cannot find relevant policy guidance on this that I could stand behind. Ask Compliance.",
        certain=0.2,
    ),
    Row(
        "unsure, in German",
        OutcomeKind.REFUSED,
        Reason.LOW_CONFIDENCE,
        "Dazu finde ich keine passende Regelung, für die ich einstehen könnte. Ask Compliance.",
        certain=0.2,
        question="Was darf ein Zimmer im Hotel pro Nacht kosten, und wer genehmigt einen höheren Preis?",
    ),
    Row(
        "too long",
        OutcomeKind.REFUSED,
        Reason.QUESTION_TOO_LONG,
        "That is longer than I can read as one question. Please ask it in at most 4,000 characters.",
        question="why " * 1001,
    ),
    Row(
        "no documents",
        OutcomeKind.REFUSED,
        Reason.NO_DOCUMENTS,
        "I have no policy documents to answer from yet. Ask Compliance.",
        before=without_documents,
    ),
    Row(
        "paused",
        OutcomeKind.REFUSED,
        Reason.PAUSED,
        "I am paused by my operators, so I answer nothing at the moment. They say: Stocktaking. "
        "Please ask again later.",
        before=paused,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
async def test_everybody_reads_the_same_refusal_and_no_source(house: House, row: Row) -> None:
    await holds_everywhere(house, row)
