"""The last word on a request: its outcome, its exchange and, where a human must decide, its approval."""

from __future__ import annotations

from datetime import timedelta

from core import wording
from core.approvals.digest import answer_digest
from core.domain.approval import ANSWER, Approval, ApprovalState
from core.domain.exchange import Exchange
from core.domain.language import Language
from core.domain.outcome import Outcome, OutcomeKind, Reason
from core.gate import Passing
from core.journeys.bench import Bench
from core.journeys.stages import rule_for
from core.journeys.state import State, approval_id, exchange_id


def conclude(state: State, bench: Bench) -> tuple[Exchange, Approval | None]:
    """The exchange of a journey that came to its end, and the approval it opens, if any."""
    assert state.ending is not None
    outcome = _outcome(state, state.ending, bench)
    exchange = Exchange(
        id=outcome.exchange_id,
        request=state.request,
        outcome=outcome,
        thresholds=state.thresholds,
        sources=state.sources,
        modules=state.hearing.runs,
        features=state.features,
        created_at=state.opened_at,
    )
    return exchange, _approval(state, outcome, bench) if outcome.approval_id else None


def _outcome(state: State, ending: Passing, bench: Bench) -> Outcome:
    answered = ending.outcome is OutcomeKind.ANSWERED
    pending = ending.outcome is OutcomeKind.PENDING_APPROVAL
    language = state.request.language
    if state.question_back:
        text = state.question_back
    elif answered and state.draft:
        text = wording.answer(state.draft, ending.band, state.confidence, language)
    else:
        text = wording.pending(language) if pending else wording.refusal(ending.reason, bench.whom_to_ask, language)
    return Outcome(
        exchange_id=exchange_id(state.request.id),
        outcome=ending.outcome,
        reason=ending.reason,
        text=text,
        confidence=state.confidence,
        band=ending.band,
        citations=state.draft.citations if answered and state.draft else (),
        nearest=tuple(near.title for near in state.retrieval.nearest)
        if state.retrieval and not answered and not pending
        else (),
        engine=state.hearing.engine,
        draft=state.draft,
        approval_id=approval_id(state.request.id) if pending else None,
        timings_ms=state.timings_ms,
    )


def _approval(state: State, outcome: Outcome, bench: Bench) -> Approval:
    assert state.draft is not None
    assert outcome.approval_id is not None
    rule = rule_for(state, bench)
    assert rule is not None
    why = wording.why_review(outcome.reason, state.confidence, state.thresholds.minimum)
    return Approval(
        id=outcome.approval_id,
        exchange_id=outcome.exchange_id,
        subject=ANSWER,
        state=ApprovalState.PENDING,
        digest=answer_digest(state.request.asks, state.draft),
        request=state.request,
        draft=state.draft,
        confidence=state.confidence,
        why=why,
        rule=rule,
        opened_at=state.opened_at,
        expires_at=state.opened_at + timedelta(seconds=rule.expires_after),
    )


def verdict_outcome(exchange: Exchange, approval: Approval, whom_to_ask: str) -> Outcome:
    """What the asker is shown once the review has ended."""
    language = approval.request.language
    reviewer = approval.decided_by.name if approval.decided_by else wording.say("review.somebody", language)
    seen = {"reviewed_by": reviewer, "reviewed_at": approval.decided_at, "review_note": approval.note}
    match approval.state:
        case ApprovalState.APPROVED:
            editor = approval.edited_by
            words = wording.reviewed(approval.draft, reviewer, editor.name if editor else None, language)
            change = {
                "outcome": OutcomeKind.ANSWERED,
                "reason": Reason.REVIEWER_EDITED if editor else Reason.REVIEWER_APPROVED,
                "citations": approval.draft.citations,
            }
        case ApprovalState.DENIED:
            words = wording.denied(reviewer, approval.note, language)
            change = {"outcome": OutcomeKind.DENIED, "reason": Reason.REVIEWER_DENIED}
        case ApprovalState.EXPIRED:
            words = wording.expired(whom_to_ask, language)
            change = {"outcome": OutcomeKind.EXPIRED, "reason": Reason.REVIEW_EXPIRED}
            seen = {"reviewed_at": approval.decided_at}
        case ApprovalState.WITHDRAWN:
            words, seen = wording.withdrawn(language), {"reviewed_at": approval.decided_at}
            change = {"outcome": OutcomeKind.WITHDRAWN, "reason": Reason.ASKER_WITHDREW}
        case ApprovalState.HANDED_OVER:
            words = wording.handed_over(approval.rule.handoff.name if approval.rule.handoff else "", language)
            change = {"outcome": OutcomeKind.HANDED_OVER, "reason": Reason.HANDED_TO_PERSON}
        case ApprovalState.SUPERSEDED:
            words = wording.source_changed(language)
            change = {"outcome": OutcomeKind.REFUSED, "reason": Reason.SOURCE_CHANGED}
            seen = {"reviewed_at": approval.decided_at}
        case _:
            raise ValueError(f"approval {approval.id} has no verdict: it is {approval.state}")
    return exchange.outcome.model_copy(update={**seen, **change, "text": words})


def told_wait(exchange: Exchange, wait: str) -> Exchange:
    """An exchange that waits for a reviewer, with how long that may take."""
    outcome = exchange.outcome.model_copy(update={"text": f"{exchange.outcome.text} {wait}"})
    return exchange.model_copy(update={"outcome": outcome})


def paused(request_id: str, reason: str, language: Language | None = None) -> Outcome:
    """The honest notice while an operator holds the program: nothing is looked up, nothing is answered."""
    return Outcome(
        exchange_id=exchange_id(request_id),
        outcome=OutcomeKind.REFUSED,
        reason=Reason.PAUSED,
        text=wording.paused(reason, language),
    )


def failed(request_id: str, reason: Reason, language: Language | None = None) -> Outcome:
    """An honest error for a request whose journey could not be finished."""
    return Outcome(
        exchange_id=exchange_id(request_id),
        outcome=OutcomeKind.FAILED,
        reason=reason,
        text=wording.failure(reason, language),
    )
