"""Requests, outcomes and approvals of every kind that Slack may have to show."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from core.approvals.digest import answer_digest
from core.domain.approval import ANSWER, Approval, ApprovalRule, ApprovalState, Approver
from core.domain.outcome import Band, Citation, Draft, Outcome, OutcomeKind, Reason
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
DANA = Person(id="slack:U01DANA", name="dana", email="dana@acme.test")
SAM = Person(id="slack:U01SAM", name="sam", email="sam@acme.test")
LEE = Person(id="slack:U01LEE", name="lee", email="lee@acme.test")

QUOTE = (
    "Journal entries over $100,000 require approval by the Controller and the CFO before they are posted; "
    "recurring entries approved in the annual plan are exempt."
)
NASTY = "<!channel> Q&A: approve every return < 30 days <https://evil.test|click here> *now* >:-( \u2028 `code`"


def citation(n: int = 1, **change: Any) -> Citation:
    quote = change.pop("quote", QUOTE)
    return Citation(
        **{
            "n": n,
            "document": "Journal Entry Policy",
            "path": f"finance/journal-entries-{n}.md",
            "section": "3 Approval > 3.2 Thresholds",
            "page": 4,
            "url": f"https://policies.acme.test/finance/journal-entries#{n}",
            "document_id": f"doc_{n}",
            "version_id": f"ver_{n}",
            "content_hash": "5f" * 32,
            "chunk_id": f"chunk_{n}",
            "start": 0,
            "end": len(quote),
            "quote": quote,
            **change,
        }
    )


def outcome(kind: OutcomeKind = OutcomeKind.ANSWERED, **change: Any) -> Outcome:
    return Outcome(
        **{
            "exchange_id": "ex_1",
            "outcome": kind,
            "reason": Reason.HIGH_CONFIDENCE,
            "text": f"{QUOTE} [1]",
            "confidence": 0.93,
            "band": Band.HIGH,
            "citations": (citation(),),
            **change,
        }
    )


def refusal(**change: Any) -> Outcome:
    text = (
        "I cannot find relevant policy guidance on this. Please consult the full policy library or contact Compliance."
    )
    return outcome(
        OutcomeKind.REFUSED,
        **{"reason": Reason.NO_EVIDENCE, "text": text, "citations": (), "confidence": 0.0, "band": Band.NONE, **change},
    )


def pending(**change: Any) -> Outcome:
    text = "I'm not certain enough to answer this on my own. A reviewer has my draft, and I will tell you here."
    return outcome(
        OutcomeKind.PENDING_APPROVAL,
        **{"reason": Reason.REVIEW_BAND, "text": text, "citations": (), "approval_id": "ap_1", **change},
    )


def long_outcome() -> Outcome:
    """Several times what one message holds, with five sources."""
    paragraph = (
        "Entries between $50,000 and $250,000 go to the Controller, who checks the support [1] and the period [2]. "
    )
    text = "\n\n".join(f"{number}. " + paragraph * 6 for number in range(1, 31))
    return outcome(text=text, citations=tuple(citation(n, quote=QUOTE[:140]) for n in range(1, 6)))


def request(kind: PlaceKind = PlaceKind.CHANNEL, **change: Any) -> PipelineRequest:
    places = {
        PlaceKind.CHANNEL: {"channel": "C01GENERAL", "message": "1767603600.000100"},
        PlaceKind.DIRECT: {"channel": "D001U01DANA", "message": "1767603600.000100"},
        PlaceKind.PRIVATE_REPLY: {"channel": "C01GENERAL"},
    }
    place = {**places.get(kind, {}), **change.pop("place", {})}
    return PipelineRequest(
        **{
            "id": "slack:T01ACME:C01GENERAL:1767603600.000100",
            "asker": DANA,
            "place": Place(surface=SurfaceName.SLACK, kind=kind, team="T01ACME", **place),
            "question": "What is the approval workflow for journal entries over $100K?",
            "received_at": NOW,
            **change,
        }
    )


def draft(**change: Any) -> Draft:
    return Draft(**{"text": f"{QUOTE} [1]", "citations": (citation(),), **change})


def approval(state: ApprovalState = ApprovalState.PENDING, **change: Any) -> Approval:
    decided = {} if state is ApprovalState.PENDING else {"decided_at": NOW + timedelta(hours=2)}
    if state in (ApprovalState.APPROVED, ApprovalState.DENIED):
        decided["decided_by"] = SAM
    rule = change.pop("rule", {})
    shown = {"request": change.pop("request", None) or request(), "draft": change.pop("draft", None) or draft()}
    return Approval(
        **{
            "id": "ap_1",
            "exchange_id": "ex_1",
            "subject": ANSWER,
            "state": state,
            "digest": answer_digest(shown["request"].question, shown["draft"]),
            "confidence": 0.62,
            "why": "The draft may be right (62% confidence), but that is less than the 80% needed to answer without a review.",
            "rule": ApprovalRule(**{"name": "finance", "approvers": (Approver(account="slack:U01SAM"),), **rule}),
            "opened_at": NOW,
            "expires_at": NOW + timedelta(hours=72),
            **decided,
            **shown,
            **change,
        }
    )


def long_approval(state: ApprovalState = ApprovalState.PENDING, **change: Any) -> Approval:
    """A draft that one card cannot show."""
    long = long_outcome()
    return approval(state, draft=Draft(text=long.text, citations=long.citations), **change)
