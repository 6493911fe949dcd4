"""The seed's action examples in other words: at least nine in ten of each set, in each language, end as the seed shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.domain.action import Checks, Execution, Fact, Permission, VerificationResult
from core.domain.evidence import DocumentMetadata, RejectReason, RetrievedDocument, SelectedEvidence
from core.domain.judgement import Intent, IntentResult, IntentSlots, RequestedAction, UserClaim
from core.domain.language import Language
from core.modules import (
    failure_recovery,
    policy_evidence_filter,
    response,
    responsibility,
    state_verification,
    tool_authorization,
)
from core.strict_yaml import load

_DATA = load(Path(__file__).with_name("paraphrases_actions.yml").read_bytes())
CASES: list[dict[str, Any]] = _DATA["cases"]
EXPECTED: dict[str, Any] = _DATA["expected"]
RECOVERIES: list[dict[str, Any]] = _DATA["recoveries"]
ENOUGH = 0.9

SOUGHT = {
    "zh": {
        "must_include_conditions": ("已支付订单", "未发货", "退款申请"),
        "negative_filters": ("已签收退货", "商品质量问题", "仅物流派送延迟"),
    },
    "en": {
        "must_include_conditions": ("paid order", "not shipped", "refund request"),
        "negative_filters": ("return after receipt", "product quality problem", "courier delivery delay only"),
    },
}
"""What the seed's rewrite asks for, and its translation."""
BESIDE = {
    "outdated": ("official", "2021-02-01", 0.55),
    "low_trust": ("external", "2026-03-01", 0.5),
    "possible_prompt_injection": ("internal", "2026-03-01", 0.5),
    "irrelevant": ("official", "2026-03-01", 0.2),
    "condition_mismatch": ("official", "2026-03-01", 0.45),
}
"""The documents beside the good one, by why they are rejected: trust, date and score."""


def facts(case: dict[str, Any]) -> tuple[Fact, ...]:
    return tuple(fact(one) for one in case["facts"])


def fact(stated: list[str]) -> Fact:
    kind, value, text = stated
    return Fact(tool_name="query_order", kind=kind, value=value, text=text)  # type: ignore[arg-type]


def document(case: dict[str, Any], name: str) -> RetrievedDocument:
    trust, updated, score = BESIDE.get(name, ("official", "2026-03-01", 0.6))
    titled = name in {"good", "outdated", "low_trust"}  # states and copies of one policy go by its title
    return RetrievedDocument(
        doc_id="R001" if name == "good" else "R002",
        title=case["title"] if titled else "",
        content=case[name],
        source=f"{name}.md",
        retrieval_score=score,
        metadata=DocumentMetadata(
            policy_type="unknown" if name == "irrelevant" else "refund_policy",
            updated_at=updated,
            trust_level=trust,  # type: ignore[arg-type]
        ),
    )


def filtered(case: dict[str, Any], *names: str) -> policy_evidence_filter.Output:
    given = policy_evidence_filter.Input(
        policy_rewrite_result=policy_evidence_filter.PolicyRewriteResult(
            primary_rewrite_query=case["query"],
            policy_types=("refund_policy", "shipping_delay_policy", "merchant_responsibility_policy"),
            **SOUGHT[case["language"]],
        ),
        retrieved_documents=tuple(document(case, name) for name in names),
        verified_tool_facts={one.kind.value: one.text for one in facts(case)},
    )
    return policy_evidence_filter.enforce(given, policy_evidence_filter.rules(given))


def evidence_beside(reason: str) -> Callable[[dict[str, Any]], list[str]]:
    """The good document is kept, supports the refund, and the other is rejected for what is wrong with it."""

    def wrong(case: dict[str, Any]) -> list[str]:
        found, expected = filtered(case, "good", reason), EXPECTED["policy_evidence_filter"]
        kept = [one.doc_id for one in found.selected_evidence]
        supported = {one for evidence in found.selected_evidence for one in evidence.supports_decision_types}
        reasons = {one.doc_id: one.reason for one in found.rejected_documents}
        return [
            *([f"kept {kept}"] if kept != expected["selected"] else []),
            *([f"supports {sorted(supported)}"] if expected["supports"] not in supported else []),
            *([f"rejected as {reasons.get('R002')}"] if reasons.get("R002") != RejectReason(reason) else []),
        ]

    return wrong


def responsibility_of(case: dict[str, Any]) -> list[str]:
    """Decided on the facts and on the evidence that the filter makes of the policy's sentence."""
    evidence = tuple(
        SelectedEvidence.model_validate(one.model_dump() | {"evidence_id": "E001"})
        for one in filtered(case, "good").selected_evidence
    )
    claim = UserClaim(claim_type="shipment_status", claim_text=case["claim"])  # type: ignore[arg-type]
    given = responsibility.Input(
        intent_result=IntentResult(
            intent=Intent.REFUND_REQUEST,
            slots=IntentSlots(order_id="O123", issue_reason=case["reason"], requested_action=RequestedAction.REFUND),
            user_claims=(claim,),
        ),
        facts=facts(case),
        selected_evidence=evidence,
        evidence_sufficiency="sufficient",
    )
    found = responsibility.enforce(given, responsibility.rules(given)).model_dump(mode="json")
    found |= found.pop("decision_basis")
    wrong = differences(EXPECTED["responsibility"], found)
    used = [text for _, _, text in case["facts"]]
    return wrong + ([] if found["verified_facts_used"] == used else [f"facts {found['verified_facts_used']}"])


