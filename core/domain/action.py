"""What the judgements of an action say to each other: tools and their risk, facts, and what was executed (seed 003)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from core.domain.base import Model
from core.domain.judgement import RiskTag

SURE = 0.80
"""Below this confidence nothing of high risk goes on without a human (DESIGN: the gate's minimum)."""
CONFLICTING_TOOL_RESULTS = "conflicting_tool_results"
USER_CLAIM_CONFLICTS = "user_claim_conflicts_with_tool_result"
"""The seed's tags of what does not fit together."""
ATTACK_TAGS = frozenset({
    RiskTag.POSSIBLE_PROMPT_INJECTION,
    RiskTag.PERMISSION_BYPASS_REQUEST,
    RiskTag.SYSTEM_PROMPT_EXFILTRATION,
    RiskTag.SCHEMA_OVERRIDE_ATTEMPT,
    RiskTag.TOOL_MISUSE_ATTEMPT,
    RiskTag.ABNORMAL_FORMAT_ATTACK,
})  # fmt: skip
"""Tags of somebody who tries to steer the machine. They raise what a tool asks for by one step (DESIGN: settled questions)."""


class ToolRisk(StrEnum):
    """What a tool can do, from the least to the most."""

    READ_ONLY = "read_only"
    WRITE_LOW = "write_low"
    WRITE_HIGH = "write_high"
    EXTERNAL_HIGH = "external_high"

    @property
    def writes(self) -> bool:
        """Whether it changes anything at all."""
        return self is not ToolRisk.READ_ONLY

    @property
    def high(self) -> bool:
        """Whether it needs permission, confirmation and, in the journey, an approver."""
        return self in {ToolRisk.WRITE_HIGH, ToolRisk.EXTERNAL_HIGH}


class Tool(Model):
    """Something callable in a business system, by its exact name.

    ``needs_evidence``: it runs only where policy evidence says that it may.
    """

    name: str = Field(min_length=1)
    risk: ToolRisk
    needs_evidence: bool = False


ReadTool = Literal["query_order", "query_logistics", "query_after_sales", "query_payment", "query_ticket"]
"""The read-only tools that facts come from."""

_BY_RISK = {
    ToolRisk.READ_ONLY: "query_order query_logistics query_after_sales query_payment query_ticket search_policy",
    ToolRisk.WRITE_LOW: "create_ticket",
    ToolRisk.WRITE_HIGH: "create_refund create_compensation cancel_order modify_order modify_address grant_access",
    ToolRisk.EXTERNAL_HIGH: "send_sms send_email send_enterprise_wechat_message send_external_message",
}
TOOLS = tuple(
    Tool(name=name, risk=risk, needs_evidence=name in {"create_refund", "create_compensation"})
    for risk, names in _BY_RISK.items()
    for name in names.split()
)
"""The seed's tools with their risk levels, and this house's ``grant_access``; an operator's tools file may declare others."""


def declared(tool_name: str, tools: tuple[Tool, ...] = TOOLS) -> Tool | None:
    """The tool of exactly that name; None for one that nobody declared."""
    return next((tool for tool in tools if tool.name == tool_name), None)


Sufficiency = Literal["sufficient", "partial", "insufficient"]
"""How far the policy evidence suffices."""


class Permission(Model):
    """Whether the asker may have this done, and who says so. What the asker says of themselves grants nothing."""

    granted: bool
    basis: Literal["directory", "policy", "asker_statement"]


class Checks(Model):
    """What code has found out of a proposed call. None: not looked at yet, which never counts as passed."""

    schema_valid: bool | None = None
    owned_by_asker: bool | None = None
    permission: Permission | None = None
    confirmed_by_asker: bool | None = None
    approved_by_human: bool | None = None
    evidence_sufficiency: Sufficiency | None = None
    idempotency_key: str | None = None


class FactKind(StrEnum):
    """What a fact is about."""

    ORDER_STATUS = "order_status"
    PAYMENT_STATUS = "payment_status"
    SHIPMENT_STATUS = "shipment_status"
    LOGISTICS_STATUS = "logistics_status"
    AFTER_SALES_STATUS = "after_sales_status"
    TICKET_STATUS = "ticket_status"
    MESSAGE_STATUS = "message_status"
    ACCESS_STATUS = "access_status"


class Fact(Model):
    """What a read-only tool returned: ``value`` as the tool says it, ``text`` in words for people.

    What the asker says is a claim, never a fact.
    """

    tool_name: str
    kind: FactKind
    value: str
    text: str = ""

    @property
    def words(self) -> str:
        """As people read it."""
        return self.text or self.value


class Execution(Model):
    """A writing tool that was called. ``unknown``: no answer came, so that it may or may not have happened."""

    tool_name: str
    args: dict[str, Any] = {}
    result: Literal["success", "failed", "unknown"]
    reported: dict[str, Any] = {}
    """What the tool itself said, e.g. the number of a refund."""
    idempotency_key: str | None = None
    attempts: int = Field(default=1, ge=1)


def tags(*groups: tuple[str, ...]) -> tuple[str, ...]:
    """All tags of all groups, each once, in order: a tag that was once found is never lost."""
    return tuple(dict.fromkeys(str(tag) for group in groups for tag in group))


def attacked(risk_tags: tuple[str, ...]) -> bool:
    """Whether somebody, or a text, tries to steer the machine."""
    return not ATTACK_TAGS.isdisjoint(risk_tags)
