"""``make bench``: speed and memory, each figure from processes of its own. Bounded: it ends by itself within minutes.

usage: python -m tests.bench [SIZE ...]      sizes in chunks; default 100 10000 100000
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

SIZES = (100, 10_000, 100_000)
COLD_RUNS = 5
LIMIT = 1800
"""Seconds after which a part is given up."""


def main(sizes: list[int]) -> None:
    """Runs every part and prints the figures, with what they aim at."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        for size in sizes:
            found = part("tests.bench.latency", home, str(size))
            print(
                f"\n{found['chunks']:,} chunks: {found['questions']} warm questions, {found['resident_mb']} MB resident (aim: 500)"
            )
            print(f"  {'stage':16} {'p50 ms':>8} {'p95 ms':>8}")
            for stage, value in found["p50_ms"].items():
                print(
                    f"  {stage:16} {value:8} {found['p95_ms'][stage]:8}"
                    + ("   (aim: p50 <= 40 at 10,000)" if stage == "total" else "")
                )
        found = part("tests.bench.ingestion", Path(folder) / "other")
        print(
            f"\ningestion: {found['ratio_to_bare_encoding']} times bare encoding of the same {found['texts']} texts (aim: 1.15; runs {found['ratios']}), {found['texts_per_second']} texts/s"
        )
        print(
            f"\ncold start of ask to its answer: median {cold_start(Path(folder) / 'cold'):.2f} s of {COLD_RUNS} (aim: 3)"
        )


def part(module: str, home: Path, *arguments: str) -> dict[str, Any]:
    """Runs one part in a process and reads its figures."""
    with tempfile.NamedTemporaryFile(suffix=".json") as figures:
        command = [sys.executable, "-m", module, *arguments, figures.name]
        subprocess.run(command, check=True, timeout=LIMIT, env={**os.environ, "COUNTERSIGN_HOME": str(home)})
        return json.loads(Path(figures.name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def cold_start(home: Path) -> float:
    """Seconds from starting ``ask`` to its end, over the sample policies."""
    environment = {**os.environ, "COUNTERSIGN_HOME": str(home)}
    program = [sys.executable, "-m", "bot"]
    subprocess.run(
        [*program, "ingest", "bot/sample/policies"], check=True, env=environment, capture_output=True, timeout=LIMIT
    )
    seconds = []
    for _ in range(COLD_RUNS):
        began = time.perf_counter()
        subprocess.run(
            [*program, "ask", "Who approves a journal entry of $120,000?"],
            check=True,
            env=environment,
            capture_output=True,
            timeout=60,
        )
        seconds.append(time.perf_counter() - began)
    return median(seconds)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or list(SIZES))
