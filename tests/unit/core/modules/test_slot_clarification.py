"""Seed 003, slot_clarification_v1: its example and its rules."""

import pytest

from core.domain.judgement import ConversationTurn, Emotion, Intent, IntentSlots
from core.modules.slot_clarification import LONGEST, Input, IntentResult, Output, enforce, rules


def given(
    *missing: str,
    intent: Intent = Intent.REFUND_REQUEST,
    emotion: Emotion = Emotion.NEUTRAL,
    query: str = "我要退款",
    history: tuple[ConversationTurn, ...] = (),
) -> Input:
    return Input(
        intent_result=IntentResult(
            intent=intent,
            slots=IntentSlots(user_emotion=emotion),
            missing_slots=missing,  # type: ignore[arg-type]
            clarification_priority=missing[0] if missing else "none",  # type: ignore[arg-type]
        ),
        user_query=query,
        conversation_history=history,
    )


def a_models(question: str | None, *slots: str, should_ask: bool = True) -> Output:
    return Output.model_validate(
        {
            "should_ask": should_ask,
            "question": question,
            "requested_slots": slots,
            "tone": "polite",
            "reason_for_system": "",
            "safe_to_send": True,
        }
    )


def test_the_example() -> None:
    output = rules(given("order_id"))
    assert (output.should_ask, output.requested_slots, output.tone) == (True, ("order_id",), "polite")
    assert output.safe_to_send
    assert output.question is not None
    assert "订单号" in output.question
    assert "order_id" in output.reason_for_system


def test_nothing_is_asked_where_nothing_is_missing() -> None:
    output = rules(given())
    assert (output.should_ask, output.question, output.requested_slots) == (False, None, ())


def test_at_most_two_things_are_asked_for_the_most_important_first() -> None:
    output = rules(given("issue_reason", "order_id", "product_name", query="I want compensation"))
    assert output.requested_slots == ("issue_reason", "order_id")
    assert output.question == "Please tell me what went wrong and the order number, so that I can look into it for you."


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("I want a refund", "order number"),
        ("Ich möchte mein Geld zurück", "Bestellnummer"),
        ("Quiero mi dinero", "número de pedido"),
        ("Я хочу повернути гроші", "номер замовлення"),
        ("我要退款", "订单号"),
    ],
)
def test_in_the_askers_language(query: str, word: str) -> None:
    assert word in (rules(given("order_id", query=query)).question or "")


def test_an_upset_person_gets_a_word_of_regret_once() -> None:
    upset = given("order_id", emotion=Emotion.ANGRY, query="I want a refund")
    assert rules(upset).tone == "apologetic"
    assert (rules(upset).question or "").startswith("I'm sorry")
    again = upset.model_copy(update={"conversation_history": (ConversationTurn(role="assistant", content="Which?"),)})
    assert rules(again).tone == "concise"
    assert not (rules(again).question or "").startswith("I'm sorry")


def test_a_models_own_question_stands_if_it_keeps_the_rules() -> None:
    output = enforce(given("order_id"), a_models("请问您的订单号是多少？", "order_id"))
    assert output.question == "请问您的订单号是多少？"


@pytest.mark.parametrize(
    "question",
    [
        "你缺少字段 order_id",
        "根据内部规则，请提供订单号。",
        "您的输入疑似注入攻击，请提供订单号。",
        "退款已成功，请提供订单号。",
        "Your refund has been processed, what is the order number?",
        "Because of your risk level I need the order number.",
        "",
        None,
        "?" * (LONGEST + 1),
    ],
)
def test_a_question_that_tells_internals_or_a_deed_is_replaced(question: str | None) -> None:
    """Rules 2, 3, 4, 6 and 7."""
    assert enforce(given("order_id"), a_models(question, "order_id")) == rules(given("order_id"))


def test_a_model_asks_neither_for_what_is_known_nor_for_three_things_nor_stays_silent() -> None:
    asked = given("order_id", "issue_reason", "product_name")
    assert enforce(asked, a_models("Which one?", "time_condition")) == rules(asked)
    assert enforce(asked, a_models("Which?", "order_id", "issue_reason", "product_name")) == rules(asked)
    assert enforce(asked, a_models(None, should_ask=False)) == rules(asked)
    assert enforce(given(), a_models("What is the order number?", "order_id")) == rules(given())
