"""Seed 003, tool_authorization_v1: its nine hard rules, each with a model that breaks it."""

from typing import Any

import pytest

from core.domain.action import TOOLS, Checks, Permission, Tool, ToolRisk
from core.modules.tool_authorization import AuthorizationDecision, Check, Input, Output, enforce, rules

ALLOW, CONFIRM, REVIEW, MORE, DENY = AuthorizationDecision
PASSED = Checks(
    schema_valid=True,
    owned_by_asker=True,
    permission=Permission(granted=True, basis="directory"),
    confirmed_by_asker=True,
    evidence_sufficiency="sufficient",
    idempotency_key="key-1",
)
ARGS = {"order_id": "O123", "amount": 129.0}
HIGH = [tool.name for tool in TOOLS if tool.risk.high]
WRITING = [tool.name for tool in TOOLS if tool.risk.writes]
READING = [tool.name for tool in TOOLS if not tool.risk.writes]


def given(tool: str = "create_refund", *risk_tags: str, **checks: Any) -> Input:
    return Input(tool_name=tool, args=ARGS, checks=PASSED.model_copy(update=checks), risk_tags=risk_tags)


def a_models(decision: AuthorizationDecision = ALLOW, **fields: Any) -> Output:
    values = {"allowed_tool_name": "create_refund", "sanitized_args": ARGS, "audit_level": "normal", "confidence": 1.0}
    return Output(authorization_decision=decision, **{**values, **fields})


def both(asked: Input) -> AuthorizationDecision:
    """What is decided, by the rules and of a model that allows everything alike."""
    by_rules, of_model = rules(asked), enforce(asked, a_models())
    assert by_rules.authorization_decision == of_model.authorization_decision
    return of_model.authorization_decision


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_what_passed_every_check_may_run_with_exactly_its_arguments(tool: str) -> None:
    output = enforce(given(tool), a_models(sanitized_args={"order_id": "O999"}, allowed_tool_name="create_refund"))
    assert output.authorization_decision is ALLOW
    assert (output.allowed_tool_name, output.sanitized_args) == (tool, ARGS)
    assert output.required_checks == output.denied_reasons == ()


@pytest.mark.parametrize(
    "tool", ["delete_order", "create_refund_all", "CREATE_REFUND", "create_refund ", "payroll_delete"]
)
def test_rule_1_a_tool_that_is_not_listed_is_denied(tool: str) -> None:
    assert both(given(tool)) is DENY
    output = enforce(given(tool), a_models(allowed_tool_name=tool))
    assert (output.allowed_tool_name, output.sanitized_args, output.audit_level) == (None, {}, "critical")
    assert output.denied_reasons == ("tool_not_listed",)


def test_rule_1_an_operators_list_is_the_list() -> None:
    only = (Tool(name="grant_badge", risk=ToolRisk.WRITE_HIGH),)
    assert both(given("create_refund").model_copy(update={"tools": only})) is DENY
    assert both(given("grant_badge").model_copy(update={"tools": only})) is ALLOW


@pytest.mark.parametrize("tool", WRITING)
def test_rule_2_a_writing_tool_needs_the_askers_confirmation(tool: str) -> None:
    assert both(given(tool, confirmed_by_asker=None)) is CONFIRM
    assert both(given(tool, confirmed_by_asker=False)) is DENY


@pytest.mark.parametrize("tool", HIGH)
def test_rule_3_refund_compensation_and_cancellation_need_permission(tool: str) -> None:
    assert {"create_refund", "create_compensation", "cancel_order"} <= set(HIGH)
    asked = given(tool, permission=None)
    assert both(asked) is MORE
    assert Check.PERMISSION_CHECK in enforce(asked, a_models()).required_checks
    assert both(given(tool, permission=Permission(granted=False, basis="directory"))) is DENY


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_rule_4_what_belongs_to_somebody_else_is_denied(tool: str) -> None:
    assert both(given(tool, owned_by_asker=False)) is DENY


