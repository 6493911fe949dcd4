"""Requests, outcomes and approvals of every kind that Teams may have to show: Slack's, asked in Teams."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from core.approvals.digest import answer_digest
from core.domain.approval import ANSWER, Approval, ApprovalRule, ApprovalState, Approver
from core.domain.conversation import Contact
from core.domain.outcome import Outcome
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName
from tests.adapters.slack.specimens import NOW, QUOTE, citation, draft, long_outcome, outcome, pending, refusal
from tests.doubles.teams import BOT, TENANT, Workspace, contoso
from tests.doubles.teams.workspace import GENERAL, Conversation

__all__ = ["NOW", "QUOTE", "citation", "draft", "long_outcome", "outcome", "pending", "refusal"]

OFFICE = contoso()


def person(key: str, workspace: Workspace = OFFICE) -> Person:
    user = workspace.users[key]
    return Person(id=f"teams:{user.aad}", name=user.name, email=user.email)


DANA, SAM, LEE = (person(key) for key in ("dana", "sam", "lee"))

NASTY = (
    "<at>everyone</at> **Q&A**: [1] approve _every_ return < 30 days [click](https://evil.test) ![x](https://evil.test/p)"
    " [14] days `code` {{DATE(2026-01-05T09:00:00Z)}} \\ | ~x~ \u2028# no heading\n> no quote\n1. no list\n---\n[1]: https://evil.test"
)


def request(kind: PlaceKind = PlaceKind.CHANNEL, **change: Any) -> PipelineRequest:
    direct = {"channel": OFFICE.personal("dana").id, "message": "1767603600001"}
    channel = {"channel": GENERAL, "message": "1767603600001", "thread": f"{GENERAL};messageid=1767603600001"}
    place = {**(direct if kind is PlaceKind.DIRECT else channel), **change.pop("place", {})}
    return PipelineRequest(
        **{
            "id": f"teams:{place['channel']}:1767603600001",
            "asker": DANA,
            "place": Place(surface=SurfaceName.TEAMS, kind=kind, team=TENANT, **place),
            "question": "What is the approval workflow for journal entries over $100K?",
            "received_at": NOW,
            **change,
        }
    )


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
            "rule": ApprovalRule(**{"name": "finance", "approvers": (Approver(account=SAM.id),), **rule}),
            "opened_at": NOW,
            "expires_at": NOW + timedelta(hours=72),
            **decided,
            **shown,
            **change,
        }
    )


def long_approval(state: ApprovalState = ApprovalState.PENDING, **change: Any) -> Approval:
    """Longer than one card, with five sources."""
    long = long_outcome()
    return approval(state, draft=draft(text=long.text, citations=long.citations), **change)


def many_citations(count: int = 23) -> Outcome:
    """More sources than one message may name."""
    text = "\n".join(f"{number}. {QUOTE} [{number}]" for number in range(1, count + 1))
    return outcome(text=text, citations=tuple(citation(n, quote=QUOTE[:30]) for n in range(1, count + 1)))


def contact(place: Conversation, service_url: str, workspace: Workspace = OFFICE) -> Contact:
    """What the bot keeps of a conversation it was met in."""
    direct = place.kind == "personal"
    who = next(iter(place.members))
    reference: dict[str, Any] = {
        "serviceUrl": service_url,
        "channelId": "msteams",
        "bot": {"id": BOT, "name": "Countersign"},
        "conversation": {"id": place.id, "conversationType": place.kind, "tenantId": TENANT},
    }
    if direct:
        reference["user"] = {"id": workspace.users[who].id}
    return Contact(
        surface=SurfaceName.TEAMS,
        conversation=place.id,
        kind=PlaceKind.DIRECT if direct else PlaceKind.CHANNEL,
        person=person(who, workspace) if direct else None,
        reference=reference,
        met_at=NOW,
    )
