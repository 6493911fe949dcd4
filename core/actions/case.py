"""A case: what is known of it, what is still missing, and which decisions it carries (seed 003, responsibility_v2)."""

from __future__ import annotations

from core.actions import attribution
from core.actions.attribution import KINDS, acting, refuted, supporting
from core.actions.statuses import conflict, known
from core.domain.action import Fact, Sufficiency, tags
from core.domain.base import Model
from core.domain.evidence import CaseDecision, SelectedEvidence
from core.domain.judgement import Intent, IntentResult, RiskTag


class Case(Model):
    """The case: what is wanted, what tools said, which policy evidence was selected.

    ``missing_facts`` names queries that the plan required and that have no answer.
    """

    intent_result: IntentResult
    facts: tuple[Fact, ...] = ()
    missing_facts: tuple[str, ...] = ()
    selected_evidence: tuple[SelectedEvidence, ...] = ()
    evidence_sufficiency: Sufficiency = "insufficient"
    risk_tags: tuple[str, ...] = ()


def missing(case: Case) -> tuple[str, ...]:
    """Hard rule 2: what has to be known first. Who asks for a person gets one without."""
    if case.intent_result.intent is Intent.HUMAN_SERVICE_REQUEST:
        return ()
    return (*case.missing_facts, *attribution.missing_facts(acting(case.intent_result), known(case.facts)))


def tags_of(case: Case) -> tuple[str, ...]:
    """What was found on the way: in the input, with the intent, in the evidence."""
    found = (*case.intent_result.risk_tags, *(tag for e in case.selected_evidence for tag in e.risk_tags))
    return tags(case.risk_tags, tuple(tag for tag in found if tag in set(RiskTag)))


def carried(case: Case, decision: CaseDecision, evidence_ids: tuple[str, ...]) -> bool:
    """Whether facts, and evidence that is named for it, carry a model's decision: hard rules 1, 2 and 4."""
    result = acting(case.intent_result)
    if missing(case):
        return decision == "need_more_info"
    if result.intent is Intent.HUMAN_SERVICE_REQUEST:
        return decision == "human_handoff"
    kind, _, verdict = decision.rpartition("_")
    if verdict not in {"allowed", "denied"}:
        return True
    found = known(case.facts)
    wanted = {KINDS.get(Intent(name)) for name in (result.intent, *result.secondary_intents) if name in set(Intent)}
    cited = {e.evidence_id for e in supporting(case.selected_evidence, decision)}
    cited &= set(evidence_ids)
    blocked = attribution.blockers(result, found)
    if verdict == "denied":
        return kind in wanted and bool(cited or (blocked and not conflict(found, found)))
    sound = not blocked and not refuted(result.user_claims, found) and case.evidence_sufficiency != "insufficient"
    return kind in wanted and bool(cited) and sound
