"""Which read-only tools must be asked before anything can be judged (seed 003, fact_query_plan_v1). It executes none."""

from __future__ import annotations

from typing import Any

from core.domain.action import ReadTool, tags
from core.domain.base import Model, Probability
from core.domain.judgement import ClaimType, Intent, IntentResult

ORDER_ID = "order_id"
"""What every read-only tool of the seed is asked by."""
SURE_OF_PLAN = 0.95


class KnownFacts(Model):
    """What tools have said already, by the tool that says it; empty for what was not asked yet."""

    order: dict[str, Any] = {}
    logistics: dict[str, Any] = {}
    after_sales: dict[str, Any] = {}
    payment: dict[str, Any] = {}
    ticket: dict[str, Any] = {}


class Input(Model):
    """What is wanted and known. ``trusted_context`` holds arguments the program itself vouches for, like who asks."""

    intent_result: IntentResult
    known_tool_facts: KnownFacts = KnownFacts()
    trusted_context: dict[str, str] = {}


class PlannedQuery(Model):
    """One call of a read-only tool. With ``missing_args`` it is named but cannot be made: its ``args`` are empty."""

    tool_name: ReadTool
    args: dict[str, str] = {}
    purpose: str
    required_before_decision: bool
    missing_args: tuple[str, ...] = ()


class Output(Model):
    """The plan. ``cannot_continue_reasons`` says why a query that is required cannot be made."""

    need_tool_queries: bool
    planned_queries: tuple[PlannedQuery, ...] = ()
    cannot_continue_reasons: tuple[str, ...] = ()
    risk_tags: tuple[str, ...] = ()
    confidence: Probability

    @property
    def executable(self) -> tuple[PlannedQuery, ...]:
        """The queries that have all their arguments."""
        return tuple(query for query in self.planned_queries if not query.missing_args)


_PURPOSES: dict[ReadTool, str] = {
    "query_order": "Read the order's status",
    "query_logistics": "Read whether and when it was shipped, and where it is",
    "query_after_sales": "Read whether a refund or a compensation is under way already",
    "query_payment": "Read whether it was paid",
    "query_ticket": "Read what was reported about it before",
}
_BY_INTENT: dict[Intent, tuple[ReadTool, ...]] = {
    Intent.REFUND_REQUEST: ("query_order", "query_payment", "query_logistics", "query_after_sales"),
    Intent.COMPENSATION_REQUEST: ("query_order", "query_logistics", "query_after_sales"),
    Intent.CANCEL_ORDER: ("query_order", "query_payment", "query_logistics"),
    Intent.MODIFY_ORDER: ("query_order", "query_logistics"),
    Intent.LOGISTICS_QUERY: ("query_order", "query_logistics"),
    Intent.ORDER_STATUS_QUERY: ("query_order",),
    Intent.COMPLAINT: ("query_order", "query_logistics", "query_ticket"),
}
_BY_CLAIM: dict[ClaimType, ReadTool] = {
    ClaimType.ORDER_STATUS: "query_order",
    ClaimType.PAYMENT_STATUS: "query_payment",
    ClaimType.SHIPMENT_STATUS: "query_logistics",
    ClaimType.LOGISTICS_STATUS: "query_logistics",
}
_ORDER_OPTIONAL = {Intent.COMPLAINT}
"""A complaint is heard without an order number too (seed 003, intent_v2: required slots)."""


def rules(given: Input) -> Output:
    """Asks each tool that the intents and claims call for and that has not answered yet."""
    return _plan(given, _needed(given), confidence=SURE_OF_PLAN)


def enforce(given: Input, output: Output) -> Output:
    """The hard rules: read-only tools only, arguments only from slots or trusted context, no claim stands unverified.

    What the rules must have asked stays in the plan; a query more is a model's to add.
    """
    needed = _needed(given)
    more = {
        query.tool_name: query.purpose
        for query in output.planned_queries
        if query.tool_name not in needed and not _known(given, query.tool_name)
    }
    planned = _plan(given, needed | more, confidence=output.confidence)
    optional = set(more)
    queries = tuple(
        query.model_copy(update={"required_before_decision": False}) if query.tool_name in optional else query
        for query in planned.planned_queries
    )
    reasons = tuple(dict.fromkeys((*planned.cannot_continue_reasons, *output.cannot_continue_reasons)))
    return planned.model_copy(
        update={
            "planned_queries": queries,
            "cannot_continue_reasons": reasons,
            "risk_tags": tags(planned.risk_tags, output.risk_tags),
        }
    )


def _needed(given: Input) -> dict[ReadTool, str]:
    """Tool by tool, in order, what it is asked for."""
    asked = given.intent_result
    wanted = [asked.intent, *(Intent(name) for name in asked.secondary_intents if name in set(Intent))]
    by_intent = [tool for intent in wanted for tool in _BY_INTENT.get(intent, ())]
    by_claim = [_BY_CLAIM[claim.claim_type] for claim in asked.user_claims if claim.claim_type in _BY_CLAIM]
    needed = {tool: purpose for tool, purpose in _PURPOSES.items() if tool in {*by_intent, *by_claim}}
    if asked.intent in _ORDER_OPTIONAL and not _argument(given):
        return {}
    return {tool: purpose for tool, purpose in needed.items() if not _known(given, tool)}


def _known(given: Input, tool: ReadTool) -> bool:
    return bool(getattr(given.known_tool_facts, tool.removeprefix("query_")))


def _argument(given: Input) -> str | None:
    """The order's number: from a slot, or from what the program vouches for."""
    return given.intent_result.slots.order_id or given.trusted_context.get(ORDER_ID)


def _plan(given: Input, needed: dict[ReadTool, str], *, confidence: float) -> Output:
    order = _argument(given)
    queries = tuple(
        PlannedQuery(
            tool_name=tool,
            args={ORDER_ID: order} if order else {},
            purpose=purpose,
            required_before_decision=True,
            missing_args=() if order else (ORDER_ID,),
        )
        for tool, purpose in needed.items()
    )
    return Output(
        need_tool_queries=bool(queries),
        planned_queries=queries,
        cannot_continue_reasons=("The order number is missing.",) if queries and not order else (),
        risk_tags=tags(given.intent_result.risk_tags),
        confidence=confidence,
    )
