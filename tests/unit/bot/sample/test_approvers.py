"""The sample's approvals file is the one that the local default reads."""

from decimal import Decimal
from pathlib import Path

from adapters.tools.file import load_tools
from core.approvals.rules import load_rules

SAMPLE = Path(__file__).parents[4] / "bot" / "sample"
RULES = load_rules(SAMPLE / "approvers.yml")


def accounts(rule):
    """Everybody a rule names, groups resolved."""
    for approver in rule.approvers:
        yield from RULES.groups[approver.group] if approver.group else [approver.account or approver.email]


def test_every_open_answer_has_two_terminal_people():
    for rule in RULES.answers:
        if rule.name != "finance leads only":
            assert {"terminal:you", "terminal:sam"} <= set(accounts(rule))


def test_the_restricted_policy_is_decided_by_those_who_may_read_it():
    (rule,) = [rule for rule in RULES.answers if rule.name == "finance leads only"]
    assert set(accounts(rule)) == set(RULES.groups["finance-leads"])
    assert "terminal:you" not in accounts(rule)


def test_the_last_rule_catches_every_answer():
    assert RULES.answers[-1].matches(frozenset({"any.md"}), frozenset({"any_policy"}))


def test_rules_name_documents_that_exist():
    for rule in RULES.answers:
        assert all((SAMPLE / "policies" / document).exists() for document in rule.documents)


def test_every_restricted_audience_is_a_group():
    audience = "audience:\n- finance-leads"
    restricted = [meta for meta in SAMPLE.rglob("*.meta.yml") if audience in meta.read_text(encoding="utf-8")]
    assert [meta.name for meta in restricted] == ["period-close-controls.docx.meta.yml"]
    assert "finance-leads" in RULES.groups


def test_every_tool_of_high_risk_has_people_who_decide():
    high = {tool.name for tool in load_tools(SAMPLE / "tools.yml").tools if tool.risk.high}
    plain = [tool for rule in RULES.actions if rule.amount_over is None for tool in rule.tools]
    assert sorted(plain) == sorted(high)


def test_action_rules_with_an_amount_stand_before_those_without():
    """The first that applies counts: the greater amount first, and each tool's rule for any amount last."""
    for tool in ("create_refund", "create_compensation"):
        rules = [rule for rule in RULES.actions if tool in rule.tools]
        amounts = [rule.amount_over.value if rule.amount_over else Decimal(0) for rule in rules]
        assert len(amounts) > 1
        assert amounts == sorted(amounts, reverse=True)


def test_what_two_must_approve_has_two_besides_the_one_who_asks():
    assert max(rule.quorum for rule in RULES.actions) > 1
    for rule in RULES.actions:
        people = set(accounts(rule))
        assert len(people - {"terminal:you"}) > rule.quorum or rule.quorum == 1
