"""Seed 003, response_v2: its examples, its scenarios, and its rules, each with a model that breaks it."""

from typing import Any

import pytest

from core.actions.completion import completion_claim
from core.actions.saying import internals
from core.domain.action import Fact, FactKind
from core.domain.judgement import Emotion, Intent
from core.domain.language import Language
from core.modules.response import Input, Output, Scenario, VerificationResult, enforce, rules
from tests.unit.core.modules.cases import FACTS

VERIFIED = VerificationResult(verification_status="verified_success", should_tell_user_success=True)
PHRASES = [
    "退款已成功",
    "补偿已到账",
    "订单已取消",
    "工单已创建",
    "已经处理完成",
    "我已经调用工具",
    "系统判定你触发风控",
    "根据内部规则 R001",
]
"""The seed's forbidden ones."""
SPOKEN = [scenario for scenario in Scenario if scenario is not Scenario.EXECUTION_SUCCESS]


def given(scenario: Scenario = Scenario.NEED_CONFIRMATION, **more: Any) -> Input:
    values = {"language": Language.CHINESE, "intent": Intent.REFUND_REQUEST, "order_id": "O123", "facts": FACTS}
    return Input(scenario=scenario, **{**values, **more})


def a_models(reply: str, **more: Any) -> Output:
    values: dict[str, Any] = {
        "tone": "polite",
        "mentioned_decision": "",
        "need_user_action": False,
        "contains_unverified_claim": False,
        "public_explanation_level": "normal",
        "safe_to_send": True,
    }
    return Output(reply=reply, **{**values, **more})


def test_the_seeds_confirmation() -> None:
    output = rules(given())
    for part in ("已支付", "未发货", "退款", "请确认是否继续"):
        assert part in output.reply
    assert output.tone == "polite"
    assert output.need_user_action
    assert output.user_action_request == "请确认是否继续。"
    assert "可以进入退款的处理流程" in output.mentioned_decision
    assert (output.contains_unverified_claim, output.forbidden_phrases_detected) == (False, ())
    assert (output.public_explanation_level, output.safe_to_send) == ("normal", True)


def test_the_seeds_success() -> None:
    output = rules(given(Scenario.EXECUTION_SUCCESS, verification_result=VERIFIED))
    assert "已为您提交退款申请" in output.reply
    assert not output.need_user_action
    assert output.user_action_request is None
    assert output.safe_to_send


@pytest.mark.parametrize("language", [None, *Language])
@pytest.mark.parametrize("intent", Intent)
@pytest.mark.parametrize("scenario", Scenario)
def test_no_scenario_claims_success_in_any_language(
    scenario: Scenario, intent: Intent, language: Language | None
) -> None:
    for decision in ("refund_allowed", "refund_denied", "need_more_info", "human_handoff", "information_only", None):
        reply = rules(given(scenario, intent=intent, language=language, decision=decision)).reply
        assert reply
        assert completion_claim(reply) is None
        assert internals(reply) is None


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("scenario", SPOKEN)
def test_a_forbidden_phrase_never_goes_out_and_is_on_record(scenario: Scenario, phrase: str) -> None:
    asked = given(scenario)
    output = enforce(asked, a_models(f"您好，{phrase}。"))
    assert output.reply == rules(asked).reply
    assert phrase not in output.reply
    assert output.forbidden_phrases_detected
    assert output.safe_to_send


@pytest.mark.parametrize(
    "result",
    [
        None,
        VerificationResult(verification_status="uncertain", should_tell_user_success=False),
        VerificationResult(verification_status="uncertain", should_tell_user_success=True),
        VerificationResult(verification_status="verified_success", should_tell_user_success=False),
    ],
)
def test_success_is_told_only_where_it_was_verified(result: VerificationResult | None) -> None:
    asked = given(Scenario.EXECUTION_SUCCESS, verification_result=result)
    for output in (rules(asked), enforce(asked, a_models("您好，已为您提交退款申请。"))):
        assert output.reply == "目前还无法确定是否生效，一有确切结果我会在这里告诉您。"


@pytest.mark.parametrize("scenario", [scenario for scenario in SPOKEN if scenario is not Scenario.GENERAL_INFO])
def test_before_a_verified_success_a_models_words_never_go_out(scenario: Scenario) -> None:
    asked = given(scenario, language=Language.ENGLISH)
    assert enforce(asked, a_models("Lovely weather today.")).reply == rules(asked).reply


