"""What is proposed to be done, whole: what the asker confirms, what an approver signs, and what is executed."""

from __future__ import annotations

from typing import Any

from core.domain.action import Fact, ToolRisk
from core.domain.base import Model
from core.domain.citation import Citation


class ProposedAction(Model):
    """A call of a writing tool that waits for a yes. Its digest (``core/approvals/digest.py``) covers every field.

    ``title``, ``consequence`` and the words of ``facts`` are English: approvers read them. ``quotes`` are the policy's
    sentences that permit it, with the versions they stand in (``policy_versions``, by document id). ``outgoing`` is the whole
    text that would leave the company, None where none does. ``unverified`` is what the asker says and no tool confirmed.
    """

    case_id: str
    tool: str
    title: str
    arguments: dict[str, Any]
    risk: ToolRisk
    consequence: str
    facts: tuple[Fact, ...] = ()
    quotes: tuple[Citation, ...] = ()
    policy_versions: dict[str, str] = {}
    outgoing: str | None = None
    unverified: tuple[str, ...] = ()
    risk_tags: tuple[str, ...] = ()
