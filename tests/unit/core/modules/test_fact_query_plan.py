"""Seed 003, fact_query_plan_v1: its rules, each with a model that breaks it."""

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from core.domain.action import TOOLS, ReadTool
from core.domain.judgement import ClaimType, Intent, IntentResult, IntentSlots, UserClaim
from core.modules.fact_query_plan import Input, KnownFacts, Output, PlannedQuery, enforce, rules

CLAIM = UserClaim(claim_type=ClaimType.SHIPMENT_STATUS, claim_text="用户称订单三天没发货")


def given(
    intent: Intent = Intent.REFUND_REQUEST,
    order_id: str | None = "O123",
    *,
    claims: tuple[UserClaim, ...] = (CLAIM,),
    secondary: tuple[str, ...] = (),
    risk_tags: tuple[str, ...] = (),
    **more: Any,
) -> Input:
    result = IntentResult(
        intent=intent,
        secondary_intents=secondary,
        slots=IntentSlots(order_id=order_id),
        user_claims=claims,
        risk_tags=risk_tags,
    )
    return Input(intent_result=result, **more)


def query(tool_name: str, **args: str) -> PlannedQuery:
    return PlannedQuery(tool_name=tool_name, args=args, purpose="Look", required_before_decision=True)  # type: ignore[arg-type]


def a_models(*queries: PlannedQuery) -> Output:
    return Output(need_tool_queries=bool(queries), planned_queries=queries, confidence=0.9)


def names(output: Output) -> list[str]:
    return [query.tool_name for query in output.planned_queries]


def test_the_seeds_refund_asks_for_order_payment_logistics_and_after_sales() -> None:
    output = rules(given())
    assert set(names(output)) == {"query_order", "query_payment", "query_logistics", "query_after_sales"}
    assert all(query.args == {"order_id": "O123"} for query in output.planned_queries)
    assert all(query.required_before_decision for query in output.planned_queries)
    assert output.executable == output.planned_queries


@pytest.mark.parametrize(
    ("intent", "tools"),
    [
        (Intent.ORDER_STATUS_QUERY, {"query_order"}),
        (Intent.LOGISTICS_QUERY, {"query_order", "query_logistics"}),
        (Intent.CANCEL_ORDER, {"query_order", "query_payment", "query_logistics"}),
        (Intent.COMPENSATION_REQUEST, {"query_order", "query_logistics", "query_after_sales"}),
        (Intent.POLICY_QUESTION, set()),
        (Intent.HUMAN_SERVICE_REQUEST, set()),
    ],
)
def test_what_each_intent_needs(intent: Intent, tools: set[str]) -> None:
    output = rules(given(intent, claims=()))
    assert set(names(output)) == tools
    assert output.need_tool_queries is bool(tools)


def test_a_second_intent_and_what_tools_said_already_change_the_plan() -> None:
    assert "query_logistics" in names(
        rules(given(Intent.ORDER_STATUS_QUERY, claims=(), secondary=("logistics_query",)))
    )
    known = KnownFacts(order={"status": "paid"}, payment={"status": "paid"})
    assert set(names(rules(given(known_tool_facts=known)))) == {"query_logistics", "query_after_sales"}


def test_rule_1_only_read_only_tools_can_be_planned_at_all() -> None:
    reading = {tool.name for tool in TOOLS if not tool.risk.writes}
    assert set(get_args(ReadTool)) <= reading
    for name in ("create_refund", "create_compensation", "cancel_order", "modify_address", "create_ticket"):
        with pytest.raises(ValidationError):
            query(name)


def test_rule_2_arguments_come_from_slots_or_trusted_context() -> None:
    output = enforce(given(), a_models(query("query_order", order_id="O999"), query("query_ticket", order_id="O7")))
    assert {query.args["order_id"] for query in output.planned_queries} == {"O123"}
    trusted = rules(given(order_id=None, trusted_context={"order_id": "O55"}))
    assert trusted.planned_queries[0].args == {"order_id": "O55"}


def test_rule_3_without_an_order_number_nothing_can_be_asked_and_it_says_so() -> None:
    for output in (
        rules(given(order_id=None)),
        enforce(given(order_id=None), a_models(query("query_order", order_id="O123"))),
    ):
        assert output.planned_queries
        assert all(query.missing_args == ("order_id",) and not query.args for query in output.planned_queries)
        assert output.executable == ()
        assert output.cannot_continue_reasons == ("The order number is missing.",)


def test_a_complaint_goes_on_without_an_order_number() -> None:
    assert rules(given(Intent.COMPLAINT, None)).planned_queries == ()
    assert "query_ticket" in names(rules(given(Intent.COMPLAINT)))


def test_rule_4_under_attack_reading_stays_possible_and_the_tag_stays() -> None:
    output = enforce(given(risk_tags=("possible_prompt_injection",)), a_models())
    assert "query_order" in names(output)
    assert output.risk_tags == ("possible_prompt_injection",)


def test_rule_5_a_claim_never_replaces_a_query() -> None:
    output = enforce(given(), a_models())
    assert {"query_order", "query_logistics"} <= set(names(output))
    assert output.need_tool_queries
    paid = UserClaim(claim_type=ClaimType.PAYMENT_STATUS, claim_text="I paid already")
    assert "query_payment" in names(rules(given(Intent.ORDER_STATUS_QUERY, claims=(paid,))))


def test_a_model_may_ask_more_but_not_again() -> None:
    known = KnownFacts(order={"status": "paid"})
    output = enforce(given(known_tool_facts=known), a_models(query("query_ticket"), query("query_order")))
    assert "query_order" not in names(output)
    (ticket,) = [query for query in output.planned_queries if query.tool_name == "query_ticket"]
    assert not ticket.required_before_decision
