"""The action journey: the order of its stages, readable as lists, and the events that move a case (DESIGN: one request, 4).

A pure state machine: each function takes a case and an event and gives the next case, to be saved before anything else is
done, and what the asker is told. The same event given twice leaves the case as it was after the first time.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from core.approvals.people import same_person
from core.domain.approval import Approval, ApprovalState
from core.domain.case import WITHDRAWABLE, ActionCase, CaseState, Confirmation
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import Person, PipelineRequest
from core.journeys.acting import asking, facts, judging, policies, proposing, understanding
from core.journeys.acting.approving import approval_for, denied
from core.journeys.acting.authorizing import needs_approval
from core.journeys.acting.consent import Answer, answer_to
from core.journeys.acting.going_on import broke, cancel, cancelled, execute, expire, proceed, proposed_again, work_on
from core.journeys.acting.recovering import handed_over, without_model
from core.journeys.acting.telling import fixed, silent, tell
from core.journeys.acting.understanding import WISHES
from core.journeys.acting.work import Told, Work, noted, run
from core.journeys.bench import Bench
from core.journeys.state import exchange_id
from core.understanding.consent import yes_or_no

__all__ = [
    "PROPOSING", "WISHES", "Answer", "Told", "begin", "broke", "cancel", "confirm", "decided", "execute", "expire", "hear", "proceed",
]  # fmt: skip

PROPOSING = (
    understanding.check_safety,
    understanding.understand,
    asking.clarify,
    asking.ask_details,
    facts.look_up,
    policies.find_policies,
    judging.judge,
    proposing.propose,
    proposing.authorize,
)
"""From a message to a proposed call that waits for the asker's yes; a stage that ends the event sets ``ending``.

After it: ``confirm`` -> ``decided`` -> ``proceed`` (everything read again, then authorized) -> ``execute`` -> ``proceed`` (look-up
by key, second look), and ``failure_recovery`` on every way that fails. What needs no message stands in ``acting/going_on.py``.
"""
COLLECT_WITHIN = timedelta(hours=24)


async def begin(request: PipelineRequest, bench: Bench) -> Told:
    """Opens the case of a wish with its first message, and goes as far as it can."""
    now = bench.clock.now()
    case = ActionCase(
        id=f"case_{exchange_id(request.id).removeprefix('ex_')}",
        request=request,
        conversation=request.conversation,
        opened_at=now,
        expires_at=now + COLLECT_WITHIN,
    )
    return await hear(case, request, bench)


async def hear(case: ActionCase, request: PipelineRequest, bench: Bench) -> Told:
    """Takes in a message of the asker's: what was missing, or a yes or no in words to exactly what they were shown last.

    A message of anybody else's, one that was taken in before, and one for a case that is past it change nothing.
    """
    if request.id in case.handled or not same_person(case.asker, request.asker):
        return Told(case=case)
    if case.state in WITHDRAWABLE and bench.clock.now() >= case.expires_at:
        return await expire(case, bench.clock.now(), bench)
    if case.state is CaseState.AWAITING_CONFIRMATION:
        said = yes_or_no(request.question)
        if said is not None:
            heard = case.model_copy(update={"handled": (*case.handled, request.id)})
            _, told = await confirm(heard, request.asker, case.digest or "", said, bench, typed_by=request.typed_by)
            return told
    if case.state not in {CaseState.COLLECTING, CaseState.AWAITING_CONFIRMATION}:
        return Told(case=case)
    case = case.model_copy(update={"handled": (*case.handled, request.id), "state": CaseState.COLLECTING})
    work = Work(case=case, hearing=bench.judge.hearing(), words=request.question)
    return await tell(await without_model(await run(PROPOSING, work, bench), bench), bench)


async def confirm(
    case: ActionCase, by: Person, digest: str, yes: bool, bench: Bench, *, typed_by: str | None = None
) -> tuple[Answer, Told]:
    """The asker's yes or no to exactly what ``digest`` is of. Anybody else's, a late one and one to something older do nothing."""
    answer = answer_to(case, by, digest, bench.clock.now())
    if answer is not Answer.ACCEPTED:
        return answer, Told(case=case)
    work = work_on(case, bench)
    if not yes:
        work = noted(work, bench, "confirmation", "no", by.id)
        return answer, await tell(cancelled(work), bench)
    now = bench.clock.now()
    work = work.having(confirmation=Confirmation(by=by, digest=digest, at=now, typed_by=typed_by))
    work = noted(work, bench, "confirmation", "yes", by.id, "elevated", digest=digest)
    spec = bench.toolbox.specs.get(case.tool or "") if bench.toolbox else None
    if spec is None:
        return answer, await tell(handed_over(work, bench), bench)
    if not needs_approval(work, spec):
        return answer, silent(work, CaseState.APPROVED)
    approval = approval_for(work.case, spec, bench)
    if approval is None:
        return answer, await tell(handed_over(work, bench, Reason.NO_APPROVER), bench)
    work = work.having(approval_id=approval.id, approvals=case.approvals + 1, expires_at=approval.expires_at)
    work = noted(work, bench, "approval", "opened", approval.rule.matched, "elevated", approval=approval.id)
    text = fixed(work, "case.awaiting_approval")
    work = work.ended(CaseState.AWAITING_APPROVAL, OutcomeKind.PENDING_APPROVAL, Reason.ACTION_RISK, text=text)
    return answer, replace(await tell(work, bench), approval=approval)


async def decided(case: ActionCase, approval: Approval, bench: Bench) -> Told:
    """Takes in how the approval ended. One that is not this case's, or not for what it proposes now, changes nothing."""
    if case.state is not CaseState.AWAITING_APPROVAL or approval.id != case.approval_id:
        return Told(case=case)
    work = noted(work_on(case, bench), bench, "approval", approval.state, approval.note or "", "elevated")
    match approval.state:
        case ApprovalState.APPROVED:
            if approval.digest != case.digest or approval.action != case.action:
                return await tell(await proposed_again(work, bench), bench)
            return silent(work, CaseState.APPROVED)
        case ApprovalState.DENIED:
            text = denied(work, approval)
            work = work.ended(CaseState.REFUSED, OutcomeKind.DENIED, Reason.REVIEWER_DENIED, text=text)
        case ApprovalState.EXPIRED:
            text = fixed(work, "case.not_approved")
            work = work.ended(CaseState.EXPIRED, OutcomeKind.EXPIRED, Reason.REVIEW_EXPIRED, text=text)
        case ApprovalState.WITHDRAWN:
            work = cancelled(work)
        case ApprovalState.HANDED_OVER:
            work = handed_over(work, bench)
        case ApprovalState.SUPERSEDED:
            work = await proposed_again(work, bench)
        case _:
            return Told(case=case)
    return await tell(work, bench)
