"""Ingestion against bare encoding of the same texts, windows included, as a ratio. Run as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bot.bootstrap import SAMPLE, Application
from bot.commands.ingest import load
from bot.settings import load as settings
from core.ingestion.chunking import embedded_texts

ROUNDS = 3


async def measure(folder: Path) -> dict[str, object]:
    """Ingests a folder into a new home and encodes the same texts again with nothing else to do, in turn, some times."""
    ratios, work, rates = [], [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as home:
            os.environ["COUNTERSIGN_HOME"] = home
            app = await Application.open(settings(), own_index=False, announce=lambda _: None)
            try:
                await app.encoder.encode(["warm"])
                began, worked = time.perf_counter(), time.process_time()
                await load(app, [folder])
                ingested, ingested_work = time.perf_counter() - began, time.process_time() - worked
                texts = [
                    text
                    for document in await app.store.documents.list()
                    for text in embedded_texts(await app.store.documents.version(document.version_id))
                ]
                began, worked = time.perf_counter(), time.process_time()
                await app.encoder.encode(texts)
                bare, bare_work = time.perf_counter() - began, time.process_time() - worked
            finally:
                await app.close()
        ratios.append(ingested / bare)
        work.append(ingested_work / bare_work)
        rates.append(len(texts) / ingested)
    return {
        "texts": len(texts),
        "ratio_to_bare_encoding": round(median(ratios), 3),
        "ratios": [round(ratio, 3) for ratio in ratios],
        "processor_ratios": [round(ratio, 3) for ratio in work],
        "processor_ratio": round(median(work), 3),
        "texts_per_second": round(median(rates), 1),
    }


if __name__ == "__main__":
    where = Path(sys.argv[2]) if len(sys.argv) > 2 else SAMPLE / "policies"
    Path(sys.argv[1]).write_text(json.dumps(asyncio.run(measure(where))), encoding="utf-8")
