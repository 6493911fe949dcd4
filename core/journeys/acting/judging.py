"""The stage that judges a case: whose doing it is and what may be decided (seed 003, responsibility_v2)."""

from __future__ import annotations

from core.actions.recovering import Failure
from core.actions.replies import Scenario
from core.domain.action import CONFLICTING_TOOL_RESULTS
from core.domain.case import CaseState
from core.domain.judgement import Intent
from core.domain.outcome import OutcomeKind, Reason
from core.journeys.acting.calls import chosen
from core.journeys.acting.recovering import ended_by, handed_over, recover
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules import responsibility
from core.retrieval.selection import draft_answer


async def judge(work: Work, bench: Bench) -> Work:
    """Whose doing it is, and what may be decided; a no, a piece of information and an open question end here."""
    case = work.case
    assert case.intent_result is not None
    given = responsibility.Input(
        intent_result=case.intent_result,
        facts=case.facts,
        missing_facts=case.missing_facts,
        selected_evidence=case.evidence,
        evidence_sufficiency=case.evidence_sufficiency,
        risk_tags=case.risk_tags,
    )
    found = await work.hearing.judge(responsibility, given)
    used = [r for r in work.ranked if r.passage.chunk.id in found.evidence_policy_ids]
    draft = draft_answer(work.retrieval, used) if work.retrieval and used else None
    versions = {ranked.passage.document_id: ranked.passage.version_id for ranked in used}
    work = work.having(
        decision=found.decision,
        confidence=found.confidence,
        needs_review=found.automation_level == "human_review_required" and found.decision.endswith("_allowed"),
        citations=draft.citations if draft else (),
        policy_versions=versions,
    ).tagged(*found.risk_tags)
    work = noted(
        work,
        bench,
        "responsibility",
        found.decision,
        found.reason_summary,
        automation=found.automation_level,
        party=found.responsible_party,
        basis=found.decision_basis.model_dump(mode="json"),
        blockers=found.decision_blockers,
    )
    if found.decision.endswith("_allowed") and found.automation_level != "blocked":
        return work
    if case.intent_result.intent is Intent.COMPLAINT and _proposable(work, bench):
        return work.having(decision=None)
    if found.decision == "information_only":
        return work.ended(CaseState.ANSWERED, OutcomeKind.ANSWERED, Reason.LOOKED_UP, scenario=Scenario.DECISION_ONLY)
    if found.decision.endswith("_denied"):
        return work.ended(CaseState.REFUSED, OutcomeKind.REFUSED, Reason.NOT_ALLOWED, scenario=Scenario.DECISION_ONLY)
    if CONFLICTING_TOOL_RESULTS in found.risk_tags:
        work, action = await recover(work, bench, Failure.CONFLICTING_RESULTS)
        return ended_by(work, bench, action)
    return handed_over(work, bench)


def _proposable(work: Work, bench: Bench) -> bool:
    """A complaint decides nothing; to pass it on needs a tool that needs no decision."""
    spec = chosen(work.case, bench.toolbox.specs) if bench.toolbox else None
    return spec is not None and spec.decision is None
