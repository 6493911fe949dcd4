"""What exactly an approver signs."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from core.domain.approval import Approval
from core.domain.citation import Draft
from core.domain.proposal import ProposedAction
from core.domain.request import Person


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spare white space, as UTF-8: the same value always gives the same bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def answer_digest(question: str, draft: Draft, editor: Person | None = None) -> str:
    """SHA-256, in hexadecimal, of a question, its draft and the citations with their versions; and of whose words they are.

    If any of them changes, so does the digest, and a vote for the old one decides nothing (DESIGN: approvals).
    """
    shown = {"question": question, "draft": draft.model_dump(mode="json")}
    if editor:
        shown["words_of"] = editor.id
    return hashlib.sha256(canonical(shown)).hexdigest()


def action_digest(action: ProposedAction) -> str:
    """SHA-256, in hexadecimal, of a proposed call: the tool, its exact arguments, the facts, the quotes with their policy
    versions, the consequence and the whole outgoing text.

    The asker's yes, the approvers' votes and the execution all name it: what differs in any of these is another action.
    """
    return hashlib.sha256(b"action:" + canonical(action.model_dump(mode="json"))).hexdigest()


def approval_digest(approval: Approval) -> str:
    """What a vote on this approval has to name, computed anew from what it would release."""
    if approval.action:
        return action_digest(approval.action)
    return answer_digest(approval.request.asks, approval.draft, approval.edited_by)
