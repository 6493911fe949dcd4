"""Whatever fits the schema: no unquoted claim, no unsupported citation, no action gets past ``enforce``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from core.actions.completion import completion_claim
from core.actions.saying import faults
from core.domain.action import ATTACK_TAGS, TOOLS
from core.domain.grounding import ClaimStatus, EvidenceSource, QuotedSupport
from core.evaluation.cases import METRICS
from core.modules import (
    answer_generation,
    fact_query_plan,
    failure_recovery,
    grounding_audit,
    input_safety_precheck,
    intent,
    policy_evidence_filter,
    policy_rewrite,
    prompt_eval_case_generator,
    response,
    responsibility,
    slot_clarification,
    state_verification,
    tool_authorization,
)
from core.modules.catalogue import MODULES
from core.prompts.registry import Registry
from core.retrieval.instructions import order_to_machine
from core.safety.scanning import scan
from tests.fuzz import examples
from tests.fuzz.malice import outputs

READ_ONLY = {tool.name for tool in TOOLS if not tool.risk.writes}


def inputs(module: str) -> list[BaseModel]:
    """Those of the prompt's examples, failures and regressions."""
    prompt = Registry().active(module)
    kept = prompt.version.artefacts
    cases = [*kept.examples, *kept.failure_cases, *kept.regression_cases]
    return [prompt.module.Input.model_validate(case.input) for case in cases]


def answers_from_its_sources(asked: answer_generation.Input, said: answer_generation.Output) -> None:
    texts = {source.n: source.text for source in asked.sources}
    assert said.refused == (not said.claims)
    for claim in said.claims:
        assert claim.quotes
        assert all(quote.quote in texts[quote.n] for quote in claim.quotes)


def selects_what_was_retrieved(asked: policy_evidence_filter.Input, said: policy_evidence_filter.Output) -> None:
    documents = {document.doc_id: document for document in asked.retrieved_documents}
    selected = [evidence.doc_id for evidence in said.selected_evidence]
    assert set(selected) | {rejected.doc_id for rejected in said.rejected_documents} == set(documents)
    assert set(selected).isdisjoint(rejected.doc_id for rejected in said.rejected_documents)
    assert not any(order_to_machine(documents[doc_id].content) for doc_id in selected)
    assert selected or said.evidence_sufficiency == "insufficient"


def supports_by_quotes(asked: grounding_audit.Input, said: grounding_audit.Output) -> None:
    segments = [segment.id for segment in asked.answer_segments]
    assert sorted([*(claim.answer_segment_id for claim in said.claims), *said.non_material_segment_ids]) == sorted(
        segments
    )
    evidence = {entry.id: entry for entry in asked.evidence}
    kept = grounding_audit.kept(asked, said)
    for claim in said.claims:
        if claim.status is ClaimStatus.SUPPORTED:
            assert claim.evidence_ids
            for entry_id in claim.evidence_ids:
                entry = evidence[entry_id]
                assert entry_id in kept or entry.source is EvidenceSource.REPORTED_CONTEXT
                bound = [
                    q
                    for q in asked.quotes
                    if (q.answer_segment_id, q.evidence_id) == (claim.answer_segment_id, entry_id)
                ]
                assert bound or asked.entailments
    if said.citation is QuotedSupport.SUPPORTS:
        assert said.claims
        assert all(claim.status is ClaimStatus.SUPPORTED for claim in said.claims)
    assert not any(order_to_machine(evidence[entry_id].text) for entry_id in kept)


def restricts_what_was_found(asked: input_safety_precheck.Input, said: input_safety_precheck.Output) -> None:
    known = input_safety_precheck.rules(asked)
    assert set(known.risk_tags) <= set(said.risk_tags)
    assert not said.risk_tags or said.recommended_next_step != "continue"
    assert known.allow_continue == said.allow_continue
    letters = iter(asked.user_query)
    assert all(letter in letters for letter in said.sanitized_user_query if not letter.isspace())


def invents_no_slot(asked: intent.Input, said: intent.Output) -> None:
    text = " ".join([asked.user_query, *(turn.content for turn in asked.conversation_history)])
    assert said.slots.order_id is None or said.slots.order_id in text
    assert not any(claim.verified for claim in said.user_claims)
    assert set(asked.safety_precheck.risk_tags) <= set(said.risk_tags)


def only_reads(asked: fact_query_plan.Input, said: fact_query_plan.Output) -> None:
    order = asked.intent_result.slots.order_id or asked.trusted_context.get("order_id")
    for query in said.planned_queries:
        assert query.tool_name in READ_ONLY
        assert set(query.args.values()) <= {order}
    needed = {query.tool_name for query in fact_query_plan.rules(asked).planned_queries}
    assert needed <= {query.tool_name for query in said.planned_queries}


