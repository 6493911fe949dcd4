"""Seed 003, state_verification_v1: its seven rules, each with a model that breaks it."""

from typing import Any

import pytest

from core.actions.statuses import Status
from core.domain.action import TOOLS, Execution, Fact, FactKind
from core.modules.state_verification import (
    EFFECTS,
    MAX_LOOKS,
    Input,
    NextAction,
    Output,
    VerificationStatus,
    enforce,
    rules,
)

SUCCESS, FAILED, UNCERTAIN, RETRY, HANDOFF = VerificationStatus
CREATED = Fact(
    tool_name="query_after_sales", kind=FactKind.AFTER_SALES_STATUS, value="refund_created", text="退款申请已创建"
)
NOTHING = Fact(tool_name="query_after_sales", kind=FactKind.AFTER_SALES_STATUS, value="none", text="无退款")


def given(result: str = "success", *observed: Fact, key: str | None = "key-1", attempts: int = 1, **more: Any) -> Input:
    execution = Execution(
        tool_name="create_refund",
        args={"order_id": "O123"},
        result=result,  # type: ignore[arg-type]
        idempotency_key=key,
        attempts=attempts,
    )
    return Input(execution=execution, observed=observed, **more)


def a_models(
    status: VerificationStatus = SUCCESS, next_action: NextAction = "generate_success_response", **more: Any
) -> Output:
    values: dict[str, Any] = {"should_tell_user_success": True, "reason_summary": "It worked.", "confidence": 1.0}
    return Output(verification_status=status, next_action=next_action, **{**values, **more})


def both(asked: Input) -> tuple[VerificationStatus, bool, str]:
    """What is found, by the rules and of a model that claims success alike."""
    by_rules, of_model = rules(asked), enforce(asked, a_models())
    assert (by_rules.verification_status, by_rules.next_action) == (of_model.verification_status, of_model.next_action)
    return of_model.verification_status, of_model.should_tell_user_success, of_model.next_action


def test_the_seeds_success_is_what_the_second_look_finds() -> None:
    assert both(given("success", CREATED)) == (SUCCESS, True, "generate_success_response")
    assert rules(given("success", CREATED)).verified_facts == ("退款申请已创建",)


def test_an_answer_that_was_lost_is_a_success_once_the_effect_is_found() -> None:
    assert both(given("unknown", CREATED)) == (SUCCESS, True, "generate_success_response")


@pytest.mark.parametrize("observed", [(), (NOTHING,)])
def test_rules_1_to_3_a_tools_own_success_is_none(observed: tuple[Fact, ...]) -> None:
    assert both(given("success", *observed)) == (RETRY, False, "retry_check")
    assert both(given("success", *observed, looks=MAX_LOOKS)) == (UNCERTAIN, False, "human_handoff")
    handed = enforce(given("success", *observed), a_models(HANDOFF))
    assert handed.verification_status is UNCERTAIN


@pytest.mark.parametrize("result", ["success", "failed", "unknown"])
@pytest.mark.parametrize("observed", [(), (NOTHING,), (CREATED,), (CREATED, NOTHING)])
@pytest.mark.parametrize("status", VerificationStatus)
def test_rule_4_success_is_told_only_where_it_is_certain(
    result: str, observed: tuple[Fact, ...], status: VerificationStatus
) -> None:
    output = enforce(given(result, *observed), a_models(status))
    proven = observed == (CREATED,) and result != "failed"
    assert output.should_tell_user_success is (output.verification_status is SUCCESS)
    assert not output.should_tell_user_success or proven


def test_rule_5_no_number_and_no_fact_is_made_up() -> None:
    output = enforce(
        given("success", CREATED),
        a_models(reason_summary="Refund RF-20931 exists.", verified_facts=("退款单 RF-20931",)),
    )
    assert "RF-20931" not in output.model_dump_json()
    assert output.verified_facts == ("退款申请已创建",)
    reported = given("success", CREATED)
    execution = reported.execution.model_copy(update={"reported": {"refund_id": "RF-20931"}})
    known = enforce(reported.model_copy(update={"execution": execution}), a_models(reason_summary="RF-20931 exists."))
    assert known.reason_summary == "RF-20931 exists."


def test_rule_5_a_reason_claims_no_success_that_was_not_verified() -> None:
    output = enforce(given("success"), a_models(RETRY, "retry_check", reason_summary="The refund has been processed."))
    assert output.reason_summary == rules(given("success")).reason_summary


def test_rule_6_a_writing_tool_is_tried_again_once_with_its_key_and_only_if_nothing_happened() -> None:
    assert both(given("unknown", NOTHING)) == (RETRY, False, "retry_tool_with_idempotency")
    assert both(given("unknown", NOTHING, key=None)) == (HANDOFF, False, "human_handoff")
    assert both(given("unknown", NOTHING, attempts=2)) == (HANDOFF, False, "human_handoff")
    assert both(given("unknown")) == (RETRY, False, "retry_check")
    blind = a_models(RETRY, "retry_tool_with_idempotency")
    assert enforce(given("success"), blind).next_action == "retry_check"
    assert enforce(given("unknown", key=None), blind).next_action == "retry_check"
    assert enforce(given("success", CREATED), blind).next_action == "generate_success_response"


def test_rule_7_what_does_not_fit_together_goes_to_a_human() -> None:
    for asked in (
        given("success", CREATED, NOTHING),
        given("failed", CREATED),
        given("success", CREATED, found_key="another"),
    ):
        assert both(asked) == (HANDOFF, False, "human_handoff")
    assert "conflicting_tool_results" in rules(given("success", CREATED, NOTHING)).risk_tags


def test_a_failure_is_one_when_the_second_look_confirms_it() -> None:
    assert both(given("failed", NOTHING)) == (FAILED, False, "generate_failure_response")
    assert both(given("failed")) == (RETRY, False, "retry_check")
    assert enforce(given("unknown"), a_models(FAILED)).verification_status is RETRY


def test_what_was_so_before_proves_nothing_unless_it_bears_the_key() -> None:
    assert both(given("success", CREATED, before=(CREATED,)))[0] is RETRY
    assert both(given("unknown", CREATED, before=(CREATED,)))[0] is HANDOFF
    assert both(given("success", CREATED, before=(CREATED,), found_key="key-1"))[0] is SUCCESS


def test_a_model_may_doubt_what_is_found() -> None:
    output = enforce(given("success", CREATED), a_models(UNCERTAIN))
    assert (output.verification_status, output.should_tell_user_success) == (UNCERTAIN, False)
    assert output.next_action == "human_handoff"


def test_every_writing_tool_has_an_effect_to_look_for_and_an_operators_tool_names_its_own() -> None:
    assert set(EFFECTS) == {tool.name for tool in TOOLS if tool.risk.writes}
    badge = Execution(tool_name="grant_badge", result="success", idempotency_key="k")
    fact = Fact(tool_name="query_badge", kind=FactKind.ACCESS_STATUS, value="granted")
    assert not rules(Input(execution=badge, observed=(fact,))).should_tell_user_success
    assert rules(
        Input(execution=badge, observed=(fact,), expected=frozenset({Status.GRANTED}))
    ).should_tell_user_success