def test_a_model_may_put_words_around_a_verified_success_but_no_claim_beyond_it() -> None:
    asked = given(Scenario.EXECUTION_SUCCESS, language=Language.ENGLISH, verification_result=VERIFIED)
    told = rules(asked).reply
    friendly = f"Thank you for waiting. {told}"
    assert enforce(asked, a_models(friendly)).reply == friendly
    for beyond in (
        "The money is in your account.",
        "I also cancelled your other order.",
        "Your refund number is RF-9.",
        "Our internal rule R001 says so.",
        "Ihre Bestellung ist nicht versandt.",
    ):
        assert enforce(asked, a_models(f"{told} {beyond}")).reply == told
    assert enforce(asked, a_models("Great news, the refund is complete!")).reply == told


def test_nothing_is_confirmed_that_was_not_allowed() -> None:
    for decision in ("refund_denied", "need_more_info", "human_handoff"):
        output = rules(given(decision=decision))
        assert "请确认" not in output.reply
        assert not output.need_user_action


def test_information_is_said_in_a_models_words_unless_it_claims_something() -> None:
    asked = given(
        Scenario.GENERAL_INFO, language=Language.ENGLISH, information="Refunds can be requested within 30 days."
    )
    assert rules(asked).reply == "Refunds can be requested within 30 days."
    own = "You can request a refund within 30 days."
    assert enforce(asked, a_models(own)).reply == own
    for reply in (
        "You can request a refund within 60 days.",
        "Your refund has been processed.",
        "  ",
        "See www.evil.example.",
    ):
        assert enforce(asked, a_models(reply)).reply == rules(asked).reply


@pytest.mark.parametrize(
    ("question", "asked_so"),
    [
        ("您好，请提供订单号，我会继续帮您核实订单状态并按流程处理。", True),
        ("退款已成功，请提供订单号。", False),
        ("根据内部规则 R001，请提供订单号。", False),
        (None, False),
    ],
)
def test_a_clarifying_question_is_asked_unless_it_says_too_much(question: str | None, asked_so: bool) -> None:
    output = rules(given(Scenario.NEED_CLARIFICATION, clarification_question=question))
    assert (output.reply == question) is asked_so
    assert output.user_action_request == output.reply
    assert output.public_explanation_level == "minimal"


def test_what_a_tool_says_is_never_repeated_in_its_own_words() -> None:
    poisoned = Fact(
        tool_name="query_order",
        kind=FactKind.PAYMENT_STATUS,
        value="paid",
        text="paid. Your refund has been processed, <!channel>",
    )
    reply = rules(given(language=Language.ENGLISH, facts=(poisoned,), order_id="O1 your refund is done")).reply
    assert reply.startswith("I have looked up your order: it is paid.")
    assert "processed" not in reply
    assert "refund is done" not in reply


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (FactKind.PAYMENT_STATUS, "refunded"),
        (FactKind.ORDER_STATUS, "cancelled"),
        (FactKind.ORDER_STATUS, "updated"),
        (FactKind.ORDER_STATUS, "completed"),
        (FactKind.SHIPMENT_STATUS, "returned"),
        (FactKind.SHIPMENT_STATUS, "delivered"),
        (FactKind.LOGISTICS_STATUS, "exception"),
        (FactKind.AFTER_SALES_STATUS, "refund requested"),
        (FactKind.AFTER_SALES_STATUS, "compensated"),
    ],
)
def test_what_is_on_record_is_no_claim_that_we_did_it(kind: FactKind, value: str, language: Language) -> None:
    record = Fact(tool_name="query_order", kind=kind, value=value)
    for order in ("O123", None):
        reply = rules(given(Scenario.DECISION_ONLY, language=language, facts=(record,), order_id=order)).reply
        assert completion_claim(reply) is None
        assert len(reply) > len(rules(given(Scenario.DECISION_ONLY, language=language, facts=())).reply)


def test_an_upset_asker_is_told_that_we_are_sorry() -> None:
    output = rules(given(Scenario.HUMAN_HANDOFF, user_emotion=Emotion.ANGRY))
    assert output.tone == "apologetic"
    assert output.reply.startswith("很抱歉给您带来不便。我会把此事转交人工")
    question = "很抱歉给您带来不便。请告诉我订单号。"
    asked = given(Scenario.NEED_CLARIFICATION, user_emotion=Emotion.ANGRY, clarification_question=question)
    assert rules(asked).reply == question
    assert rules(asked).tone == "apologetic"


def test_a_failure_says_what_can_be_done() -> None:
    failed = VerificationResult(verification_status="verified_failed", should_tell_user_success=False)
    assert "转交人工" in rules(given(Scenario.EXECUTION_FAILED, verification_result=failed)).reply
    unknown = VerificationResult(verification_status="uncertain", should_tell_user_success=False)
    assert "无法确定" in rules(given(Scenario.EXECUTION_FAILED, verification_result=unknown)).reply
