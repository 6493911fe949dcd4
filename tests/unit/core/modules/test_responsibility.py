"""Seed 003, responsibility_v2: its example, and its eight hard rules, each with a model that breaks it."""

from typing import Any

import pytest

from core.actions.deciding import MAX_SUMMARY
from core.domain.action import Fact, FactKind
from core.domain.evidence import CaseDecision
from core.domain.judgement import ClaimType, Intent, UserClaim
from core.modules.responsibility import DecisionBasis, Input, Output, enforce, rules
from tests.unit.core.modules.cases import FACTS, NO_TRACE, NOT_SHIPPED, PAID, SHIPPED, asked, evidence

REFUNDS = evidence("refund_allowed")


def given(**fields: Any) -> Input:
    values = {
        "intent_result": asked(),
        "facts": FACTS,
        "selected_evidence": (REFUNDS,),
        "evidence_sufficiency": "sufficient",
    }
    return Input(**{**values, **fields})


def a_models(decision: CaseDecision = "refund_allowed", **fields: Any) -> Output:
    values: dict[str, Any] = {
        "responsible_party": "merchant",
        "decision_basis": DecisionBasis(verified_facts_used=("订单已支付",), evidence_ids_used=("E001",)),
        "automation_level": "auto_allowed",
        "confidence": 0.99,
        "next_action": "call_refund_tool",
        "reason_summary": "Paid and not shipped.",
    }
    return Output(decision=decision, **{**values, **fields})


def test_the_seeds_example() -> None:
    output = rules(given())
    assert output.responsible_party == "merchant"
    assert output.decision == "refund_allowed"
    assert output.decision_basis.verified_facts_used == ("订单已支付", "工具显示未发货", "无物流轨迹")
    assert output.decision_basis.evidence_ids_used == ("E001",)
    assert output.decision_basis.user_claims_not_verified == ()
    assert output.evidence_policy_ids == ("R001",)
    assert output.decision_blockers == ()
    assert output.required_before_execution == ("user_confirmation", "permission_check", "idempotency_key")
    assert output.automation_level == "confirmation_required"
    assert output.risk_tags == ("high_risk_action",)
    assert output.next_action == "request_user_confirmation"
    assert output.confidence >= 0.9


@pytest.mark.parametrize(
    ("intent", "decision", "party", "facts"),
    [
        (Intent.COMPENSATION_REQUEST, "compensation_allowed", "merchant", FACTS),
        (Intent.CANCEL_ORDER, "cancellation_allowed", "merchant", FACTS),
        (Intent.MODIFY_ORDER, "action_allowed", "merchant", FACTS),
        (Intent.ACCESS_REQUEST, "action_allowed", "unknown", ()),
        (Intent.LOGISTICS_QUERY, "information_only", "merchant", FACTS),
        (Intent.HUMAN_SERVICE_REQUEST, "human_handoff", "unknown", ()),
        (Intent.COMPLAINT, "human_handoff", "merchant", FACTS),
    ],
)
def test_what_each_intent_comes_to(intent: Intent, decision: str, party: str, facts: tuple[Fact, ...]) -> None:
    all_of_it = evidence("refund_allowed", "compensation_allowed", "cancellation_allowed")
    output = rules(given(intent_result=asked(intent), facts=facts, selected_evidence=(all_of_it,)))
    assert (output.decision, output.responsible_party) == (decision, party)


def fact(kind: FactKind, value: str) -> Fact:
    return Fact(tool_name="query_order", kind=kind, value=value)


@pytest.mark.parametrize(
    ("intent", "more", "decision", "blocker"),
    [
        (Intent.REFUND_REQUEST, fact(FactKind.AFTER_SALES_STATUS, "refunded"), "refund_denied", "already_refunded"),
        (
            Intent.REFUND_REQUEST,
            fact(FactKind.AFTER_SALES_STATUS, "refund_requested"),
            "refund_denied",
            "refund_already_requested",
        ),
        (
            Intent.COMPENSATION_REQUEST,
            fact(FactKind.AFTER_SALES_STATUS, "compensated"),
            "compensation_denied",
            "already_compensated",
        ),
        (Intent.CANCEL_ORDER, fact(FactKind.ORDER_STATUS, "cancelled"), "human_handoff", "already_cancelled"),
    ],
)
def test_facts_stand_in_the_way_whatever_a_model_says(intent: Intent, more: Fact, decision: str, blocker: str) -> None:
    asks = given(intent_result=asked(intent), facts=(*FACTS, more))
    allowed: CaseDecision = {
        Intent.REFUND_REQUEST: "refund_allowed",
        Intent.COMPENSATION_REQUEST: "compensation_allowed",
    }.get(intent, "cancellation_allowed")  # type: ignore[assignment]
    for output in (rules(asks), enforce(asks, a_models(allowed))):
        assert output.decision == decision
        assert output.decision_blockers == (blocker,)
        assert output.required_before_execution == ("none",)


