"""Warm question latency by stage, processor time and resident memory. Run as a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import defaultdict
from pathlib import Path

from bot.bootstrap import Application
from bot.settings import load as settings
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName
from core.journeys.question import ask
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


async def measure() -> dict[str, object]:
    """Asks every question over the corpus in ``COUNTERSIGN_HOME`` some times; milliseconds by stage."""
    app = await Application.open(settings(), own_index=True, announce=lambda _: None)
    try:
        for question in QUESTIONS:
            await _ask(app, question)
        stages: dict[str, list[float]] = defaultdict(list)
        worked = time.process_time()
        for _ in range(ROUNDS):
            for question in QUESTIONS:
                for stage, milliseconds in (await _ask(app, question)).items():
                    stages[stage].append(milliseconds)
        worked = time.process_time() - worked
        return {
            "chunks": sum(document.chunk_count for document in await app.store.documents.list()),
            "index": await app.index.health(),
            "questions": ROUNDS * len(QUESTIONS),
            "resident_mb": round(resident_megabytes()),
            "processor_ms": round(1000 * worked / ROUNDS / len(QUESTIONS), 1),
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
    result = asyncio.run(measure())
    Path(sys.argv[1]).write_text(json.dumps(result), encoding="utf-8")
