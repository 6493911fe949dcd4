"""No combination of intent, facts, policy and risk tags breaks a hard rule, whatever a model returns (seed 003)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from core.domain.action import TOOLS, Checks, Fact, FactKind, Permission
from core.domain.evidence import SelectedEvidence
from core.domain.judgement import Intent, RiskTag
from core.modules import (
    fact_query_plan,
    failure_recovery,
    response,
    responsibility,
    state_verification,
    tool_authorization,
)
from tests.unit.core.modules import hard_rules
from tests.unit.core.modules.adversary import anything
from tests.unit.core.modules.cases import CLAIM, asked, evidence


def fact(kind: FactKind, value: str | None) -> tuple[Fact, ...]:
    return () if value is None else (Fact(tool_name="query_order", kind=kind, value=value),)


FACTS = [
    (
        *fact(FactKind.PAYMENT_STATUS, paid),
        *fact(FactKind.SHIPMENT_STATUS, sent),
        *fact(FactKind.AFTER_SALES_STATUS, after),
    )
    for paid, sent, after in product(
        (None, "paid", "unpaid"), (None, "not_shipped", "shipped", "delivered"), (None, "none", "refunded")
    )
]
FACTS += [
    (*FACTS[-1], *fact(FactKind.ORDER_STATUS, "cancelled")),
    (*FACTS[-1], *fact(FactKind.PAYMENT_STATUS, "unpaid")),
]
EVIDENCE: list[tuple[SelectedEvidence, ...]] = [
    (),
    (evidence("refund_allowed", "compensation_allowed", "cancellation_allowed"),),
    (evidence("refund_denied", "compensation_denied"),),
    (evidence("refund_allowed", "compensation_allowed"), evidence("refund_denied", "compensation_denied", n=2)),
    (evidence("refund_allowed", "compensation_allowed", trust="low"),),
    (evidence("refund_allowed", risk_tags=("possible_prompt_injection",)),),
    (evidence("need_more_info"),),
]
TAGS: list[tuple[str, ...]] = [(), *((str(tag),) for tag in RiskTag), tuple(map(str, RiskTag))]
TOOL_OF = {
    "refund_allowed": "create_refund",
    "compensation_allowed": "create_compensation",
    "cancellation_allowed": "cancel_order",
    "action_allowed": "modify_order",
}
EAGER: dict[str, Any] = {
    "responsible_party": "user",
    "decision_basis": responsibility.DecisionBasis(
        verified_facts_used=("订单已支付", "invented"), evidence_ids_used=("E001", "E002", "E999")
    ),
    "evidence_policy_ids": ("R001", "R999"),
    "automation_level": "auto_allowed",
    "confidence": 1.0,
    "next_action": "call_refund_tool",
    "reason_summary": "退款已成功",
}
"""What a model says that wants everything done at once."""


STRIDE = 11
"""Of the table's 60,000 rows the unit test takes every eleventh: prime to the length of each column, so that every pair of
values is met."""


def cases() -> Iterator[responsibility.Input]:
    """The whole table: intents x facts x policy x tags, with and without the asker's claim."""
    for intent, facts, selected, tags in product(Intent, FACTS, EVIDENCE, TAGS):
        for sufficiency in ("sufficient", "insufficient") if selected else ("insufficient",):
            yield responsibility.Input(
                intent_result=asked(intent, CLAIM),
                facts=facts,
                selected_evidence=selected,
                evidence_sufficiency=sufficiency,
                risk_tags=tags,
            )


def test_the_table_of_decisions_breaks_no_hard_rule_by_rules_or_with_an_eager_model() -> None:
    decisions: Counter[str] = Counter()
    for number, case in enumerate(islice(cases(), 0, None, STRIDE)):
        wanted = list(TOOL_OF)[number % len(TOOL_OF)]
        eager = responsibility.Output(decision=wanted, **EAGER)  # type: ignore[arg-type]
        for output in (responsibility.rules(case), responsibility.enforce(case, eager)):
            assert hard_rules.of_responsibility(case, output) == [], case
            decisions[output.decision] += 1
            if tool := TOOL_OF.get(output.decision):
                call = tool_authorization.Input(
                    tool_name=tool,
                    args={"order_id": "O123"},
                    checks=Checks(schema_valid=True, evidence_sufficiency=case.evidence_sufficiency),
                    risk_tags=output.risk_tags,
                )
                assert tool_authorization.rules(call).authorization_decision != "allow"
    assert decisions.keys() >= {"refund_allowed", "compensation_allowed", "cancellation_allowed", "refund_denied"}
    assert decisions.keys() >= {"action_allowed", "need_more_info", "human_handoff", "information_only"}


