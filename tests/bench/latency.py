"""Warm question latency by stage, and resident memory, at one size of the corpus. Run as a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from pathlib import Path

from bot.bootstrap import SAMPLE, Application
from bot.commands.ingest import load
from bot.settings import load as settings
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName
from core.journeys.question import ask
from tests.bench.corpus import grow
from tests.bench.measure import percentile, resident_megabytes

QUESTIONS = (
    "Who approves a journal entry of $120,000?",
    "How many days may I work from another state?",
    "Until when can a customer return unused boots?",
    "What is the hotel limit per night in a high-cost city?",
    "Do I need consent for a job on the side?",
    "How long are applications of people who were not hired kept?",
    "When is a lost laptop to be reported?",
    "Can unused vacation be carried into the next year?",
    "Who verifies a supplier's new bank account?",
    "What is the company's policy on flying cars?",
)
ROUNDS = 6


async def measure(size: int) -> dict[str, object]:
    """Grows the corpus of ``COUNTERSIGN_HOME`` to a size and asks every question some times; milliseconds by stage."""
    app = await Application.open(settings(), own_index=True, announce=lambda _: None)
    try:
        if not await app.store.documents.list():
            await load(app, [SAMPLE / "policies"])
        chunks = await grow(app, size) if size else 0
        for question in QUESTIONS[:3]:
            await _ask(app, question)
        stages: dict[str, list[float]] = defaultdict(list)
        for _ in range(ROUNDS):
            for question in QUESTIONS:
                for stage, milliseconds in (await _ask(app, question)).items():
                    stages[stage].append(milliseconds)
        return {
            "chunks": chunks,
            "questions": ROUNDS * len(QUESTIONS),
            "resident_mb": round(resident_megabytes()),
            "p50_ms": {stage: round(percentile(values, 50), 1) for stage, values in stages.items()},
            "p95_ms": {stage: round(percentile(values, 95), 1) for stage, values in stages.items()},
        }
    finally:
        await app.close()


async def _ask(app: Application, question: str) -> dict[str, float]:
    request = PipelineRequest(
        id=app.ids.new("bench"),
        asker=Person(id="terminal:bench", name="bench"),
        place=Place(surface=SurfaceName.TERMINAL, kind=PlaceKind.SESSION),
        question=question,
        received_at=app.clock.now(),
    )
    exchange, _ = await ask(request, app.bench)
    return exchange.outcome.timings_ms


if __name__ == "__main__":
    result = asyncio.run(measure(int(sys.argv[1])))
    Path(sys.argv[2]).write_text(json.dumps(result), encoding="utf-8")
