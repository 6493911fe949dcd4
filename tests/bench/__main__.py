"""``make bench``: speed and memory, each figure from processes of its own. Bounded: it ends by itself within minutes.

usage: python -m tests.bench [SIZE ...]      sizes in chunks; default 100 10000 100000
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

SIZES = (100, 10_000, 100_000)
COLD_RUNS = 5
LIMIT = 1800
"""Seconds after which a part is given up."""


def main(sizes: list[int]) -> None:
    """Runs every part and prints the figures, with what they aim at."""
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        for size in sizes:
            run("tests.bench.corpus", home, str(size))
            print(f"\n{load()}")
            found = part("tests.bench.latency", home)
            print(f"{found['chunks']:,} chunks, {found['index']}: {found['questions']} warm questions")
            print(
                f"  resident {found['resident_mb']} MB (aim: 500), processor {found['processor_ms']} ms a question, all threads"
            )
            print(f"  {'stage':16} {'p50 ms':>8} {'p95 ms':>8}")
            for stage, value in found["p50_ms"].items():
                print(
                    f"  {stage:16} {value:8} {found['p95_ms'][stage]:8}"
                    + ("   (aim: p50 <= 40 at 10,000)" if stage == "total" else "")
                )
        print(f"\n{load()}")
        found = part("tests.bench.ingestion", Path(folder) / "other")
        print(
            f"ingestion: {found['ratio_to_bare_encoding']} times bare encoding of the same {found['texts']} texts (aim: 1.15; runs {found['ratios']}), {found['texts_per_second']} texts/s"
        )
        print(
            f"  by processor time, without the process that reads files: {found['processor_ratio']} (runs {found['processor_ratios']})"
        )
        print(f"\n{load()}")
        seconds = cold_start(Path(folder) / "cold")
        print(
            f"cold start of ask to its answer: median {median(seconds):.2f} s (aim: 3; runs {[round(one, 2) for one in seconds]})"
        )


def machine() -> str:
    """What it runs on."""
    pages, page = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} processors, {pages * page / 2**30:.0f} GB, Python {platform.python_version()}"


def load() -> str:
    """How busy the machine is: with a load near or above its processors, only processor times compare."""
    return f"[load {os.getloadavg()[0]:.1f}]"


def part(module: str, home: Path) -> dict[str, Any]:
    """Runs one part in a process and reads its figures."""
    with tempfile.NamedTemporaryFile(suffix=".json") as figures:
        run(module, home, figures.name)
        return json.loads(Path(figures.name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def run(module: str, home: Path, argument: str) -> None:
    """Runs one part in a process."""
    environment = {**os.environ, "COUNTERSIGN_HOME": str(home)}
    subprocess.run([sys.executable, "-m", module, argument], check=True, timeout=LIMIT, env=environment)


def cold_start(home: Path) -> list[float]:
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
    return seconds


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or list(SIZES))
