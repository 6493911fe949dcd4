"""A human's yes or no: who may give it, for exactly what, and what became of it."""

from __future__ import annotations

from datetime import date, time
from enum import StrEnum
from typing import Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from core.domain.base import Model, Moment
from core.domain.citation import Draft
from core.domain.proposal import ProposedAction
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
    HANDED_OVER = "handed_over"  # to a person or channel, who go on without the program
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


class WorkingHours(Model):
    """When people may be reminded: from ``start`` to ``end`` on these days (0 is Monday), in this IANA time zone."""

    zone: str
    days: tuple[int, ...]
    start: time
    end: time


class Handoff(Model):
    """Who goes on with a question by themselves where the program does not: a channel or a person of a surface."""

    to: str  # "slack:C024BE91L"
    name: str  # as the asker is told it


class Level(Model):
    """Those who are asked together, and where their cards go: to ``cards`` (channels), and to ``direct`` one by one.

    If both are empty, each approver gets a card directly.
    """

    approvers: tuple[Approver, ...] = ()
    cards: tuple[str, ...] = ()
    direct: tuple[Approver, ...] = ()


class Escalation(Level):
    """A further level, asked too once the first has had so many seconds."""

    after: int = Field(ge=60)


class ApprovalRule(Level):
    """Who decides on a subject, how many of them, and for how long it waits (seconds, counted from the opening).

    ``matched`` says in plain words why this rule applies. Reminders come only within ``hours``, where there are any.
    """

    name: str
    approvers: tuple[Approver, ...]
    quorum: int = Field(default=1, ge=1)
    asker_may_decide: bool = False
    expires_after: int = Field(default=72 * 3600, ge=60)
    matched: str = ""
    reminders: tuple[int, ...] = ()
    escalation: tuple[Escalation, ...] = ()
    hours: WorkingHours | None = None
    handoff: Handoff | None = None


class Approval(Model):
    """One thing waiting for, or having had, a human decision.

    ``digest`` is the SHA-256 of exactly what the card shows (``core/approvals/digest.py``); a vote for another digest
    decides nothing. ``rule`` is the rule as it stood when the approval was opened. ``effect_at`` is set when the decision's
    effect (answer delivered, action executed) is on record: until then a sweep starts it again.

    ``edited_by`` is whose own words the draft is, once a reviewer has changed it; ``edits`` counts the changes. ``level`` counts the escalations and
    ``reminded`` the reminders that have come due; ``held`` is how many seconds of its time did not count, since the program
    was paused (``expires_at`` has them in it).

    An ``action`` is signed exactly as it stands; the draft then only says it in words and has its quotes. ``confirmed_by`` is
    who said yes to it before, and decides no more on it than who asked.
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
    edited_by: Person | None = None
    edits: int = 0
    level: int = 0
    reminded: int = 0
    held: int = 0
    action: ProposedAction | None = None
    confirmed_by: Person | None = None

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What a later version added is written only where it is set: a record of before reads as it was written."""
        written: dict[str, Any] = handler(self)
        return {key: value for key, value in written.items() if key not in _ADDED or value is not None}

    @property
    def levels(self) -> tuple[Level, ...]:
        """All who have been asked so far, level by level."""
        return (self.rule, *self.rule.escalation[: self.level])

    @property
    def approvers(self) -> tuple[Approver, ...]:
        """Everybody who may decide now, each once."""
        return tuple(dict.fromkeys(approver for level in self.levels for approver in level.approvers))


_ADDED = frozenset({"action", "confirmed_by"})

MAX_WORDS = 3000
"""Characters of a reviewer's own words: what one input field of a chat product takes."""


class Ballot(Model):
    """One person's decision on one approval, as a surface received it.

    ``words`` is what an EDIT says instead of the draft. ``typed_by`` names who really typed where a terminal speaks for
    another person. ``on_behalf_of`` is the absent approver whom the voter stands in for; the program fills it in, whatever
    a surface says.
    """

    approval_id: str
    digest: str
    verdict: Verdict
    voter: Person
    note: str | None = None
    words: str | None = None
    typed_by: str | None = None
    on_behalf_of: Person | None = None


class Revision(Model):
    """A draft in a reviewer's own words, and the digest of that."""

    draft: Draft
    digest: str


class Vote(Model):
    """A ballot that was accepted; that of an edit is for the digest it made. ``void`` once a later edit made another."""

    id: str
    approval_id: str
    digest: str
    verdict: Verdict
    voter: Person
    note: str | None
    cast_at: Moment
    void: bool = False
    typed_by: str | None = None
    on_behalf_of: Person | None = None


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
    WITHDRAWN = "withdrawn"  # the asker was first
    HANDED_OVER = "handed_over"  # it is with somebody else, outside the program
    REASON_REQUIRED = "reason_required"
    WORDS_REQUIRED = "words_required"  # an edit without words, with the same ones, or with more than MAX_WORDS
    ACTION_FIXED = "action_fixed"  # an action is approved as it stands or denied, and never edited
    NOT_THE_ASKER = "not_the_asker"  # only who asked may withdraw
    NO_HANDOFF = "no_handoff"  # the rule names nobody to hand it to
    PAUSED = "paused"  # nothing is decided while the program is paused
    PASSED_ON = "passed_on"  # a reviewer's question to the asker, or the answer to it, is on its way
    NOT_ASKED_BACK = "not_asked_back"  # no question of a reviewer's waits for an answer
    OUT_OF_REACH = "out_of_reach"  # who asked sits at a terminal, which may be closed by now
    UNKNOWN_APPROVAL = "unknown_approval"


class Decision(Model):
    """What came of a ballot, a withdrawal or a handoff, and the approval after it (None only for an unknown approval)."""

    ruling: Ruling
    approval: Approval | None


class Card(Model):
    """One posted copy of an approval: where it is, so that every copy can be updated."""

    approval_id: str
    surface: SurfaceName
    channel: str
    message: str


class Remark(Model):
    """What a reviewer asks back before deciding, or what whoever asked answers to it. It decides nothing.

    ``id`` derives from the surface's own key for the message or form, so that the same one is on record once.
    """

    id: str
    approval_id: str
    author: Person
    from_asker: bool
    text: str
    said_at: Moment


class Delegation(Model):
    """Somebody stands in for somebody who is away, from the first to the last day, in UTC; on record with who set it.

    ``absent`` and ``delegate`` are accounts ("slack:U061F7AUR") or verified e-mails. ``set_by`` is None for one that the
    approvals file sets. ``ended_at``: called off before its last day.
    """

    id: str
    absent: str
    delegate: str
    first_day: date
    last_day: date
    set_at: Moment | None = None
    set_by: Person | None = None
    typed_by: str | None = None
    ended_at: Moment | None = None
    ended_by: Person | None = None


class Pause(Model):
    """A time in which nothing is answered, decided or executed."""

    id: str
    reason: str
    paused_at: Moment
    paused_by: str
    resumed_at: Moment | None = None
    resumed_by: str | None = None
