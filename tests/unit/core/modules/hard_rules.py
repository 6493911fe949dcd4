"""The hard rules of seed 003 as a reader of the document would check them, apart from the code that enforces them.

Each function gives the rules that an output breaks, by number; an empty list is what every output must have.
"""

from __future__ import annotations

from core.actions.completion import completion_claim
from core.actions.statuses import claimed, conflict, known
from core.domain.action import ToolRisk
from core.domain.judgement import Intent
from core.domain.judgement import RiskTag as Tag
from core.modules import (
    fact_query_plan,
    failure_recovery,
    response,
    responsibility,
    state_verification,
    tool_authorization,
)

READING = {"query_order", "query_logistics", "query_after_sales", "query_payment", "query_ticket"}
PAYMENT, SHIPMENT = {"unpaid", "paid", "refunded"}, {"not_shipped", "shipped", "delivered", "returned", "in_transit"}
EXECUTED = ("refund_completed", "compensation_completed", "order_cancelled")


def _broken(**rules: bool) -> list[str]:
    return [name for name, kept in rules.items() if not kept]


def of_plan(given: fact_query_plan.Input, output: fact_query_plan.Output) -> list[str]:
    slots, trusted = given.intent_result.slots, given.trusted_context
    trusted_values = {slots.order_id, trusted.get("order_id")} - {None, ""}
    claims = {claim.claim_type.value for claim in given.intent_result.user_claims}
    planned = {query.tool_name for query in output.planned_queries}
    known_facts = given.known_tool_facts
    needed = set()
    if {"shipment_status", "logistics_status"} & claims and not known_facts.logistics:
        needed.add("query_logistics")
    if "payment_status" in claims and not known_facts.payment:
        needed.add("query_payment")
    if given.intent_result.intent is Intent.COMPLAINT and not trusted_values:
        needed = set()
    return _broken(
        rule_1=planned <= READING,
        rule_2=all(value in trusted_values for query in output.planned_queries for value in query.args.values()),
        rule_3=bool(trusted_values)
        or all(q.missing_args == ("order_id",) and not q.args for q in output.planned_queries),
        rule_4=set(given.intent_result.risk_tags) <= set(output.risk_tags),
        rule_5=needed <= planned,
    )


def of_responsibility(given: responsibility.Input, output: responsibility.Output) -> list[str]:
    found, intent = known(given.facts), given.intent_result.intent
    words = {status.value for status in found}
    allowed = output.decision.endswith("_allowed")
    used = [e for e in given.selected_evidence if e.evidence_id in output.decision_basis.evidence_ids_used]
    lacking = bool(given.missing_facts) or (
        (intent in {Intent.REFUND_REQUEST} and (not words & PAYMENT or not words & SHIPMENT))
        or (intent in {Intent.COMPENSATION_REQUEST, Intent.MODIFY_ORDER} and not words & SHIPMENT)
        or (intent is Intent.CANCEL_ORDER and not words & (SHIPMENT | {"cancelled"}))
    )
    found_tags = {
        *given.risk_tags,
        *given.intent_result.risk_tags,
        *(t for e in given.selected_evidence for t in e.risk_tags),
    }
    refuted = any(conflict(claimed(claim), found) for claim in given.intent_result.user_claims)
    steps = {"user_confirmation", "permission_check", "idempotency_key"}
    supported = any(output.decision in e.supports_decision_types and e.trust_level != "low" for e in used)
    return _broken(
        rule_1=output.decision not in {"refund_allowed", "compensation_allowed"}
        or (supported and given.evidence_sufficiency != "insufficient"),
        rule_2=not lacking or intent is Intent.HUMAN_SERVICE_REQUEST or output.decision == "need_more_info",
        rule_3=not conflict(found, found) or "conflicting_tool_results" in output.risk_tags,
        rule_4=not refuted or ("user_claim_conflicts_with_tool_result" in output.risk_tags and not allowed),
        rule_5=not allowed
        or (steps <= set(output.required_before_execution) and output.automation_level != "auto_allowed"),
        rule_6=not completion_claim(output.reason_summary)
        and not any(word in output.reason_summary for word in EXECUTED)
        and not output.next_action.startswith("call_"),
        rule_7=Tag.POSSIBLE_PROMPT_INJECTION not in found_tags or output.automation_level != "auto_allowed",
        rule_8=0 < len(output.reason_summary) <= 240,
        tags_kept=set(given.risk_tags) <= set(output.risk_tags),
        nothing_invented=set(output.decision_basis.verified_facts_used) <= {fact.words for fact in given.facts}
        and set(output.evidence_policy_ids) <= {e.doc_id for e in given.selected_evidence},
    )


