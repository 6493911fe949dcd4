"""Seed 003, failure_recovery_v1: its seven actions, and its seven rules, each with a model that breaks it."""

from typing import Any

import pytest

from core.domain.action import ToolRisk
from core.modules.failure_recovery import Failure, Input, Output, RecoveryAction, enforce, rules

CLARIFY, READ, RETRIEVE, TEMPLATE, HANDOFF, REJECT, SAFE = RecoveryAction
WRITING = [Failure.WRITE_TOOL_FAILED, Failure.WRITE_TOOL_UNKNOWN, Failure.VERIFICATION_FAILED]


def given(failure: Failure, **more: Any) -> Input:
    return Input(failure=failure, **more)


def a_models(action: RecoveryAction, reason: str = "Because.") -> Output:
    return Output(
        recovery_action=action,
        reason_summary=reason,
        max_retry_reached=False,
        user_visible_message_needed=False,
        user_visible_message_type="none",
        confidence=1.0,
    )


def actions(asked: Input) -> set[RecoveryAction]:
    """What can come of it, whatever a model says."""
    return {enforce(asked, a_models(action)).recovery_action for action in RecoveryAction}


@pytest.mark.parametrize(
    ("failure", "action", "message"),
    [
        (Failure.SLOTS_MISSING, CLARIFY, "clarification"),
        (Failure.READ_TOOL_FAILED, READ, "none"),
        (Failure.RETRIEVAL_FAILED, RETRIEVE, "none"),
        (Failure.EVIDENCE_INSUFFICIENT, RETRIEVE, "none"),
        (Failure.MODEL_UNAVAILABLE, TEMPLATE, "safe_fallback"),
        (Failure.CONFLICTING_RESULTS, HANDOFF, "human_handoff"),
        (Failure.NOT_AUTHORIZED, REJECT, "rejection"),
        (Failure.INTERNAL_ERROR, SAFE, "safe_fallback"),
    ],
)
def test_the_seven_actions(failure: Failure, action: RecoveryAction, message: str) -> None:
    output = rules(given(failure))
    assert (output.recovery_action, output.user_visible_message_type) == (action, message)
    assert output.user_visible_message_needed is (message != "none")
    assert not output.max_retry_reached


@pytest.mark.parametrize("failure", WRITING)
def test_rules_1_and_2_after_a_failed_write_only_a_look_or_a_human_follows(failure: Failure) -> None:
    assert actions(given(failure, idempotency_key="k", tool_risk=ToolRisk.WRITE_HIGH)) == {READ, HANDOFF}
    assert rules(given(failure, idempotency_key="k")).user_visible_message_type == "delay_notice"
    assert actions(given(failure)) == {HANDOFF}
    assert actions(given(failure, idempotency_key="k", state_can_be_queried=False)) == {HANDOFF}
    assert {action for action in RecoveryAction if "retry" in action} == {READ, RETRIEVE}


@pytest.mark.parametrize("failure", Failure)
def test_rule_3_the_third_failure_goes_to_a_human(failure: Failure) -> None:
    asked = given(failure, attempts=3, idempotency_key="k")
    assert actions(asked) == {HANDOFF}
    assert rules(asked).max_retry_reached
    assert rules(asked).user_visible_message_type == "human_handoff"


def test_rule_4_without_evidence_nothing_is_refunded() -> None:
    starved = given(Failure.EVIDENCE_INSUFFICIENT, attempts=2, tool_risk=ToolRisk.WRITE_HIGH)
    assert actions(starved) == {HANDOFF}
    assert actions(given(Failure.EVIDENCE_INSUFFICIENT, attempts=2)) == {SAFE, HANDOFF}


@pytest.mark.parametrize("failure", [failure for failure in Failure if failure not in WRITING])
@pytest.mark.parametrize("risk", [ToolRisk.WRITE_HIGH, ToolRisk.EXTERNAL_HIGH])
def test_rule_5_high_risk_with_low_confidence_goes_to_a_human(failure: Failure, risk: ToolRisk) -> None:
    assert actions(given(failure, tool_risk=risk, confidence=0.79)) == {HANDOFF}
    assert rules(given(Failure.SLOTS_MISSING, tool_risk=risk, confidence=0.8)).recovery_action is CLARIFY


@pytest.mark.parametrize("failure", Failure)
@pytest.mark.parametrize("tag", ["sensitive_data_request", "permission_bypass_request"])
def test_rule_6_what_may_not_be_had_is_rejected_or_goes_to_a_human(failure: Failure, tag: str) -> None:
    assert actions(given(failure, risk_tags=(tag,), idempotency_key="k")) == {REJECT, HANDOFF}
    assert tag in rules(given(failure, risk_tags=(tag,))).risk_tags


def test_rule_7_it_holds_no_words_for_people() -> None:
    texts = {name for name, field in Output.model_fields.items() if field.annotation is str}
    assert texts == {"reason_summary"}  # for the record: the reply is made by `response`, of the type that stands here
    output = enforce(given(Failure.SLOTS_MISSING), a_models(CLARIFY))
    assert (output.user_visible_message_type, output.user_visible_message_needed) == ("clarification", True)


def test_a_model_may_give_up_earlier_but_not_go_another_way() -> None:
    assert actions(given(Failure.READ_TOOL_FAILED)) == {READ, SAFE, HANDOFF, REJECT}
    assert enforce(given(Failure.READ_TOOL_FAILED), a_models(HANDOFF, "It is down.")).reason_summary == "It is down."
    assert enforce(given(Failure.READ_TOOL_FAILED), a_models(CLARIFY, "Ask.")).reason_summary != "Ask."
