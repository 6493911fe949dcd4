"""Fits a calibration from labelled questions: what a sentence's measures weigh, and what a draft's features promise.

Everything reported is out of fold: each question is answered and weighed by a fit that saw no question of its document.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from core.domain.outcome import Draft
from core.errors import ConfigurationError
from core.evaluation.labelled import LabelledQuestion
from core.gate import Gate, band_of, decide
from core.grounding.quote_check import verified
from core.journeys.evidence import assess_by_rules
from core.retrieval.confidence import Calibration, Provenance, Term
from core.retrieval.features import FALLING, RISING, features
from core.retrieval.ranking import Retrieval, rank
from core.retrieval.selection import draft_answer

FOLDS = 10
SEED = 0
LEAST = 60
"""Fewer labelled questions than this give no calibration worth the name."""
SCORER_PENALTY = 10.0
CONFIDENCE_PENALTY = 4.0
"""L2 penalties, on standardised values."""
WITHHELD = 0.35
"""What a question counts that is asked once more of the same documents without those that answer it."""
PRIOR = {"tier": 3.0}
"""What a feature weighs, in its own unit, before labels speak: to state the asked tier of amounts is to answer. Others: 0."""
UNFITTED = {"tier"}
"""Measures of a sentence whose weight is not fitted (``core/retrieval/ranking.py``)."""
CONSTANT = 1e-6
"""A feature whose values differ by less tells nothing."""
OUTLIERS = 0.01
"""A feature is bounded to the values between this quantile and its opposite: beyond them the fit knows nothing."""
SCORED_KINDS = {"answerable", "unanswerable", "near_miss"}

Floats = npt.NDArray[np.float64]
Retrieve = Callable[[str], Awaitable[Retrieval]]


@dataclass(frozen=True)
class Calibrated:
    """The fitted calibration and the answers that questions get out of fold, in the form ``ask --batch`` writes."""

    calibration: Calibration
    answers: list[dict[str, Any]]


@dataclass(frozen=True)
class Case:
    """A labelled question with what retrieval found for it; ``fold`` is the part of the data it is tested in."""

    label: LabelledQuestion
    retrieval: Retrieval
    fold: int


@dataclass(frozen=True)
class Attempt:
    """What a case came to: the draft, its features, and whether it is right. Without a draft there is nothing to weigh."""

    case: Case
    draft: Draft | None
    features: dict[str, float]
    right: bool
    weight: float = 1.0


async def calibrate(
    labels: Sequence[LabelledQuestion], retrieve: Retrieve, *, gate: Gate, data: str, engine: str, today: date
) -> Calibrated:
    """Fits scorer and confidence to labelled questions whose documents are in retrieval.

    The scorer is fitted first; the confidence is then fitted to drafts that an out-of-fold scorer chose, so that it promises
    what new questions will see. It also learns from every answerable question asked of the documents without the answer:
    labelled sets have few questions that nothing answers, and a new corpus has many. Raises ConfigurationError where the labels are too few or all of one kind.
    """
    labels = [label for label in labels if label.kind in SCORED_KINDS]
    folds = _folds({label.group for label in labels})
    cases = [Case(label, await retrieve(label.question), folds[label.group]) for label in labels]
    if sum(label.kind == "answerable" for label in labels) < LEAST // 2 or len(labels) < LEAST:
        raise ConfigurationError(
            f"{len(labels)} labelled questions are too few to calibrate.",
            f"Label at least {LEAST}, half of them answerable.",
        )
    scorers = [fit_scorer([case for case in cases if case.fold != fold]) for fold in range(FOLDS)]
    attempts = [attempt(case, scorers[case.fold], gate.top_k) for case in cases]
    drafted = [one for one in attempts if one.draft]
    if len({one.right for one in drafted}) < 2:
        raise ConfigurationError(
            "all drafts are right, or all are wrong: there is nothing to weigh.", "Label other questions."
        )
    withheld = [attempt(withhold(case), scorers[case.fold], gate.top_k) for case in cases if case.label.gold_quotes]
    known = drafted + [replace(one, weight=WITHHELD) for one in withheld if one.draft]
    names = sorted({name for one in drafted for name in one.features})
    by_fold = [fit_confidence([one for one in known if one.case.fold != fold], names) for fold in range(FOLDS)]
    provenance = Provenance(
        data=data,
        date=today.isoformat(),
        questions=len(cases),
        documents=len({label.doc for label in labels if label.doc}),
        engine=engine,
        method=f"listwise scorer; sign-bounded logistic regression, questions without their documents weighing {WITHHELD}; both L2; {FOLDS} folds by document",
        figures={},
    )
    outcomes = [
        (one, _confidence(by_fold[one.case.fold], one.features, provenance) if one.draft else 0.0) for one in attempts
    ]
    intercept, terms = fit_confidence(known, names)
    calibration = Calibration(
        provenance=provenance.model_copy(update={"figures": _figures(outcomes, gate)}),
        scorer=_rounded(fit_scorer(cases)),
        intercept=intercept,
        terms=terms,
    )
    return Calibrated(calibration, [_answer(one, confidence, gate) for one, confidence in outcomes])


def attempt(case: Case, scorer: Mapping[str, float], top_k: int) -> Attempt:
    """Ranks, filters, drafts and measures a case by a scorer, as the question journey does."""
    was = case.retrieval
    retrieval = rank(was.question, was.found, was.weights, was.unknown, scorer, top_k)
    evidence = assess_by_rules(case.label.question, retrieval).evidence
    draft = draft_answer(retrieval, evidence)
    draft = draft and verified(draft, {ranked.passage.chunk.id: ranked.passage for ranked in evidence})
    if draft is None:
        return Attempt(case, None, {}, False)
    return Attempt(case, draft, features(retrieval, draft), case.label.is_answered_by(draft))


def withhold(case: Case) -> Case:
    """The case as if the documents with the answer had never been ingested."""
    left = tuple(one for one in case.retrieval.found if not case.label.is_from_gold(one.passage.path))
    label = case.label.model_copy(update={"kind": "unanswerable"})
    return replace(case, label=label, retrieval=replace(case.retrieval, found=left))


def fit_scorer(cases: Sequence[Case]) -> dict[str, float]:
    """Weights under which sentences that support the answer come first: softmax over a question's sentences."""
    names: list[str] = []
    questions: list[tuple[Floats, npt.NDArray[np.bool_]]] = []
    for case in cases:
        sentences = [(ranked.passage.path, one) for ranked in case.retrieval.pool for one in ranked.sentences]
        right = [
            case.label.is_from_gold(path) and case.label.is_supported_by(f"{one.text} {one.window.lead_in}")
            for path, one in sentences
        ]
        if any(right):
            names = names or [name for name in sentences[0][1].measures if name not in UNFITTED]
            measured = np.array([[one.measures[name] for name in names] for _, one in sentences])
            questions.append((measured, np.array(right)))
    if not questions:
        raise ConfigurationError(
            "no gold quote was found in any passage.", "Ingest the documents of the questions first."
        )
    spread = np.concatenate([measured for measured, _ in questions]).std(axis=0) + 1e-9

    def loss(weights: Floats) -> tuple[float, Floats]:
        total, gradient = SCORER_PENALTY / 2 * float(weights @ weights), SCORER_PENALTY * weights
        for measured, right in questions:
            values = measured / spread
            scores = values @ weights
            parts = np.exp(scores - scores.max())
            wanted = np.where(right, parts, 0.0)
            total -= float(np.log(wanted.sum() / parts.sum() + 1e-12))
            gradient = gradient - values.T @ (wanted / (wanted.sum() + 1e-12) - parts / parts.sum())
        return total, gradient

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B")
    return dict(zip(names, (found.x / spread).tolist(), strict=True))


