"""What happens to a draft of a given confidence (DESIGN: the gate; seed 000: guardrails)."""

from __future__ import annotations

from core.domain.base import Model, Probability
from core.domain.exchange import Thresholds
from core.domain.outcome import Band, OutcomeKind, Reason


class Gate(Model):
    """The gate's settings. Fails closed: between the review floor and the minimum, only a human opens it."""

    high: Probability = 0.90
    minimum: Probability = 0.80
    review_floor: Probability = 0.35
    top_k: int = 5

    def for_call(self, minimum: float | None, top_k: int | None) -> Thresholds:
        """The numbers for one request: a call may raise the minimum, never lower the configured one."""
        raised = self.minimum if minimum is None else max(minimum, self.minimum)
        return Thresholds(
            high=max(self.high, raised), minimum=raised, review_floor=self.review_floor, top_k=top_k or self.top_k
        )


class Passing(Model):
    """The gate's decision and the band it was made in."""

    outcome: OutcomeKind
    reason: Reason
    band: Band


def decide(confidence: float, thresholds: Thresholds, *, approver: bool, configured_minimum: float) -> Passing:
    """Answered, to a reviewer, or refused. Without anybody who may decide, the review band refuses.

    ``configured_minimum`` is the setting, ``thresholds.minimum`` what holds for this call.
    """
    band = band_of(confidence, thresholds)
    if band is Band.NONE:
        return Passing(outcome=OutcomeKind.REFUSED, reason=Reason.LOW_CONFIDENCE, band=band)
    if band is not Band.REVIEW:
        reason = Reason.HIGH_CONFIDENCE if band is Band.HIGH else Reason.MODERATE_CONFIDENCE
        return Passing(outcome=OutcomeKind.ANSWERED, reason=reason, band=band)
    if not approver:
        return Passing(outcome=OutcomeKind.REFUSED, reason=Reason.NO_APPROVER, band=band)
    reason = Reason.MINIMUM_RAISED if confidence >= configured_minimum else Reason.REVIEW_BAND
    return Passing(outcome=OutcomeKind.PENDING_APPROVAL, reason=reason, band=band)


def band_of(confidence: float, thresholds: Thresholds) -> Band:
    """Which band a confidence falls into."""
    if confidence >= thresholds.high:
        return Band.HIGH
    if confidence >= thresholds.minimum:
        return Band.MODERATE
    return Band.REVIEW if confidence >= thresholds.review_floor else Band.NONE
