"""What is signed of an action, and that records of before it read as they were."""

import json
from typing import Any

import pytest

from core.approvals.digest import action_digest, answer_digest, approval_digest
from core.approvals.editing import edited
from core.domain.action import Fact, FactKind, ToolRisk
from core.domain.outcome import Outcome
from core.domain.proposal import ProposedAction
from tests.adapters.samples import APPROVER, approval, exchange

ACTION = ProposedAction(
    case_id="case_1",
    tool="create_refund",
    title="Refund an order",
    arguments={"order_id": "O123", "amount": {"value": "128.00", "currency": "USD"}},
    risk=ToolRisk.WRITE_HIGH,
    consequence="The money goes back.",
    facts=(Fact(tool_name="query_payment", kind=FactKind.PAYMENT_STATUS, value="paid"),),
    policy_versions={"doc_1": "v1"},
)


@pytest.mark.parametrize(
    "change",
    [
        {"tool": "create_compensation"},
        {"arguments": {"order_id": "O124", "amount": {"value": "128.00", "currency": "USD"}}},
        {"arguments": {"order_id": "O123", "amount": {"value": "128.0", "currency": "USD"}}},
        {"facts": ()},
        {"policy_versions": {"doc_1": "v2"}},
        {"outgoing": "Dear Anna"},
        {"consequence": "Nothing happens."},
        {"case_id": "case_2"},
        {"risk_tags": ("possible_prompt_injection",)},
    ],
)
def test_whatever_differs_is_another_action(change: dict[str, Any]) -> None:
    assert action_digest(ACTION.model_copy(update=change)) != action_digest(ACTION)


def test_the_order_of_the_arguments_is_no_difference() -> None:
    turned = ACTION.model_copy(update={"arguments": dict(reversed(ACTION.arguments.items()))})
    assert action_digest(turned) == action_digest(ACTION)
    read = ProposedAction.model_validate_json(ACTION.model_dump_json())
    assert action_digest(read) == action_digest(ACTION)


def test_an_approval_signs_its_action_where_it_has_one() -> None:
    plain = approval()
    assert approval_digest(plain) == answer_digest(plain.request.asks, plain.draft)
    assert approval_digest(plain.model_copy(update={"action": ACTION})) == action_digest(ACTION)


def test_an_action_is_edited_by_nobody() -> None:
    assert edited(approval(), "Other words.", APPROVER, ()) is not None
    assert edited(approval().model_copy(update={"action": ACTION}), "Other words.", APPROVER, ()) is None


def test_a_record_of_an_answer_is_written_as_it_always_was() -> None:
    written = json.loads(approval().model_dump_json())
    assert not {"action", "confirmed_by"} & written.keys()
    outcome = json.loads(exchange().outcome.model_dump_json())
    assert not {"action", "case_id", "digest"} & outcome.keys()
    told = exchange().outcome.model_copy(update={"action": ACTION, "case_id": "case_1", "digest": "d"})
    assert Outcome.model_validate_json(told.model_dump_json()) == told
