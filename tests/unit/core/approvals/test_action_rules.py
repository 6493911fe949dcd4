"""Who decides on an action, by the approvals file."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from core.approvals.rules import ApprovalRules, load_rules
from core.domain.action import ToolRisk
from core.domain.tool import Amount, ToolSpec
from core.errors import ConfigurationError
from tests.scenarios.shop import SPECS

SAM = [{"account": "slack:SAM"}]
SPEC = {spec["name"]: ToolSpec.model_validate(spec) for spec in SPECS}


def rules(*actions: dict[str, Any]) -> ApprovalRules:
    return ApprovalRules.model_validate({"actions": [{"approvers": SAM, **rule} for rule in actions]})


def usd(value: str, currency: str = "USD") -> Amount:
    return Amount(value=Decimal(value), currency=currency)


def name(file: ApprovalRules, tool: str, amount: Amount | None = None) -> str | None:
    rule = file.for_action(SPEC[tool], amount)
    return rule.name if rule else None


def test_nobody_decides_where_no_rule_fits() -> None:
    assert name(ApprovalRules(), "create_refund", usd("1")) is None
    assert name(rules({"name": "one", "tool": "cancel_order"}), "create_refund", usd("1")) is None


def test_a_name_is_exact() -> None:
    file = rules({"name": "one", "tool": "create"})
    assert all(name(file, tool) is None for tool in SPEC)


def test_the_first_rule_that_fits_decides() -> None:
    file = rules(
        {"name": "large", "tool": "create_refund", "amount_over": {"value": "500.00", "currency": "USD"}},
        {"name": "refunds", "tools": ["create_refund"]},
        {"name": "the rest", "risk": "write_high"},
    )
    assert name(file, "create_refund", usd("500.00")) == "refunds"
    assert name(file, "create_refund", usd("500.01")) == "large"
    assert name(file, "cancel_order") == "the rest"
    assert name(file, "send_email") is None
    assert name(file, "create_ticket") is None


def test_money_that_cannot_be_compared_counts_as_too_much() -> None:
    file = rules(
        {"name": "large", "tool": "create_refund", "amount_over": {"value": 500, "currency": "USD"}},
        {"name": "refunds", "tool": "create_refund"},
    )
    assert name(file, "create_refund", usd("1", "EUR")) == "large"
    assert name(file, "create_refund", None) == "large"


def test_a_tool_may_name_its_rule_and_an_amount_still_comes_before_it() -> None:
    file = rules(
        {"name": "large", "tool": "create_refund", "amount_over": {"value": 500, "currency": "USD"}},
        {"name": "any", "risk": "write_high"},
        {"name": "mine", "tool": "cancel_order"},
    )
    spec = SPEC["create_refund"].model_copy(update={"approvers": "mine"})
    for amount, wanted in ((usd("1"), "mine"), (usd("501"), "large")):
        rule = file.for_action(spec, amount)
        assert rule is not None
        assert rule.name == wanted
    assert file.for_action(spec.model_copy(update={"approvers": "nobody"}), usd("1")) is None


def test_on_an_action_nobody_decides_who_asked_for_it() -> None:
    rule = rules({"name": "refunds", "tool": "create_refund"}).for_action(SPEC["create_refund"], None)
    assert rule is not None
    assert not rule.asker_may_decide
    assert rule.matched == "it is for create_refund"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("tool: create_refund\n    asker_may_decide: true", "asker_may_decide"),
        ("tool: create_*", "pattern"),
        ("tool: create_refund\n    risk: write_high", "one of tool, tools or risk"),
        ("quorum: 1", "one of tool, tools or risk"),
        ("risk: read_only", "nobody approves read_only as a whole"),
        ("tool: create_refund\n    amount_over: {value: 499.99, currency: USD}", "in quotes"),
        ("tool: create_refund\n    amount_over: {value: 5, currency: dollars}", "currency"),
        ("tool: create_refund\n    quorum: 2", "can get 1 at most"),
        ("tool: create_refund\n    escalation: [{after: 1h, approvers: [{owner: true}]}]", "owner is for answers"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_with_its_place(tmp_path: Path, rule: str, words: str) -> None:
    file = tmp_path / "approvers.yml"
    file.write_text(f"version: 1\nactions:\n  - name: one\n    approvers: [{{account: slack:SAM}}]\n    {rule}\n")
    with pytest.raises(ConfigurationError, match=r"approvers\.yml") as error:
        load_rules(file)
    assert words in str(error.value)


def test_every_high_risk_has_its_rule() -> None:
    file = rules({"name": "in", "risk": ToolRisk.WRITE_HIGH}, {"name": "out", "risk": ToolRisk.EXTERNAL_HIGH})
    high = [tool for tool, spec in SPEC.items() if spec.risk.high]
    assert high
    assert all(name(file, tool, usd("1")) for tool in high)
