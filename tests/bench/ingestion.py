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
    ratios, rates = [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as home:
            os.environ["COUNTERSIGN_HOME"] = home
            app = await Application.open(settings(), own_index=False, announce=lambda _: None)
            try:
                await app.encoder.encode(["warm"])
                began = time.perf_counter()
                await load(app, [folder])
                ingested = time.perf_counter() - began
                texts = [
                    text
                    for document in await app.store.documents.list()
                    for text in embedded_texts(await app.store.documents.version(document.version_id))
                ]
                began = time.perf_counter()
                await app.encoder.encode(texts)
                bare = time.perf_counter() - began
            finally:
                await app.close()
        ratios.append(ingested / bare)
        rates.append(len(texts) / ingested)
    return {
        "texts": len(texts),
        "ratio_to_bare_encoding": round(median(ratios), 3),
        "ratios": [round(ratio, 3) for ratio in ratios],
        "texts_per_second": round(median(rates), 1),
    }


if __name__ == "__main__":
    where = Path(sys.argv[2]) if len(sys.argv) > 2 else SAMPLE / "policies"
    Path(sys.argv[1]).write_text(json.dumps(asyncio.run(measure(where))), encoding="utf-8")
