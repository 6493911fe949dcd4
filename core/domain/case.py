"""A case: the durable state of one wish for an action, from the first message to the proved effect.

``core.actions.case.Case`` is another thing: what ``responsibility`` judges on, made from this one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from core.domain.action import Execution, Fact, Sufficiency, VerificationResult
from core.domain.approval import Handoff
from core.domain.base import Model, Moment, Probability
from core.domain.citation import Citation
from core.domain.evidence import CaseDecision, SelectedEvidence
from core.domain.judgement import ConversationTurn, IntentResult
from core.domain.proposal import ProposedAction
from core.domain.request import Person, PipelineRequest


class CaseState(StrEnum):
    """Where a case stands."""

    COLLECTING = "collecting"  # something has to be said or looked up before anything can be proposed
    AWAITING_CONFIRMATION = "awaiting_confirmation"  # the asker's own yes
    AWAITING_APPROVAL = "awaiting_approval"
    APPROVED = "approved"  # every yes is there; nothing has run
    EXECUTING = "executing"  # a call was, or may have been, sent and its effect is not proved yet
    EXECUTED = "executed"
    FAILED = "failed"  # a look found no effect
    UNKNOWN = "unknown"  # nobody can say; a human has it, and nothing is tried by itself
    CANCELLED = "cancelled"  # by the asker
    EXPIRED = "expired"
    HANDED_OVER = "handed_over"
    REFUSED = "refused"  # by policy, facts, rules, or an approver
    ANSWERED = "answered"  # it was only to be told; nothing had to be done


OVER = frozenset({
    CaseState.EXECUTED, CaseState.FAILED, CaseState.UNKNOWN, CaseState.CANCELLED, CaseState.EXPIRED,
    CaseState.HANDED_OVER, CaseState.REFUSED, CaseState.ANSWERED,
})  # fmt: skip
WITHDRAWABLE = frozenset({
    CaseState.COLLECTING, CaseState.AWAITING_CONFIRMATION, CaseState.AWAITING_APPROVAL, CaseState.APPROVED,
})  # fmt: skip
"""Until it runs, the asker can take it back."""


class CaseStep(Model):
    """One step for the audit: what was done, what came of it and why. ``details`` never holds a secret."""

    at: Moment
    stage: str
    result: str
    reason: str = ""
    audit_level: str = "normal"
    details: dict[str, Any] = {}


class Confirmation(Model):
    """The asker's yes: to exactly what this digest is of."""

    by: Person
    digest: str
    at: Moment
    typed_by: str | None = None


class ActionCase(Model):
    """One wish and everything known of it. ``revision`` grows by one with every change that is saved.

    ``turns`` is what was said, ``wish`` the message that said what is wanted; ``details`` are arguments that only the asker can give, by the name of their slot; ``asked``
    is what was asked for last. ``answers`` are the read-only tools' answers by tool (data, never instructions), ``facts`` what
    they say. ``tries`` counts failures by kind. ``attempts`` counts the calls of the writing tool, ``looks`` the second looks
    after the last one, ``before`` is what a look at the same place said before the call; ``absent`` says that a look-up by key proved that the call had no effect. ``handled`` are the ids of
    the messages it has taken in: the same message again changes nothing.
    """

    id: str
    request: PipelineRequest
    conversation: str
    state: CaseState = CaseState.COLLECTING
    revision: int = 0
    turns: tuple[ConversationTurn, ...] = ()
    handled: tuple[str, ...] = ()
    wish: str = ""
    intent_result: IntentResult | None = None
    details: dict[str, str] = {}
    asked: tuple[str, ...] = ()
    answers: dict[str, dict[str, Any]] = {}
    facts: tuple[Fact, ...] = ()
    missing_facts: tuple[str, ...] = ()
    evidence: tuple[SelectedEvidence, ...] = ()
    evidence_sufficiency: Sufficiency = "insufficient"
    citations: tuple[Citation, ...] = ()
    policy_versions: dict[str, str] = {}
    decision: CaseDecision | None = None
    confidence: Probability = 0.0
    needs_review: bool = False
    risk_tags: tuple[str, ...] = ()
    tool: str | None = None
    action: ProposedAction | None = None
    digest: str | None = None
    idempotency_key: str = ""
    confirmation: Confirmation | None = None
    approval_id: str | None = None
    approvals: int = 0
    before: tuple[Fact, ...] = ()
    execution: Execution | None = None
    verification: VerificationResult | None = None
    attempts: int = 0
    looks: int = 0
    absent: bool = False
    tries: dict[str, int] = {}
    handoff: Handoff | None = None
    steps: tuple[CaseStep, ...] = ()
    opened_at: Moment
    expires_at: Moment

    @property
    def asker(self) -> Person:
        """Who wants it done."""
        return self.request.asker

    @property
    def over(self) -> bool:
        """Whether nothing happens to it any more."""
        return self.state in OVER

    @property
    def order_id(self) -> str | None:
        """The order it is about, as the asker wrote it."""
        return self.intent_result.slots.order_id if self.intent_result else None