def allows_by_evidence(asked: responsibility.Input, said: responsibility.Output) -> None:
    supporting = {e.evidence_id for e in asked.selected_evidence if said.decision in e.supports_decision_types}
    if said.decision.endswith("_allowed"):
        if said.decision in {"refund_allowed", "compensation_allowed"}:
            assert set(said.decision_basis.evidence_ids_used) & supporting
        assert {"user_confirmation", "permission_check", "idempotency_key"} <= set(said.required_before_execution)
        assert said.automation_level != "auto_allowed"
    if ATTACK_TAGS & set(asked.risk_tags):
        assert said.automation_level != "auto_allowed"
    assert not said.next_action.startswith("call_")
    assert set(said.decision_basis.verified_facts_used) <= {fact.words for fact in asked.facts}


def allows_what_was_checked(asked: tool_authorization.Input, said: tool_authorization.Output) -> None:
    order = list(tool_authorization.AuthorizationDecision)
    least = tool_authorization.rules(asked)
    assert order.index(said.authorization_decision) >= order.index(least.authorization_decision)
    assert said.sanitized_args in ({}, asked.args)
    assert set(least.required_checks) <= set(said.required_checks)


def tells_a_proven_success(asked: state_verification.Input, said: state_verification.Output) -> None:
    proven = state_verification.rules(asked).should_tell_user_success
    assert proven or not said.should_tell_user_success
    assert said.should_tell_user_success == (said.verification_status == "verified_success")
    assert proven or said.next_action != "generate_success_response"


def claims_nothing_unproven(asked: response.Input, said: response.Output) -> None:
    template = response.rules(asked).reply
    rest = said.reply.replace(template, " ", 1)
    assert not faults(rest, asked)
    if asked.scenario != "general_info" and not response.verified(asked):
        assert said.reply == template


def writes_nothing_twice(asked: failure_recovery.Input, said: failure_recovery.Output) -> None:
    if asked.failure.startswith("write_tool"):
        assert said.recovery_action in {"retry_read_tool", "human_handoff", "reject_request"}
    if asked.attempts >= failure_recovery.MAX_ATTEMPTS:
        assert said.recovery_action in {"human_handoff", "reject_request"}


def asks_for_what_is_missing(asked: slot_clarification.Input, said: slot_clarification.Output) -> None:
    assert set(said.requested_slots) <= set(asked.intent_result.missing_slots)
    assert len(said.requested_slots) <= 2
    assert said.should_ask == bool(said.requested_slots) == bool(said.question)
    assert said.question is None or not completion_claim(said.question.replace("?", "."))
    assert not any(mark in (said.question or "") for mark in ("_", "://", "<", "@"))


def searches_without_concluding(asked: policy_rewrite.Input, said: policy_rewrite.Output) -> None:
    plain = policy_rewrite.rules(asked)
    assert said.verified_fact_conditions == plain.verified_fact_conditions
    assert set(plain.risk_tags) <= set(said.risk_tags)
    for query in (said.primary_rewrite_query, *said.query_variants):
        assert query.strip()
        assert query == asked.user_query or not scan(query)


def stays_in_the_schema(asked: prompt_eval_case_generator.Input, said: prompt_eval_case_generator.Output) -> None:
    fields = set(asked.output_schema.get("properties", {}))
    ids = [case.case_id for case in said.test_cases]
    assert len(set(ids)) == len(ids)
    assert len([case for case in said.test_cases if case.case_type == "regression"]) >= len(asked.past_failures)
    for case in said.test_cases:
        assert set(case.expected_behavior.must_include_fields) <= fields
        assert set(case.expected_behavior.expected_enum_values) <= fields
        assert set(case.evaluation_metrics) <= set(METRICS)


HOLDS: dict[str, Callable[[Any, Any], None]] = {
    "answer_generation": answers_from_its_sources,
    "policy_evidence_filter": selects_what_was_retrieved,
    "grounding_audit": supports_by_quotes,
    "input_safety_precheck": restricts_what_was_found,
    "intent": invents_no_slot,
    "slot_clarification": asks_for_what_is_missing,
    "policy_rewrite": searches_without_concluding,
    "prompt_eval_case_generator": stays_in_the_schema,
    "fact_query_plan": only_reads,
    "responsibility": allows_by_evidence,
    "tool_authorization": allows_what_was_checked,
    "state_verification": tells_a_proven_success,
    "response": claims_nothing_unproven,
    "failure_recovery": writes_nothing_twice,
}


def test_every_module_is_held_to_something() -> None:
    assert set(HOLDS) == set(MODULES)


@pytest.mark.parametrize("name", list(MODULES))
def test_no_output_gets_past_the_hard_rules(name: str) -> None:
    module = MODULES[name]
    cases = inputs(name)

    @examples(100)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        asked = data.draw(st.sampled_from(cases))
        said = module.enforce(asked, data.draw(outputs(module.Output, asked)))
        assert module.Output.model_validate(said.model_dump()) == said
        HOLDS[name](asked, said)

    holds()
