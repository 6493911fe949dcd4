"""The approval that a confirmed action opens, and what is told of a denial."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta

from core.actions.answers import amount
from core.domain.approval import Approval, ApprovalState
from core.domain.case import ActionCase
from core.domain.citation import Draft
from core.domain.judgement import HIGH_RISK_ACTION, MULTI_INTENT
from core.domain.proposal import ProposedAction
from core.domain.tool import ToolSpec
from core.journeys.acting.telling import fixed
from core.journeys.acting.work import Work
from core.journeys.bench import Bench
from core.journeys.state import exchange_id
from core.wording import say

_USUAL = {HIGH_RISK_ACTION, MULTI_INTENT}
"""Tags that nearly every action has."""


def approval_for(case: ActionCase, spec: ToolSpec, bench: Bench) -> Approval | None:
    """What the approvers are asked; None if nobody may decide. Its id is the same for the same proposal of the same case."""
    action, confirmation = case.action, case.confirmation
    assert action is not None
    assert case.digest is not None
    rule = bench.rules.for_action(spec, amount(spec, action.arguments))
    if rule is None or confirmation is None:
        return None
    now = bench.clock.now()
    key = hashlib.sha256(f"approval:{case.id}:{case.digest}:{case.approvals}".encode()).hexdigest()[:20]
    return Approval(
        id=f"ap_{key}",
        exchange_id=exchange_id(case.request.id),
        subject=f"action:{spec.name}",
        state=ApprovalState.PENDING,
        digest=case.digest,
        request=case.request,
        draft=Draft(text=in_words(action), citations=action.quotes),
        confidence=case.confidence,
        why=_why(action, rule.matched, confirmation.at.isoformat(timespec="minutes")),
        rule=rule,
        opened_at=now,
        expires_at=now + timedelta(seconds=rule.expires_after),
        action=action,
        confirmed_by=confirmation.by,
    )


def in_words(action: ProposedAction) -> str:
    """The whole action as lines of text: its title, every argument exactly, what follows from it."""
    args = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(action.arguments.items())]
    return "\n".join([action.title, *args, action.consequence])


def _why(action: ProposedAction, matched: str, confirmed: str) -> str:
    """In plain words, for the approver."""
    words = [f"It is {action.risk.replace('_', ' ')}, and the asker confirmed it at {confirmed} ({matched})."]
    if doubts := [tag for tag in action.risk_tags if tag not in _USUAL]:
        words.append(f"Look closely: {', '.join(doubts)}.")
    if action.unverified:
        words.append(f"Said by the asker and confirmed by no tool: {'; '.join(action.unverified)}.")
    return " ".join(words)


def denied(work: Work, approval: Approval) -> str:
    """An approver's no, with their reason in their words."""
    language = work.case.request.language
    reviewer = approval.decided_by.name if approval.decided_by else say("review.somebody", language)
    reason = say("review.reason", language, note=approval.note) if approval.note else ""
    return f"{fixed(work, 'case.denied', reviewer=reviewer)} {reason}".strip()
