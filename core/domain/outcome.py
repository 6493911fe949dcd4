"""What the core hands back to be shown, and the catalogue of every ending."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from core.domain.base import Model, Moment, Probability

MAX_QUOTE = 400
"""Characters of one quote."""
MAX_QUOTES = 700
"""Characters of all quotes of an answer together."""


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
    # needs_clarification
    MISSING_DETAILS = "missing_details"
    # refused
    NO_EVIDENCE = "no_evidence"
    LOW_CONFIDENCE = "low_confidence"
    NOTHING_QUOTABLE = "nothing_quotable"  # no claim whose quote stands in its source
    NO_DOCUMENTS = "no_documents"  # nothing was ingested
    NO_APPROVER = "no_approver"  # needs a review and nobody may give it
    EMPTY_QUESTION = "empty_question"
    QUESTION_TOO_LONG = "question_too_long"
    NOTHING_ASKED = "nothing_asked"  # instructions to the machine and no request
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


class Citation(Model):
    """A quote and where it stands. ``version.text[start:end] == quote``, always.

    ``n`` counts from 1 within its answer; ``page`` is the printed page, None where the format has none; ``section`` is the
    path of headings. ``content_hash`` is the version's, so that what was quoted can be proved afterwards.
    """

    n: int = Field(ge=1)
    document: str
    path: str
    section: str
    page: int | None
    url: str | None
    quote: str = Field(min_length=1, max_length=MAX_QUOTE)
    document_id: str
    version_id: str
    content_hash: str
    chunk_id: str
    start: int
    end: int


class Claim(Model):
    """One sentence-sized assertion, without marks, and the numbers of the citations it rests on."""

    text: str
    citations: tuple[int, ...]


class Draft(Model):
    """An answer before the gate: what it says, claim by claim with ``[n]`` marks, and on which quotes (``core/grounding/compose.py``)."""

    text: str
    citations: tuple[Citation, ...]
    claims: tuple[Claim, ...] = ()


class Outcome(Model):
    """The one thing a surface shows.

    ``text``, ``citations`` and ``nearest`` are what the asker sees; ``draft`` is the best draft whatever became of it, for
    review and evaluation. ``engine`` is "rules" or the model's name. ``timings_ms`` maps stage names to milliseconds.
    ``reviewed_by`` names the approver and ``review_note`` gives their reason, once there is a verdict.
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