def fit_confidence(attempts: Sequence[Attempt], names: Sequence[str]) -> tuple[float, dict[str, Term]]:
    """Intercept and terms of a logistic regression of being right on the features."""
    values = np.array([[one.features[name] for name in names] for one in attempts])
    low, high = np.quantile(values, [OUTLIERS, 1 - OUTLIERS], axis=0)
    weight = np.array([one.weight for one in attempts])
    centre, spread = np.average(values, axis=0, weights=weight), values.std(axis=0)
    spread[spread < CONSTANT] = 1.0
    for position in (names.index(name) for name in PRIOR if name in names):  # kept as it is, however few labels show it
        low[position], high[position], centre[position], spread[position] = -1.0, 1.0, 0.0, 1.0
    bounds = [((0, None) if name in RISING else (None, 0) if name in FALLING else (None, None)) for name in names]
    prior = np.array([PRIOR.get(name, 0.0) * s for name, s in zip(names, spread, strict=True)])
    measured = (np.clip(values, low, high) - centre) / spread
    sign = np.where([one.right for one in attempts], 1.0, -1.0)

    def loss(weights: Floats) -> tuple[float, Floats]:
        margin = sign * (measured @ weights[1:] + weights[0])
        away = weights[1:] - prior
        slope = -sign * weight / (1 + np.exp(margin))
        gradient = np.concatenate([[slope.sum()], measured.T @ slope + CONFIDENCE_PENALTY * away])
        return float((weight * np.logaddexp(0, -margin)).sum() + CONFIDENCE_PENALTY / 2 * (away @ away)), gradient

    start = np.concatenate([[0.0], prior])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[(None, None), *bounds]).x
    columns = zip(names, found[1:], centre, spread, low, high, strict=True)
    terms = {
        name: Term(**_rounded({"weight": w, "centre": c, "spread": s, "low": a, "high": b}))
        for name, w, c, s, a, b in columns
    }
    return round(float(found[0]), 5), terms