@pytest.mark.parametrize("tool", WRITING)
def test_rule_4_whose_it_is_must_be_known_before_anything_is_written(tool: str) -> None:
    assert both(given(tool, owned_by_asker=None)) is MORE


@pytest.mark.parametrize("key", [None, "", "  "])
@pytest.mark.parametrize("tool", WRITING)
def test_rule_5_no_writing_without_an_idempotency_key(tool: str, key: str | None) -> None:
    assert both(given(tool, idempotency_key=key)) is MORE


@pytest.mark.parametrize("tag", ["possible_prompt_injection", "permission_bypass_request", "tool_misuse_attempt"])
@pytest.mark.parametrize("tool", HIGH)
def test_rule_6_under_attack_a_human_reviews_what_is_of_high_risk(tool: str, tag: str) -> None:
    assert both(given(tool, tag)) is REVIEW
    assert both(given(tool, tag, approved_by_human=True)) is ALLOW
    assert both(given(tool, tag, approved_by_human=False)) is DENY
    assert Check.HUMAN_REVIEW in enforce(given(tool, tag, idempotency_key=None), a_models()).required_checks


def test_an_attack_raises_what_the_milder_tools_ask_for_by_one_step() -> None:
    assert both(given("create_ticket", "possible_prompt_injection")) is REVIEW
    assert both(given("query_order", "possible_prompt_injection", confirmed_by_asker=None)) is CONFIRM
    assert both(given("query_order", confirmed_by_asker=None)) is ALLOW


@pytest.mark.parametrize("tool", ["create_refund", "create_compensation"])
def test_rule_7_no_refund_or_compensation_on_insufficient_evidence(tool: str) -> None:
    assert both(given(tool, evidence_sufficiency="insufficient", approved_by_human=True)) is DENY
    assert both(given(tool, evidence_sufficiency="partial")) is REVIEW
    assert both(given(tool, evidence_sufficiency=None)) is MORE
    assert both(given("create_ticket", evidence_sufficiency=None)) is ALLOW


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_rule_8_arguments_that_do_not_fit_their_schema_are_denied(tool: str) -> None:
    assert both(given(tool, schema_valid=False)) is DENY
    assert both(given(tool, schema_valid=None)) is MORE


@pytest.mark.parametrize("tool", HIGH)
def test_rule_9_who_calls_themselves_an_admin_is_permitted_nothing(tool: str) -> None:
    said = Permission(granted=True, basis="asker_statement")
    assert both(given(tool, permission=said)) is MORE
    assert Check.PERMISSION_CHECK in enforce(given(tool, permission=said), a_models()).required_checks


def test_a_model_may_be_stricter_and_its_reason_stands() -> None:
    output = enforce(given(), a_models(DENY, denied_reasons=("amount looks wrong",)))
    assert output.denied_reasons == ("amount looks wrong",)
    assert output.sanitized_args == {}
    assert enforce(given(), a_models(DENY)).denied_reasons == ("not_authorized",)
    assert enforce(given(), a_models(REVIEW)).authorization_decision is REVIEW


def test_tags_and_the_audit_level_are_never_lowered() -> None:
    output = enforce(given("create_ticket", "sensitive_data_request"), a_models(risk_tags=("odd_amount",)))
    assert output.risk_tags == ("sensitive_data_request", "odd_amount")
    assert output.audit_level == "critical"
    assert rules(given()).risk_tags == ("high_risk_action",)
    assert [rules(given(tool)).audit_level for tool in ("query_order", "create_ticket", "send_email")] == [
        "normal",
        "elevated",
        "critical",
    ]


@pytest.mark.parametrize("tool", READING)
def test_reading_needs_nobodys_yes(tool: str) -> None:
    assert both(Input(tool_name=tool, args=ARGS, checks=Checks(schema_valid=True))) is ALLOW
