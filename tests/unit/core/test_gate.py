"""What happens to a draft of a given confidence."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.outcome import Band, OutcomeKind, Reason
from core.gate import Gate, band_of, decide

GATE = Gate()
PLAIN = GATE.for_call(None, None)
ANSWERED, REFUSED, PENDING = OutcomeKind.ANSWERED, OutcomeKind.REFUSED, OutcomeKind.PENDING_APPROVAL


def decided(confidence: float, *, minimum: float | None = None, approver: bool = True) -> tuple[OutcomeKind, Reason]:
    thresholds = GATE.for_call(minimum, None)
    passing = decide(confidence, thresholds, approver=approver, configured_minimum=GATE.minimum)
    return passing.outcome, passing.reason


@pytest.mark.parametrize(
    ("confidence", "band"),
    [
        (1.0, Band.HIGH),
        (0.90, Band.HIGH),
        (0.8999, Band.MODERATE),
        (0.80, Band.MODERATE),
        (0.7999, Band.REVIEW),
        (0.35, Band.REVIEW),
        (0.3499, Band.NONE),
        (0.0, Band.NONE),
        (math.nan, Band.NONE),
    ],
)
def test_the_bands_meet_where_the_design_says(confidence: float, band: Band) -> None:
    assert band_of(confidence, PLAIN) is band


def test_each_band_has_its_outcome() -> None:
    assert decided(0.95) == (ANSWERED, Reason.HIGH_CONFIDENCE)
    assert decided(0.85) == (ANSWERED, Reason.MODERATE_CONFIDENCE)
    assert decided(0.50) == (PENDING, Reason.REVIEW_BAND)
    assert decided(0.10) == (REFUSED, Reason.LOW_CONFIDENCE)


def test_without_an_approver_the_review_band_refuses() -> None:
    assert decided(0.50, approver=False) == (REFUSED, Reason.NO_APPROVER)
    assert decided(0.85, minimum=0.97, approver=False) == (REFUSED, Reason.NO_APPROVER)
    assert decided(0.95, approver=False) == (ANSWERED, Reason.HIGH_CONFIDENCE)


def test_a_call_raises_the_minimum_and_the_reason_says_so() -> None:
    assert decided(0.85, minimum=0.88) == (PENDING, Reason.MINIMUM_RAISED)
    assert decided(0.95, minimum=0.97) == (PENDING, Reason.MINIMUM_RAISED)
    assert decided(0.50, minimum=0.97) == (PENDING, Reason.REVIEW_BAND)
    assert decided(0.98, minimum=0.97) == (ANSWERED, Reason.HIGH_CONFIDENCE)


def test_a_call_never_lowers_the_minimum() -> None:
    assert GATE.for_call(0.1, None) == PLAIN
    assert decided(0.50, minimum=0.0) == (PENDING, Reason.REVIEW_BAND)


def test_a_call_may_ask_for_more_or_fewer_passages() -> None:
    assert [GATE.for_call(None, top_k).top_k for top_k in (None, 1, 50)] == [5, 1, 50]


@given(st.floats(0, 1), st.none() | st.floats(0, 1), st.booleans())
def test_nothing_below_the_configured_minimum_is_ever_answered(
    confidence: float, minimum: float | None, approver: bool
) -> None:
    outcome, _ = decided(confidence, minimum=minimum, approver=approver)
    assert outcome is not ANSWERED or confidence >= max(GATE.minimum, minimum or 0.0)
    assert outcome is not PENDING or approver
