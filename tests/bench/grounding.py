"""How well the grounding audit's rules tell what evidence establishes, on public sets, beside a packaged baseline.

usage: python -m tests.bench.grounding [--data FOLDER]     FOLDER: the benchmarks' (begin, wice); default ../shared/data/bench

The rules were set on BEGIN's development parts; its test part and WiCE were only measured. Nothing is trained.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from core.domain.grounding import ClaimStatus, EvidenceEntry, EvidenceSource, SegmentQuote
from core.grounding.material import is_material
from core.grounding.segments import of_text
from core.grounding.support import weigh
from core.modules.grounding_audit import Input, rules

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "bench"
DEVELOPMENT = ("wow/begin_dev_wow.tsv", "topicalchat/begin_dev_tc.tsv", "cmu-dog/begin_dev_cmu.tsv")
TEST = "wow/begin_test_wow.tsv"
Pairs = Sequence[tuple[str, tuple[str, ...]]]
"""Claims with the texts they are to rest on."""


def main(data: Path) -> None:
    """Prints the figures, or that there is nothing to measure with."""
    if not data.is_dir():
        print(f"skipped: there are no benchmarks at {data}")
        return
    begin(data / "begin")
    wice(data / "wice" / "claim_oracle_chunks_dev.jsonl")


def begin(folder: Path) -> None:
    """Balanced accuracy: is a response fully attributable to its evidence? The baseline's threshold is the best on the development parts."""
    development = [row for name in DEVELOPMENT for row in _rows(folder / name)]
    test = _rows(folder / TEST)
    threshold = _best_threshold(_labels(development), tfidf(_pairs(development)))
    print("begin: fully attributable against the rest (aim: balanced accuracy 0.85)")
    for name, rows in (("development", development), ("test", test)):
        labels, pairs = _labels(rows), _pairs(rows)
        audited = np.array([supported(claim, evidence[0]) for claim, evidence in pairs])
        for engine, scores, verdicts in (
            ("rules", words(pairs), audited),
            ("TF-IDF", tfidf(pairs), tfidf(pairs) >= threshold),
        ):
            print(
                f"  {name:12} {engine:7} {len(rows):5} responses  balanced accuracy {balanced_accuracy_score(labels, verdicts):.3f}  AUROC {roc_auc_score(labels, scores):.3f}"
            )


def wice(path: Path) -> None:
    """AUROC: supported claims against partially supported ones, and against all others."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [(row["claim"], tuple(row["evidence"])) for row in rows]
    labels = np.array([row["label"] for row in rows])
    some = labels != "not_supported"
    print("wice: supported against partially supported (aim: AUROC above 0.65), and against all others")
    for engine, score in (("rules", words), ("TF-IDF", tfidf)):
        scores = score(pairs)
        partial = roc_auc_score(labels[some] == "supported", scores[some])
        print(
            f"  {engine:7} {len(rows)} claims  AUROC {partial:.3f}  {roc_auc_score(labels == 'supported', scores):.3f}"
        )


def supported(response: str, evidence: str) -> bool:
    """Whether the module's rules find something asserted, and all of it supported, the whole evidence being quoted."""
    segments = of_text(response)
    output = rules(
        Input(
            query=response,
            answer_segments=segments,
            evidence=(EvidenceEntry(id="e", source=EvidenceSource.TOOL_RESULT, text=evidence),),
            quotes=tuple(SegmentQuote(answer_segment_id=one.id, evidence_id="e", quote=evidence) for one in segments),
        )
    )
    return bool(output.claims) and all(claim.status is ClaimStatus.SUPPORTED for claim in output.claims)


def words(pairs: Pairs) -> np.ndarray:
    """The rules' score of each claim: of its least supported assertion."""
    return np.array([_least(claim, evidence) for claim, evidence in pairs])


def _least(claim: str, evidence: tuple[str, ...]) -> float:
    asserted = [segment.text for segment in of_text(claim) if is_material(segment.text)]
    return min((weigh(text, evidence).score for text in asserted), default=0.0)


def tfidf(pairs: Pairs) -> np.ndarray:
    """scikit-learn's TF-IDF cosine of each claim and its evidence."""
    texts = [text for claim, evidence in pairs for text in (claim, "\n".join(evidence))]
    vectors = TfidfVectorizer(stop_words="english").fit_transform(texts)
    return np.asarray(vectors[0::2].multiply(vectors[1::2]).sum(axis=1)).ravel()


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _pairs(rows: list[dict[str, str]]) -> list[tuple[str, tuple[str, ...]]]:
    return [(row["response"], (row["knowledge"],)) for row in rows]


def _labels(rows: list[dict[str, str]]) -> np.ndarray:
    return np.array([row["begin_label"] == "Fully attributable" for row in rows])


def _best_threshold(labels: np.ndarray, scores: np.ndarray) -> float:
    candidates = np.unique(np.quantile(scores, np.linspace(0, 1, 201)))
    accuracy: Callable[[float], float] = lambda least: balanced_accuracy_score(labels, scores >= least)  # noqa: E731
    return float(max(candidates, key=accuracy))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    main(parser.parse_args().data)
