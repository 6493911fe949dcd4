"""What the core hands back to be shown, and the catalogue of every ending."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from core.domain.base import Model, Moment, Probability
from core.domain.citation import MAX_QUOTE, MAX_QUOTES, Citation, Claim, Draft
from core.domain.proposal import ProposedAction

__all__ = [
    "MAX_QUOTE",
    "MAX_QUOTES",
    "Band",
    "Citation",
    "Claim",
    "Draft",
    "Outcome",
    "OutcomeKind",
    "Reason",
]


class OutcomeKind(StrEnum):
    """How an exchange stands. Surfaces, evaluation and the audit log switch on this name."""

    ANSWERED = "answered"
    REFUSED = "refused"
    NEEDS_CLARIFICATION = "needs_clarification"
    NEEDS_CONFIRMATION = "needs_confirmation"
    PENDING_APPROVAL = "pending_approval"
    DENIED = "denied"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    EXECUTED = "executed"
    UNKNOWN = "unknown"
    HANDED_OVER = "handed_over"
    FAILED = "failed"


class Reason(StrEnum):
    """Why it ended so. One name for each ending; the words people read for it are in ``core/wording/``."""

    # answered
    HIGH_CONFIDENCE = "high_confidence"
    MODERATE_CONFIDENCE = "moderate_confidence"
    REVIEWER_APPROVED = "reviewer_approved"
    REVIEWER_EDITED = "reviewer_edited"
    # pending_approval
    REVIEW_BAND = "review_band"  # confidence between the review floor and the minimum
    MINIMUM_RAISED = "minimum_raised"  # the call asked for more confidence than the draft has
    RESTRICTED_REQUEST = "restricted_request"  # the question also holds instructions to the machine
    GROUNDING_DOUBT = "grounding_doubt"  # the audit found a claim that its source contradicts, or a boundary dropped
    ACTION_RISK = "action_risk"  # what was confirmed is of high risk
    # needs_clarification
    MISSING_DETAILS = "missing_details"
    # needs_confirmation
    ASKER_DECIDES = "asker_decides"
    CASE_CHANGED = "case_changed"  # arguments, facts or a policy are others than those confirmed before
    # answered
    LOOKED_UP = "looked_up"  # told from the facts that tools gave; nothing had to be done
    # executed, or not
    VERIFIED = "verified"  # a second look found the effect
    NO_EFFECT = "no_effect"  # it failed, and a second look found no effect
    EFFECT_UNKNOWN = "effect_unknown"  # it may or may not have happened
    STILL_LOOKING = "still_looking"  # whether it happened
    CONFIRMATION_EXPIRED = "confirmation_expired"  # before the asker, or the execution, was there
    # refused
    NO_EVIDENCE = "no_evidence"
    LOW_CONFIDENCE = "low_confidence"
    NOTHING_QUOTABLE = "nothing_quotable"  # no claim whose quote stands in its source
    NO_DOCUMENTS = "no_documents"  # nothing was ingested
    NO_APPROVER = "no_approver"  # needs a review and nobody may give it
    EMPTY_QUESTION = "empty_question"
    QUESTION_TOO_LONG = "question_too_long"
    NOTHING_ASKED = "nothing_asked"  # instructions to the machine and no request
    ALREADY_UNDER_WAY = "already_under_way"  # the same action, asked for before
    NOT_ALLOWED = "not_allowed"  # by the facts, the policy, or what the asker may have done
    PAUSED = "paused"  # by an operator: nothing is answered at all
    # ended by a person, by time or by a new policy
    REVIEWER_DENIED = "reviewer_denied"
    REVIEW_EXPIRED = "review_expired"
    ASKER_WITHDREW = "asker_withdrew"
    SOURCE_CHANGED = "source_changed"  # before a reviewer decided; the outcome is refused
    HANDED_TO_PERSON = "handed_to_person"  # who goes on with it by themselves
    # failed
    INTERNAL_ERROR = "internal_error"
    STORE_UNAVAILABLE = "store_unavailable"


class Band(StrEnum):
    """The gate's reading of a confidence (DESIGN: the gate)."""

    HIGH = "high"
    MODERATE = "moderate"
    REVIEW = "review"
    NONE = "none"


class Outcome(Model):
    """The one thing a surface shows.

    ``text``, ``citations`` and ``nearest`` are what the asker sees; ``draft`` is the best draft whatever became of it, for
    review and evaluation. ``engine`` is "rules" or the model's name. ``timings_ms`` maps stage names to milliseconds.
    ``reviewed_by`` names the approver and ``review_note`` gives their reason, once there is a verdict. ``restricted``: the
    draft cites a document that not everybody may read.

    For an action ``case_id`` names its case, and where the asker is to confirm it ``action`` is exactly what they confirm
    and ``digest`` what their yes has to name.
    """

    exchange_id: str
    outcome: OutcomeKind
    reason: Reason
    text: str
    confidence: Probability = 0.0
    band: Band = Band.NONE
    citations: tuple[Citation, ...] = ()
    nearest: tuple[str, ...] = ()
    draft: Draft | None = None
    approval_id: str | None = None
    engine: str = "rules"
    timings_ms: dict[str, float] = {}
    reviewed_by: str | None = None
    reviewed_at: Moment | None = None
    review_note: str | None = None
    restricted: bool = False
    case_id: str | None = None
    action: ProposedAction | None = None
    digest: str | None = None

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What a later version added is written only where it is set: a record of before reads as it was written."""
        written: dict[str, Any] = handler(self)
        return {key: value for key, value in written.items() if key not in _ADDED or value}


_ADDED = frozenset({"restricted", "case_id", "action", "digest"})
