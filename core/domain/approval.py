"""A human's yes or no: who may give it, for exactly what, and what became of it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from core.domain.base import Model, Moment
from core.domain.outcome import Draft
from core.domain.request import Person, PipelineRequest, SurfaceName

ANSWER = "answer"
"""The subject of an approval that releases an answer; for an action it is ``action:{tool}``, by exact tool name."""


class ApprovalState(StrEnum):
    """Where an approval stands. Expired is not denied; ``unknown`` is never retried by itself."""

    PENDING = "pending"
    APPROVED = "approved"
    DENIED = "denied"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"  # by the asker
    SUPERSEDED = "superseded"  # what it would have signed has changed
    EXECUTING = "executing"
    EXECUTED = "executed"
    FAILED = "failed"
    UNKNOWN = "unknown"  # the action may or may not have happened


class Verdict(StrEnum):
    """What an approver, or time, says."""

    APPROVE = "approve"
    EDIT = "edit"
    DENY = "deny"
    EXPIRE = "expire"


class Approver(Model):
    """Someone who may decide, named in the approvals file: a person by account or verified e-mail, or a group."""

    account: str | None = None  # "slack:U061F7AUR", "terminal:sam"
    email: str | None = None
    group: str | None = None  # "slack:S0614TZR7", or a group of the directory file


class ApprovalRule(Model):
    """Who decides on a subject, how many of them, and for how long it waits (seconds)."""

    name: str
    approvers: tuple[Approver, ...]
    quorum: int = Field(default=1, ge=1)
    asker_may_decide: bool = False
    expires_after: int = Field(default=72 * 3600, ge=60)
    cards: tuple[str, ...] = ()  # channels for the card, "slack:C024BE91L"; empty: to each approver directly


class Approval(Model):
    """One thing waiting for, or having had, a human decision.

    ``digest`` is the SHA-256 of exactly what the card shows (``core/approvals/digest.py``); a vote for another digest
    decides nothing. ``rule`` is the rule as it stood when the approval was opened. ``effect_at`` is set when the decision's
    effect (answer delivered, action executed) is on record: until then a sweep starts it again.
    """

    id: str
    exchange_id: str
    subject: str
    state: ApprovalState
    digest: str
    request: PipelineRequest
    draft: Draft
    confidence: float
    why: str  # why it came to a human, in plain words
    rule: ApprovalRule
    opened_at: Moment
    expires_at: Moment
    decided_at: Moment | None = None
    decided_by: Person | None = None
    note: str | None = None
    effect_at: Moment | None = None


class Ballot(Model):
    """One person's decision on one approval, as a surface received it.

    ``typed_by`` names who really typed where a terminal speaks for another person.
    """

    approval_id: str
    digest: str
    verdict: Verdict
    voter: Person
    note: str | None = None
    typed_by: str | None = None


class Vote(Model):
    """A ballot that was accepted. ``void`` when an edit made a new digest after it."""

    id: str
    approval_id: str
    digest: str
    verdict: Verdict
    voter: Person
    note: str | None
    cast_at: Moment
    void: bool = False
    typed_by: str | None = None


class Ruling(StrEnum):
    """What came of a ballot. A refusal is a value, not an exception; surfaces have one text for each."""

    DECIDED = "decided"  # this ballot ended it
    COUNTED = "counted"  # accepted, more votes are needed
    ALREADY_VOTED = "already_voted"
    ALREADY_DECIDED = "already_decided"
    NOT_AN_APPROVER = "not_an_approver"
    OWN_REQUEST = "own_request"
    STALE_DIGEST = "stale_digest"
    SUPERSEDED = "superseded"  # a source of the draft is not in force any more, so the approval is void
    EXPIRED = "expired"
    REASON_REQUIRED = "reason_required"
    UNKNOWN_APPROVAL = "unknown_approval"


class Decision(Model):
    """The ruling on a ballot and the approval as it stands after it (None only for an unknown approval)."""

    ruling: Ruling
    approval: Approval | None


class Card(Model):
    """One posted copy of an approval: where it is, so that every copy can be updated."""

    approval_id: str
    surface: SurfaceName
    channel: str
    message: str