PERMISSIONS = [
    None,
    Permission(granted=True, basis="directory"),
    Permission(granted=False, basis="policy"),
    Permission(granted=True, basis="asker_statement"),
]
CHECKS = {
    "schema_valid": (None, True, False),
    "owned_by_asker": (None, True, False),
    "permission": PERMISSIONS,
    "confirmed_by_asker": (None, True, False),
    "approved_by_human": (None, True, False),
    "evidence_sufficiency": (None, "sufficient", "partial", "insufficient"),
    "idempotency_key": (None, " ", "key-1"),
}
"""Every value that a check can have."""


@pytest.mark.parametrize(
    "tool", ["drop_table", "query_order", "create_ticket", "create_refund", "cancel_order", "send_sms"]
)
def test_the_table_of_authorizations_breaks_no_hard_rule(tool: str) -> None:
    assert set(CHECKS) == set(Checks.model_fields)
    allows = tool_authorization.Output(
        authorization_decision=tool_authorization.AuthorizationDecision.ALLOW,
        allowed_tool_name=tool,
        sanitized_args={"order_id": "O999"},
        audit_level="normal",
        confidence=1.0,
    )
    for values in product(*CHECKS.values()):
        checks = Checks(**dict(zip(CHECKS, values, strict=True)))
        for tags in ((), ("possible_prompt_injection",)):
            call = tool_authorization.Input(tool_name=tool, args={"order_id": "O123"}, checks=checks, risk_tags=tags)
            assert hard_rules.of_authorization(call, tool_authorization.enforce(call, allows)) == [], call


def _calls() -> st.SearchStrategy[tool_authorization.Input]:
    names = st.sampled_from([*(tool.name for tool in TOOLS), "delete_everything"])
    return anything(tool_authorization.Input, tool_name=names, tools=st.just(TOOLS))


def _executions() -> st.SearchStrategy[state_verification.Input]:
    names = st.sampled_from([tool.name for tool in TOOLS if tool.risk.writes])
    values = st.sampled_from(("refund_created", "none", "refunded", "cancelled", "paid", "sent", "granted", "strange"))
    facts = st.lists(anything(Fact, value=values), max_size=2).map(tuple)
    execution = anything(state_verification.Execution, tool_name=names)
    expected = st.none() | st.just(frozenset[state_verification.Status]({state_verification.Status.REFUNDED}))
    return anything(state_verification.Input, execution=execution, observed=facts, before=facts, expected=expected)


def _cases() -> st.SearchStrategy[responsibility.Input]:
    return st.builds(
        responsibility.Input,
        intent_result=st.builds(asked, st.sampled_from(Intent), st.just(CLAIM)),
        facts=st.sampled_from(FACTS),
        missing_facts=st.sampled_from([(), ("query_order",)]),
        selected_evidence=st.sampled_from(EVIDENCE),
        evidence_sufficiency=st.sampled_from(("sufficient", "partial", "insufficient")),
        risk_tags=st.sampled_from(TAGS),
    )


MODULES: dict[str, tuple[st.SearchStrategy[Any], Any, Callable[[Any, Any], list[str]]]] = {
    "fact_query_plan": (anything(fact_query_plan.Input), fact_query_plan, hard_rules.of_plan),
    "responsibility": (_cases(), responsibility, hard_rules.of_responsibility),
    "tool_authorization": (_calls(), tool_authorization, hard_rules.of_authorization),
    "state_verification": (_executions(), state_verification, hard_rules.of_verification),
    "response": (anything(response.Input), response, hard_rules.of_response),
    "failure_recovery": (anything(failure_recovery.Input), failure_recovery, hard_rules.of_recovery),
}
RUNS = 250


@pytest.mark.parametrize("name", MODULES)
def test_no_model_gets_past_enforce_and_the_rules_need_none(name: str) -> None:
    inputs, module, broken = MODULES[name]

    @settings(max_examples=RUNS, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(inputs, anything(module.Output))
    def harmless(asked_for: Any, answer: Any) -> None:
        enforced = module.enforce(asked_for, answer)
        assert broken(asked_for, enforced) == []
        assert broken(asked_for, module.rules(asked_for)) == []
        again = module.enforce(asked_for, enforced)
        assert broken(asked_for, again) == []
        assert module.Output.model_validate_json(enforced.model_dump_json()) == enforced

    harmless()


@pytest.mark.parametrize("name", MODULES)
def test_without_enforce_a_model_would_break_them(name: str) -> None:
    inputs, module, broken = MODULES[name]
    pair = find(
        st.tuples(inputs, anything(module.Output)),
        lambda pair: broken(*pair) != [],
        settings=settings(
            max_examples=RUNS,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert broken(*pair) != []