def of_authorization(given: tool_authorization.Input, output: tool_authorization.Output) -> list[str]:
    decision, checks = output.authorization_decision.value, given.checks
    allows = decision == "allow"
    risk = next((tool.risk for tool in given.tools if tool.name == given.tool_name), None)
    high = risk in {ToolRisk.WRITE_HIGH, ToolRisk.EXTERNAL_HIGH}
    granted = checks.permission is not None and checks.permission.granted
    money = given.tool_name in {"create_refund", "create_compensation"}
    writes = risk not in {None, ToolRisk.READ_ONLY}
    return _broken(
        rule_1=risk is not None or decision == "deny",
        rule_2=not allows or not high or checks.confirmed_by_asker is True,
        rule_3=not allows or not high or granted,
        rule_4=checks.owned_by_asker is not False or decision == "deny",
        rule_4_writing=not allows or not writes or checks.owned_by_asker is True,
        rule_5=not allows or not writes or bool((checks.idempotency_key or "").strip()),
        rule_6=not allows
        or not high
        or Tag.POSSIBLE_PROMPT_INJECTION not in given.risk_tags
        or checks.approved_by_human is True,
        rule_7=not allows or not money or checks.evidence_sufficiency in {"sufficient", "partial"},
        rule_8=checks.schema_valid is not False or decision == "deny",
        rule_9=not allows or not high or (granted and checks.permission.basis != "asker_statement"),  # type: ignore[union-attr]
        arguments=output.sanitized_args == ({} if decision == "deny" else given.args),
        tool=output.allowed_tool_name == (None if decision == "deny" else given.tool_name),
        reasons=(decision == "deny") == bool(output.denied_reasons),
        tags_kept=set(given.risk_tags) <= set(output.risk_tags),
    )


def of_verification(given: state_verification.Input, output: state_verification.Output) -> list[str]:
    status, found = output.verification_status.value, known(given.observed)
    expected = given.expected
    if expected is None:
        expected = state_verification.EFFECTS.get(given.execution.tool_name, frozenset())
    key = bool((given.execution.idempotency_key or "").strip())
    return _broken(
        rule_1_2=status != "verified_success" or bool(expected & found),
        rule_3=given.execution.result != "success"
        or bool(expected & found)
        or conflict(found, found)
        or status in {"uncertain", "need_retry"},
        rule_4=output.should_tell_user_success == (status == "verified_success"),
        rule_5=set(output.verified_facts) <= {fact.words for fact in given.observed}
        and ("RF-77" not in output.reason_summary or "RF-77" in given.model_dump_json()),
        rule_6=output.next_action != "retry_tool_with_idempotency"
        or (key and bool(given.observed) and not expected & found and given.execution.result == "unknown"),
        rule_7=not conflict(found, found) or status == "human_handoff",
        no_claim=status == "verified_success" or completion_claim(output.reason_summary) is None,
        success_told=(output.next_action == "generate_success_response") == (status == "verified_success"),
    )


def of_response(given: response.Input, output: response.Output) -> list[str]:
    result = given.verification_result
    verified = (
        result is not None and result.should_tell_user_success and result.verification_status == "verified_success"
    )
    told = verified and given.scenario.value == "execution_success"
    return _broken(
        no_claim=told or completion_claim(output.reply) is None,
        templates_only=told or given.scenario.value == "general_info" or output.reply == response.rules(given).reply,
        around_success=not told or response.rules(given).reply in output.reply,
        says_something=bool(output.reply.strip()) and output.safe_to_send,
        marked=not output.contains_unverified_claim,
    )


def of_recovery(given: failure_recovery.Input, output: failure_recovery.Output) -> list[str]:
    action, high = output.recovery_action.value, given.tool_risk in {ToolRisk.WRITE_HIGH, ToolRisk.EXTERNAL_HIGH}
    forbidden = {Tag.SENSITIVE_DATA_REQUEST, Tag.PERMISSION_BYPASS_REQUEST} & set(given.risk_tags)
    writing = given.failure.value in {"write_tool_failed", "write_tool_unknown", "verification_failed"}
    ends = {"human_handoff", "reject_request"}
    return _broken(
        rule_1=not writing or action in {"retry_read_tool", *ends},
        rule_2=not writing or action != "retry_read_tool" or bool((given.idempotency_key or "").strip()),
        rule_3=given.attempts < 3 or action in ends,
        rule_4=given.evidence_sufficiency != "insufficient" or "tool" not in action or action == "retry_read_tool",
        rule_5=not high or given.confidence >= 0.8 or action in ends,
        rule_6=not forbidden or action in ends,
        rule_7=output.user_visible_message_needed == (output.user_visible_message_type != "none"),
        retries_counted=output.max_retry_reached == (given.attempts >= 3),
    )
