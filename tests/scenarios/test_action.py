"""The seed's conversation, and other wishes, from the first message to the proved effect."""

from pathlib import Path

import pytest

from core.actions.completion import completion_claim
from core.domain.action import ToolRisk
from core.domain.case import CaseState
from core.domain.language import Language
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.shop import Shop, opened


@pytest.fixture
async def shop(tmp_path: Path) -> Shop:
    return await opened(tmp_path)


REFUND = "My order O123 has not shipped for three days. I want a refund."


async def test_the_refund_conversation(shop: Shop) -> None:
    case = await shop.wish("I want a refund, my order has not shipped for three days.")
    assert (case.state, shop.outcomes[-1].outcome) == (CaseState.COLLECTING, OutcomeKind.NEEDS_CLARIFICATION)
    assert "order number" in shop.outcomes[-1].text
    case = await shop.say(case, "O123")
    shown = shop.outcomes[-1]
    assert (case.state, shown.outcome) == (CaseState.AWAITING_CONFIRMATION, OutcomeKind.NEEDS_CONFIRMATION)
    assert shown.action is not None
    assert shown.action.arguments["amount"] == {"value": "128.00", "currency": "USD"}
    assert shown.action.risk is ToolRisk.WRITE_HIGH
    assert "full refund" in " ".join(quote.quote for quote in shown.action.quotes)
    assert shown.action.policy_versions
    assert shown.digest == case.digest
    case = await shop.confirm(case)
    assert (case.state, shop.outcomes[-1].outcome) == (CaseState.AWAITING_APPROVAL, OutcomeKind.PENDING_APPROVAL)
    assert shop.approval is not None
    assert shop.approval.action == shown.action
    assert not shop.written
    case = await shop.approve(case)
    assert case.state is CaseState.APPROVED
    case = await shop.carry_out(case)
    assert (case.state, shop.outcomes[-1].outcome) == (CaseState.EXECUTED, OutcomeKind.EXECUTED)
    assert shop.written == [("create_refund", case.idempotency_key)]
    assert "refund request has been submitted" in shop.outcomes[-1].text
    assert not any(completion_claim(outcome.text) for outcome in shop.outcomes[:-1])
    assert [step.stage for step in case.steps if step.stage in {"confirmation", "approval", "recheck", "execute"}] == [
        "confirmation", "approval", "approval", "recheck", "execute", "execute",
    ]  # fmt: skip
    rows = [row.content["stage"] async for row in shop.office.store.audit.rows() if row.kind == "case" and row.content]
    assert rows == [step.stage for step in case.steps]


async def test_the_refund_conversation_in_chinese(shop: Shop) -> None:
    case = await shop.wish("我的订单三天没发货了，我要退款", language=Language.CHINESE)
    assert "订单号" in shop.outcomes[-1].text
    case = await shop.say(case, "O123")
    assert case.state is CaseState.AWAITING_CONFIRMATION
    assert shop.outcomes[-1].text.endswith("请确认是否继续。")
    case = await shop.say(case, "确认")
    assert case.state is CaseState.AWAITING_APPROVAL
    case = await shop.carry_out(await shop.approve(case))
    assert case.state is CaseState.EXECUTED
    assert "退款申请" in shop.outcomes[-1].text
    assert len(shop.written) == 1


async def test_a_large_refund_needs_two(shop: Shop) -> None:
    await shop.confirm(await shop.wish("Order O130 has not shipped, I want a refund."))
    assert shop.approval is not None
    assert (shop.approval.rule.name, shop.approval.rule.quorum) == ("large", 2)
    assert "640.00 USD is not at most 500 USD" in shop.approval.rule.matched


async def test_what_is_shipped_is_not_cancelled(shop: Shop) -> None:
    case = await shop.wish("Please cancel my order O124.")
    assert case.state in {CaseState.REFUSED, CaseState.HANDED_OVER}
    assert not shop.written


async def test_a_cancellation_without_a_key_at_its_effect(shop: Shop) -> None:
    case = await shop.carry_out(await shop.to_approved("Please cancel my order O123."))
    assert (case.state, shop.written[0][0]) == (CaseState.EXECUTED, "cancel_order")


async def test_a_detail_is_asked_for_in_plain_words_and_taken_as_it_is(shop: Shop) -> None:
    case = await shop.wish("Please change the delivery address of my order O123.")
    assert "new delivery address" in shop.outcomes[-1].text
    assert "new_address" not in shop.outcomes[-1].text
    case = await shop.say(case, "nowhere")
    assert case.state is CaseState.COLLECTING
    case = await shop.say(case, "5 Elm Street, Madison, WI 53703")
    assert case.action is not None
    assert case.action.arguments["address"] == "5 Elm Street, Madison, WI 53703"
    case = await shop.carry_out(await shop.approve(await shop.confirm(case)))
    assert case.state is CaseState.EXECUTED


async def test_a_message_to_the_outside_is_signed_with_its_whole_text(shop: Shop) -> None:
    case = await shop.wish("Please send an email to the supplier.")
    case = await shop.say(case, "anna@supplier.example")
    text = "Dear Anna,\n\nplease send us your new prices.\n\nDana"
    case = await shop.say(case, text)
    assert case.action is not None
    assert (case.action.risk, case.action.outgoing) == (ToolRisk.EXTERNAL_HIGH, text)
    case = await shop.carry_out(await shop.approve(await shop.confirm(case)))
    assert (case.state, shop.written[0][0]) == (CaseState.EXECUTED, "send_email")


async def test_access_is_granted_to_the_asker_in_the_role_they_named(shop: Shop) -> None:
    case = await shop.wish("I need access to the ledger system.")
    case = await shop.say(case, "LedgerDesk")
    case = await shop.say(case, "as a reader, please")
    assert case.action is not None
    assert case.action.arguments == {"person": "dana@acme.test", "system": "LedgerDesk", "role": "reader"}
    case = await shop.carry_out(await shop.approve(await shop.confirm(case)))
    assert case.state is CaseState.EXECUTED


async def test_a_question_for_a_status_is_told_from_facts(shop: Shop) -> None:
    case = await shop.wish("What is the status of my order O124?")
    assert (case.state, shop.outcomes[-1].reason) == (CaseState.ANSWERED, Reason.LOOKED_UP)
    assert "shipped" in shop.outcomes[-1].text


async def test_a_person_is_a_person(shop: Shop) -> None:
    case = await shop.wish("I want to talk to a human please.")
    assert (case.state, case.handoff and case.handoff.name) == (CaseState.HANDED_OVER, "Customer Care")


async def test_the_same_action_twice_is_one(shop: Shop) -> None:
    await shop.wish(REFUND)
    case = await shop.wish(REFUND)
    assert (case.state, shop.outcomes[-1].reason) == (CaseState.CANCELLED, Reason.ALREADY_UNDER_WAY)


async def test_the_asker_takes_it_back(shop: Shop) -> None:
    case = await shop.confirm(await shop.wish(REFUND), yes=False)
    assert (case.state, shop.outcomes[-1].outcome) == (CaseState.CANCELLED, OutcomeKind.WITHDRAWN)
