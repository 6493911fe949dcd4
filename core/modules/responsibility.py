"""Who is responsible, what is recommended, and what must happen before anything is executed (seed 003, responsibility_v2)."""

from __future__ import annotations

from core.actions import attribution, deciding
from core.actions.attribution import ALLOWED, DENIED, KINDS, Party, acting, refuted, supporting
from core.actions.case import Case, carried, missing, tags_of
from core.actions.deciding import Automation, NextAction, Prerequisite
from core.actions.statuses import conflict, known
from core.domain.action import CONFLICTING_TOOL_RESULTS, SURE, USER_CLAIM_CONFLICTS, attacked, tags
from core.domain.base import Model, Probability
from core.domain.evidence import CaseDecision, SelectedEvidence
from core.domain.judgement import HIGH_RISK_ACTION, Intent


class Input(Case):
    """The case that is to be judged."""


class DecisionBasis(Model):
    """What the decision rests on; what the asker says and no tool confirmed stands apart."""

    verified_facts_used: tuple[str, ...] = ()
    evidence_ids_used: tuple[str, ...] = ()
    user_claims_not_verified: tuple[str, ...] = ()


class Output(Model):
    """A recommendation. It executes nothing and says of nothing that it was executed."""

    responsible_party: Party
    decision: CaseDecision
    decision_basis: DecisionBasis = DecisionBasis()
    evidence_policy_ids: tuple[str, ...] = ()
    decision_blockers: tuple[str, ...] = ()
    required_before_execution: tuple[Prerequisite, ...] = ()
    automation_level: Automation
    confidence: Probability
    risk_tags: tuple[str, ...] = ()
    next_action: NextAction
    reason_summary: str


_INFORMED = (Intent.LOGISTICS_QUERY, Intent.ORDER_STATUS_QUERY, Intent.POLICY_QUESTION)
SETTLED, UNSETTLED = 0.9, 0.6
"""How sure the rules are of what facts and evidence fully, or only partly, carry."""


def rules(given: Input) -> Output:
    """Decides by facts first, then by what the evidence supports; whatever stays open goes to a person."""
    return _conclude(given, _judge(given))


def enforce(given: Input, output: Output) -> Output:
    """The hard rules. A decision that facts or evidence do not carry is replaced by the rules' own."""
    return _conclude(
        given, output if carried(given, output.decision, output.decision_basis.evidence_ids_used) else _judge(given)
    )


def _judge(given: Input) -> Output:
    result, found = acting(given.intent_result), known(given.facts)
    blocked, kind = attribution.blockers(result, found), KINDS.get(result.intent)
    contested = conflict(found, found) or refuted(result.user_claims, found)
    allowing = supporting(given.selected_evidence, f"{kind}_allowed")
    denying = supporting(given.selected_evidence, f"{kind}_denied")
    used: tuple[SelectedEvidence, ...] = ()
    decision: CaseDecision = "human_handoff"
    if missing(given):
        decision = "need_more_info"
    elif result.intent in _INFORMED:
        decision = "information_only"
    elif conflict(found, found):
        decision = "human_handoff"
    elif kind in DENIED and blocked:
        decision = DENIED[kind]
    elif kind in DENIED and denying and not allowing:
        decision, used = DENIED[kind], denying
    elif kind and not blocked and not contested and not (allowing and denying):
        enough = allowing and given.evidence_sufficiency != "insufficient"
        decision, used = (ALLOWED[kind], allowing) if enough else ("need_more_info", ())
    at_odds = ("conflicting_policy_evidence",) if allowing and denying else ()
    return Output(
        responsible_party=attribution.responsible(result, found),
        decision=decision,
        decision_basis=DecisionBasis(
            verified_facts_used=tuple(fact.words for fact in given.facts),
            evidence_ids_used=tuple(evidence.evidence_id for evidence in used),
        ),
        decision_blockers=(*blocked, *at_odds),
        automation_level="human_review_required" if used is denying and used else "auto_allowed",
        confidence=SETTLED if given.evidence_sufficiency == "sufficient" and not contested else UNSETTLED,
        next_action="generate_response",
        reason_summary="",
    )


def _conclude(given: Input, output: Output) -> Output:
    """What holds of every output: sources that exist, tags that stay, prerequisites, level and next action that fit."""
    found = known(given.facts)
    claims = given.intent_result.user_claims
    allowed = output.decision.endswith("_allowed")
    contested = conflict(found, found) or refuted(claims, found)
    doubtful = contested or given.evidence_sufficiency != "sufficient" or output.confidence < SURE
    level = deciding.automation_floor(output.decision, output.automation_level, attacked(tags_of(given)), doubtful)
    basis, texts = output.decision_basis, {fact.words for fact in given.facts}
    used = tuple(e for e in given.selected_evidence if e.evidence_id in basis.evidence_ids_used)
    return output.model_copy(
        update={
            "decision_basis": DecisionBasis(
                verified_facts_used=tuple(fact for fact in basis.verified_facts_used if fact in texts),
                evidence_ids_used=tuple(evidence.evidence_id for evidence in used),
                user_claims_not_verified=attribution.unverified(claims, found),
            ),
            "decision_blockers": deciding.standing(
                output.decision_blockers, attribution.blockers(acting(given.intent_result), found)
            ),
            "evidence_policy_ids": tuple(dict.fromkeys(evidence.doc_id for evidence in used)),
            "required_before_execution": deciding.prerequisites(
                output.decision, level, output.required_before_execution
            ),
            "automation_level": level,
            "risk_tags": tags(
                tags_of(given),
                output.risk_tags,
                (HIGH_RISK_ACTION,) if allowed else (),
                (CONFLICTING_TOOL_RESULTS,) if conflict(found, found) else (),
                (USER_CLAIM_CONFLICTS,) if refuted(claims, found) else (),
            ),
            "next_action": deciding.next_action(output.decision, level, output.next_action, bool(missing(given))),
            "reason_summary": deciding.summary(output.decision, output.reason_summary),
        }
    )