@pytest.mark.parametrize("decision", ["refund_allowed", "compensation_allowed"])
@pytest.mark.parametrize(
    "without",
    [
        {"selected_evidence": ()},
        {"selected_evidence": (evidence("cancellation_allowed"),)},
        {"selected_evidence": (evidence("refund_allowed", "compensation_allowed", trust="low"),)},
        {"selected_evidence": (evidence("refund_allowed", risk_tags=("possible_prompt_injection",)),)},
        {"evidence_sufficiency": "insufficient"},
    ],
)
def test_rule_1_nothing_is_allowed_without_policy_evidence(decision: CaseDecision, without: dict[str, Any]) -> None:
    intent = Intent.REFUND_REQUEST if decision == "refund_allowed" else Intent.COMPENSATION_REQUEST
    asks = given(intent_result=asked(intent), **without)
    output = enforce(asks, a_models(decision))
    assert output.decision == rules(asks).decision == "need_more_info"
    assert output.next_action == "search_policy"
    assert output.decision_basis.evidence_ids_used == ()


def test_rule_1_evidence_that_a_model_invents_or_does_not_cite_carries_nothing() -> None:
    invented = DecisionBasis(verified_facts_used=("退款政策允许",), evidence_ids_used=("E999",))
    output = enforce(given(), a_models(decision_basis=invented, evidence_policy_ids=("R777",)))
    assert output == rules(given())
    mixed = DecisionBasis(verified_facts_used=("退款政策允许", "订单已支付"), evidence_ids_used=("E999", "E001"))
    basis = enforce(given(), a_models(decision_basis=mixed, evidence_policy_ids=("R777",)))
    assert basis.decision_basis.verified_facts_used == ("订单已支付",)
    assert basis.decision_basis.evidence_ids_used == ("E001",)
    assert basis.evidence_policy_ids == ("R001",)


@pytest.mark.parametrize("facts", [(), (PAID,), (NOT_SHIPPED,), (NO_TRACE,)])
@pytest.mark.parametrize("decision", ["refund_allowed", "refund_denied", "human_handoff", "information_only"])
def test_rule_2_without_tool_facts_more_is_needed(decision: CaseDecision, facts: tuple[Fact, ...]) -> None:
    output = enforce(given(facts=facts), a_models(decision))
    assert (output.decision, output.next_action) == ("need_more_info", "query_more_facts")


def test_rule_2_a_required_query_without_an_answer_counts_as_missing() -> None:
    assert enforce(given(missing_facts=("query_after_sales",)), a_models()).decision == "need_more_info"


def test_rule_3_tool_results_that_contradict_each_other_are_tagged_and_reviewed() -> None:
    asks = given(facts=(*FACTS, SHIPPED))
    assert "conflicting_tool_results" in rules(asks).risk_tags
    assert rules(asks).decision == "human_handoff"
    output = enforce(asks, a_models())
    assert "conflicting_tool_results" in output.risk_tags
    assert output.automation_level == "human_review_required"
    assert "conflicting_tool_results" not in rules(given()).risk_tags


def test_rule_4_the_tools_facts_win_over_what_the_asker_says() -> None:
    asks = given(facts=(PAID, SHIPPED))
    for output in (rules(asks), enforce(asks, a_models())):
        assert "user_claim_conflicts_with_tool_result" in output.risk_tags
        assert output.decision == "human_handoff"
        assert output.decision_basis.user_claims_not_verified == ("用户称订单三天没发货",)


def test_rule_5_what_is_of_high_risk_has_its_prerequisites() -> None:
    output = enforce(given(), a_models(required_before_execution=("none",)))
    assert output.required_before_execution == ("user_confirmation", "permission_check", "idempotency_key")
    assert output.automation_level == "confirmation_required"
    assert output.next_action == "request_user_confirmation"
    more = enforce(given(), a_models(required_before_execution=("policy_check",)))
    assert "policy_check" in more.required_before_execution


@pytest.mark.parametrize(
    "summary",
    [
        "refund_completed",
        "order_cancelled: yes",
        "退款已成功。",
        "The refund has been processed.",
        "Storno ist erfolgt.",
    ],
)
def test_rule_6_nothing_is_said_to_be_executed(summary: str) -> None:
    output = enforce(given(), a_models(reason_summary=summary))
    assert output.reason_summary == rules(given()).reason_summary


