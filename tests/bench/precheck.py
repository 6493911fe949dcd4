"""How the safety precheck does by its rules: attacks found, and honest questions left alone.

usage: python -m tests.bench.precheck [--wrong]

Direct attacks are bastioncorpus' malicious rows that a user typed; honest are its benign rows, the questions of data/dev and of
the sample (without those that are themselves injections), clapnq's and conditionalqa's questions, and bipia's answerable ones.
Aims: recall >= 0.80 at <= 3% false alarms (issue 5). Prints nothing and ends with 0 where the shared folder is missing.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.bootstrap import SAMPLE
from core.modules.input_safety_precheck import Input, rules

SHARED = Path(__file__).parents[3] / "shared" / "data"
BENCH = SHARED / "bench"


def main(wrong: bool) -> None:
    """Prints a line a set: how many were flagged, of how many."""
    if not BENCH.is_dir():
        print("skipped: there is no ../shared/data/bench")
        return
    corpus = rows(BENCH / "bastioncorpus" / "injections.jsonl")
    malicious = [row for row in corpus if row["label"] == "malicious"]
    direct = [row for row in malicious if row.get("channel", "user_input") == "user_input"]
    print("attacks: flagged")
    figure("bastioncorpus, typed by a user", [row["text"] for row in direct], wrong and "missed")
    for lang in sorted({row["lang"] for row in direct}):
        figure(f"  of them {lang}", [row["text"] for row in direct if row["lang"] == lang], None)
    figure("bastioncorpus, in documents and memory", [r["text"] for r in malicious if r not in direct], None)
    print("honest: flagged")
    honest = dict(honest_sets(corpus))
    for name, texts in honest.items():
        figure(name, texts, wrong and "alarm")
    figure("all honest", [text for texts in honest.values() for text in texts], None)


def honest_sets(corpus: list[dict[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    """Questions that nobody means as an attack, by where they are from."""
    yield "bastioncorpus, benign", [row["text"] for row in corpus if row["label"] == "benign"]
    dev = rows(SHARED / "dev" / "questions.jsonl")
    yield "data/dev questions", [row["question"] for row in dev if row["kind"] != "injection"]
    sample = [*rows(SAMPLE / "questions.jsonl"), *rows(SAMPLE / "questions-2.jsonl")]
    yield "sample questions", [row["question"] for row in sample]
    answers = BENCH / "clapnq" / "annotated_data" / "dev"
    yield "clapnq questions", [row["input"] for path in sorted(answers.glob("*.jsonl")) for row in rows(path)]
    for path in sorted((BENCH / "conditionalqa" / "v1_0").glob("*dev*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        yield "conditionalqa scenarios and questions", [f"{row['scenario']} {row['question']}" for row in data]


def figure(name: str, texts: list[str], show: str | bool | None) -> None:
    """One line: flagged of all, the share, and milliseconds each; with ``show`` those that went wrong."""
    began = time.perf_counter()
    flagged = [bool(rules(Input(user_query=text)).risk_tags) for text in texts]
    took = (time.perf_counter() - began) * 1000 / max(1, len(texts))
    share = sum(flagged) / max(1, len(texts))
    print(f"  {name:42} {sum(flagged):5} of {len(texts):5}  {share:6.3f}  {took:6.2f} ms each")
    if show:
        for text, found in zip(texts, flagged, strict=True):
            if found is (show == "alarm"):
                print(f"      {show}: {text[:200]!r}")


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    main("--wrong" in sys.argv[1:])