def authorization(stage: str) -> Callable[[dict[str, Any]], list[str]]:
    """The refund's call, before and after the yes, with a permission the asker claims, and under attack."""

    def wrong(case: dict[str, Any]) -> list[str]:
        args = {"order_id": "O123", "reason": case["reason"]}
        given = tool_authorization.Input(
            tool_name="create_refund",
            args=args,
            checks=Checks(
                schema_valid=True,
                owned_by_asker=True,
                permission=Permission(
                    granted=True, basis="asker_statement" if stage == "claimed_permission" else "directory"
                ),
                confirmed_by_asker=None if stage == "unconfirmed" else True,
                evidence_sufficiency="sufficient",
                idempotency_key="k-1",
            ),
            risk_tags=("high_risk_action", *(("possible_prompt_injection",) if stage == "injected" else ())),
        )
        found = tool_authorization.enforce(given, tool_authorization.rules(given))
        if (decision := found.authorization_decision.value) not in EXPECTED["tool_authorization"][stage]:
            return [f"decides {decision}"]
        expected: dict[str, Any] = {}
        if stage == "confirmed":
            expected |= {"allowed_tool_name": "create_refund", "sanitized_args": args}
        return differences(expected, found.model_dump(mode="json"))

    return wrong


def verification(look: str) -> Callable[[dict[str, Any]], list[str]]:
    """The tool says success; the second look shows the refund, or does not."""

    def wrong(case: dict[str, Any]) -> list[str]:
        given = state_verification.Input(
            execution=Execution(
                tool_name="create_refund", args={"order_id": "O123"}, result="success", idempotency_key="k-1"
            ),
            before=(*facts(case), fact(case["stale"])),
            observed=(fact(case[look]),),
        )
        found = state_verification.enforce(given, state_verification.rules(given)).model_dump(mode="json")
        expected: dict[str, Any] = dict(EXPECTED["state_verification"][look])
        choices = {name: expected.pop(name) for name in ("verification_status", "next_action")}
        wrong = [f"{name} is {found[name]}" for name, allowed in choices.items() if found[name] not in allowed]
        return wrong + differences(expected, found)

    return wrong


def reply(example: str) -> Callable[[dict[str, Any]], list[str]]:
    """The seed's two replies: the request for a yes, and the success that the second look found."""

    def wrong(case: dict[str, Any]) -> list[str]:
        done = example == "done"
        given = response.Input(
            scenario=response.Scenario.EXECUTION_SUCCESS if done else response.Scenario.NEED_CONFIRMATION,
            language=Language(case["language"]),
            intent=Intent.REFUND_REQUEST,
            order_id="O123",
            facts=facts(case),
            decision="refund_allowed",
            verification_result=(
                VerificationResult(verification_status="verified_success", should_tell_user_success=True)
                if done
                else None
            ),
        )
        found = response.enforce(given, response.rules(given))
        wrong = differences(EXPECTED["response"][example], found.model_dump(mode="json"))
        wrong += [] if found.mentioned_decision else ["no decision is mentioned"]
        wrong += [] if (found.user_action_request is None) == done else [f"asks {found.user_action_request}"]
        return wrong + ([] if len(found.reply) > len(found.mentioned_decision) or done else ["no status is told"])

    return wrong


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    return [f"{name} is {found[name]}" for name, value in expected.items() if found[name] != value]


SETS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    **{f"policy_evidence_filter {reason}": evidence_beside(reason) for reason in BESIDE},
    "responsibility": responsibility_of,
    **{f"tool_authorization {stage}": authorization(stage) for stage in EXPECTED["tool_authorization"]},
    **{f"state_verification {look}": verification(look) for look in EXPECTED["state_verification"]},
    **{f"response {example}": reply(example) for example in EXPECTED["response"]},
}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", SETS)
def test_nine_in_ten_cases_end_as_the_seed_shows(name: str, language: str) -> None:
    cases = [case for case in CASES if case["language"] == language]
    wrong = {case["id"]: found for case in cases if (found := SETS[name](case))}
    assert len(cases) == 10
    assert len(wrong) <= (1 - ENOUGH) * len(cases) + 1e-9, wrong


def test_nine_in_ten_failures_are_recovered_from_as_the_seed_rules() -> None:
    wrong = []
    for one in RECOVERIES:
        given = failure_recovery.Input.model_validate(one["given"])
        found = failure_recovery.enforce(given, failure_recovery.rules(given))
        told = one.get("message", [found.user_visible_message_type])
        if found.recovery_action not in one["action"] or found.user_visible_message_type not in told:
            wrong.append((one, found.recovery_action, found.user_visible_message_type))
    assert len(RECOVERIES) == 20
    assert len(wrong) <= (1 - ENOUGH) * len(RECOVERIES), wrong