@pytest.mark.parametrize("decision", ["refund_allowed", "need_more_info", "human_handoff", "information_only"])
def test_rule_7_under_attack_nothing_goes_on_by_itself(decision: CaseDecision) -> None:
    output = enforce(given(risk_tags=("possible_prompt_injection",)), a_models(decision))
    assert output.automation_level != "auto_allowed"
    assert "possible_prompt_injection" in output.risk_tags
    if decision == "refund_allowed":
        assert output.automation_level == "human_review_required"
        assert "human_review" in output.required_before_execution


@pytest.mark.parametrize(
    "where",
    [
        {"intent_result": asked().model_copy(update={"risk_tags": ("possible_prompt_injection", "multi_intent")})},
        {"selected_evidence": (REFUNDS, evidence("refund_allowed", n=2, risk_tags=("possible_prompt_injection",)))},
    ],
)
def test_rule_7_an_attack_counts_wherever_it_was_found(where: dict[str, Any]) -> None:
    for output in (rules(given(**where)), enforce(given(**where), a_models())):
        assert output.automation_level == "human_review_required"
        assert output.risk_tags == ("possible_prompt_injection", "high_risk_action")


def test_rule_8_the_reason_is_short() -> None:
    long = "First I looked at the order. " * 40
    summary = enforce(given(), a_models(reason_summary=long)).reason_summary
    assert len(summary) <= MAX_SUMMARY
    assert summary.endswith(".")
    assert len(enforce(given(), a_models(reason_summary="x" * 999)).reason_summary) <= MAX_SUMMARY


def test_tools_that_contradict_each_other_deny_nothing() -> None:
    asks = given(facts=(*FACTS, fact(FactKind.PAYMENT_STATUS, "unpaid")))
    for output in (rules(asks), enforce(asks, a_models("refund_denied"))):
        assert output.decision == "human_handoff"


def test_a_wish_for_an_action_leads_over_a_question() -> None:
    asks = asked(Intent.LOGISTICS_QUERY, secondary=("refund_request",))
    assert rules(given(intent_result=asks)).decision == "refund_allowed"
    assert rules(given(intent_result=asks, facts=(NOT_SHIPPED,))).decision == "need_more_info"


def test_what_a_model_calls_a_blocker_is_none_if_it_says_that_something_was_done() -> None:
    output = enforce(given(), a_models("human_handoff", decision_blockers=("退款已成功", "the amount is unclear")))
    assert output.decision_blockers == ("the amount is unclear",)


def test_doubt_brings_a_human_in() -> None:
    assert enforce(given(), a_models(confidence=0.5)).automation_level == "human_review_required"
    assert rules(given(evidence_sufficiency="partial")).next_action == "request_human_review"
    at_odds = (REFUNDS, evidence("refund_denied", n=2))
    assert rules(given(selected_evidence=at_odds)).decision_blockers == ("conflicting_policy_evidence",)


def test_a_model_may_be_more_careful_and_its_reason_stands() -> None:
    careful = a_models("human_handoff", automation_level="blocked", reason_summary="The amount looks odd.")
    output = enforce(given(), careful)
    assert (output.decision, output.automation_level) == ("human_handoff", "blocked")
    assert output.reason_summary == "The amount looks odd."


def test_what_was_not_asked_for_is_not_allowed() -> None:
    asks = given(intent_result=asked(Intent.CANCEL_ORDER))
    assert enforce(asks, a_models("refund_allowed")).decision != "refund_allowed"
    both = given(intent_result=asked(Intent.COMPLAINT, secondary=("refund_request",)))
    assert enforce(both, a_models("refund_allowed")).decision == "refund_allowed"


@pytest.mark.parametrize(
    ("facts", "claims", "reason", "party"),
    [
        ((PAID, SHIPPED, fact(FactKind.LOGISTICS_STATUS, "lost")), (), "", "logistics"),
        (
            (PAID, fact(FactKind.LOGISTICS_STATUS, "in_transit")),
            (UserClaim(claim_type=ClaimType.LOGISTICS_STATUS, claim_text="还没到"),),
            "",
            "logistics",
        ),
        ((fact(FactKind.PAYMENT_STATUS, "unpaid"), NOT_SHIPPED), (), "", "user"),
        ((PAID, fact(FactKind.SHIPMENT_STATUS, "delivered")), (), "不想要了", "user"),
        ((PAID, fact(FactKind.SHIPMENT_STATUS, "delivered")), (), "broken", "unknown"),
    ],
)
def test_whose_doing_it_is(facts: tuple[Fact, ...], claims: tuple[UserClaim, ...], reason: str, party: str) -> None:
    claims = claims or (UserClaim(claim_type=ClaimType.OTHER, claim_text="hm"),)
    output = rules(given(intent_result=asked(Intent.REFUND_REQUEST, *claims, reason=reason), facts=facts))
    assert output.responsible_party == party
