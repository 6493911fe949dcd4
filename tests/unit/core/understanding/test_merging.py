"""What a further message adds to a wish."""

import pytest

from core.domain.judgement import Intent, IntentResult, IntentSlots
from core.understanding.consent import yes_or_no
from core.understanding.merging import merged, taken

REFUND = IntentResult(intent=Intent.REFUND_REQUEST, slots=IntentSlots(issue_reason="not shipped"))
NOTHING = IntentResult(intent=Intent.UNKNOWN)


@pytest.mark.parametrize(
    ("words", "number"),
    [("O123", "O123"), ("o123.", "O123"), ("#4711", "4711"), ("It is order O123.", "O123"), ("my order", None)],
)
def test_an_answer_to_the_question_for_the_number_is_the_number(words: str, number: str | None) -> None:
    result = merged(REFUND, NOTHING, words, ("order_id",))
    assert (result.intent, result.slots.order_id) == (Intent.REFUND_REQUEST, number)
    assert result.slots.issue_reason == "not shipped"


def test_a_number_that_nobody_asked_for_is_none() -> None:
    assert merged(REFUND, NOTHING, "O123", ()).slots.order_id is None


def test_another_wish_takes_its_place_and_keeps_the_order() -> None:
    before = REFUND.model_copy(update={"slots": IntentSlots(order_id="O123")})
    result = merged(before, IntentResult(intent=Intent.CANCEL_ORDER), "Cancel it instead.", ())
    assert (result.intent, result.slots.order_id) == (Intent.CANCEL_ORDER, "O123")


def test_a_question_beside_a_wish_does_not_take_its_place() -> None:
    asked = IntentResult(intent=Intent.ORDER_STATUS_QUERY, slots=IntentSlots(order_id="O9"))
    assert merged(REFUND, asked, "What is the status of O9?", ()).intent is Intent.REFUND_REQUEST


def test_a_detail_is_the_words_themselves() -> None:
    assert taken(("new_address",), " 5 Elm Street\nMadison ") == {"new_address": "5 Elm Street\nMadison"}
    assert taken(("order_id",), "O123") == {}
    assert taken((), "O123") == {}


@pytest.mark.parametrize(
    "words", ["Yes", "yes, please.", "OK", "Confirm", "确认", "好的", "是的，确认", "Ja", "sí", "так"]
)
def test_a_plain_yes(words: str) -> None:
    assert yes_or_no(words) is True


@pytest.mark.parametrize("words", ["No", "no thanks", "cancel", "Stop!", "不用了", "取消", "nein", "ні"])
def test_a_plain_no(words: str) -> None:
    assert yes_or_no(words) is False


@pytest.mark.parametrize(
    "words",
    ["yes, but to another address", "not yet", "I confirm nothing", "yes or no?", "确认一下物流", "ok why?", "", "no problem, yes", "O123"],
)  # fmt: skip
def test_anything_else_is_neither(words: str) -> None:
    assert yes_or_no(words) is None