def _confidence(fitted: tuple[float, dict[str, Term]], measured: Mapping[str, float], provenance: Provenance) -> float:
    return Calibration(provenance=provenance, scorer={}, intercept=fitted[0], terms=fitted[1]).confidence(measured)


def _rounded(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(number), 5) for name, number in numbers.items()}


def _folds(groups: set[str]) -> dict[str, int]:
    """Which fold each group is tested in; the same groups always fall the same way."""
    order = sorted(groups)
    random.Random(SEED).shuffle(order)  # noqa: S311 - not a secret
    return {group: position % FOLDS for position, group in enumerate(order)}


def _figures(outcomes: Sequence[tuple[Attempt, float]], gate: Gate) -> dict[str, float]:
    """The gate's figures, out of fold."""
    answerable = sum(one.case.label.kind == "answerable" for one, _ in outcomes)
    delivered = [one.right for one, confidence in outcomes if confidence >= gate.minimum]
    right = [confidence for one, confidence in outcomes if one.right]
    wrong = [confidence for one, confidence in outcomes if not one.right]
    pairs = sum((r > w) + (r == w) / 2 for r in right for w in wrong)
    return _rounded(
        {
            "draft_correct": len(right) / answerable,
            "delivered_precision": sum(delivered) / max(1, len(delivered)),
            "coverage": sum(delivered) / answerable,
            "to_review": sum(gate.review_floor <= c < gate.minimum for _, c in outcomes) / len(outcomes),
            "auroc": pairs / max(1, len(right) * len(wrong)),
            "brier": sum((c - one.right) ** 2 for one, c in outcomes) / len(outcomes),
        }
    )


def _answer(one: Attempt, confidence: float, gate: Gate) -> dict[str, Any]:
    """A line in the form of ``ask --batch``; what only a running program has (exchange, approval, timings) is left out."""
    thresholds = gate.for_call(None, None)
    passing = decide(confidence, thresholds, approver=True, configured_minimum=gate.minimum)
    draft = one.draft and {
        "text": one.draft.text,
        "citations": [
            c.model_dump(include={"n", "document", "path", "section", "page", "url", "quote"})
            for c in one.draft.citations
        ],
    }
    shown = draft if passing.outcome == "answered" else None
    return {
        "id": one.case.label.id,
        "outcome": passing.outcome.value,
        "reason": passing.reason.value,
        "text": shown["text"] if shown else "",
        "confidence": confidence,
        "band": band_of(confidence, thresholds).value,
        "citations": shown["citations"] if shown else [],
        "nearest": [] if shown else [near.title for near in one.case.retrieval.nearest],
        "draft": draft,
        "engine": "rules",
    }
