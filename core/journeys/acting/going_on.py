"""What happens to a case without a message: the next step of its execution, its end by the asker or by time, a new proposal."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from core.actions.recovering import Failure
from core.approvals.people import same_person
from core.domain.case import WITHDRAWABLE, ActionCase, CaseState
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import Person
from core.journeys.acting import calling, facts, judging, policies, proposing, verifying
from core.journeys.acting.consent import Answer
from core.journeys.acting.recovering import ended_by, recover
from core.journeys.acting.telling import fixed, tell
from core.journeys.acting.work import Told, Work, noted, run
from core.journeys.bench import Bench

PROPOSING_AGAIN = (facts.look_up, policies.find_policies, judging.judge, proposing.propose, proposing.authorize)
"""After something has changed: by fresh facts and policies, a new digest, and every yes anew."""


async def proceed(case: ActionCase, bench: Bench) -> Told:
    """The next step that needs nobody: the last check before the call, or a look after it.

    Where the result says ``call``, the case is saved first and ``execute`` comes then; where it has ``wait``, this again.
    """
    work = work_on(case, bench)
    if case.state is CaseState.EXECUTING:
        return await verifying.verify(work, bench)
    if case.state is not CaseState.APPROVED:
        return Told(case=case)
    if bench.clock.now() >= case.expires_at:
        return await expire(case, bench.clock.now(), bench)
    checked, same = await calling.unchanged(work, bench)
    if same:
        return await calling.prepare(checked, bench, approved=True if case.approval_id else None)
    return await tell(checked if checked.ending else await proposed_again(checked, bench), bench)


async def execute(case: ActionCase, bench: Bench) -> Told:
    """Calls the tool, once for each attempt. Only for a case that was saved as ``proceed`` gave it with ``call``."""
    if case.state is not CaseState.EXECUTING or case.execution is None or case.execution.result != "unknown":
        return Told(case=case)
    return await calling.call(work_on(case, bench), bench)


async def cancel(case: ActionCase, by: Person, bench: Bench) -> tuple[Answer, Told]:
    """The asker takes it back, until it runs."""
    if not same_person(case.asker, by):
        return Answer.NOT_THE_ASKER, Told(case=case)
    if case.state not in WITHDRAWABLE:
        return Answer.OVER, Told(case=case)
    work = noted(work_on(case, bench), bench, "cancel", "cancelled", by.id)
    return Answer.ACCEPTED, await tell(cancelled(work), bench)


async def expire(case: ActionCase, now: datetime, bench: Bench) -> Told:
    """Ends a case whose time is over before anything was sent; one that runs is looked at instead (``proceed``)."""
    if case.state not in WITHDRAWABLE or now < case.expires_at:
        return Told(case=case)
    work = noted(work_on(case, bench), bench, "expiry", case.state)
    text = fixed(work, "case.expired")
    return await tell(work.ended(CaseState.EXPIRED, OutcomeKind.EXPIRED, Reason.CONFIRMATION_EXPIRED, text=text), bench)


async def broke(case: ActionCase, bench: Bench) -> Told:
    """After an error of the program itself: what was, or may have been, sent is looked at; anything else gets a safe reply."""
    if case.state is CaseState.EXECUTING or case.over:
        return Told(case=case)
    work, action = await recover(work_on(case, bench), bench, Failure.INTERNAL_ERROR)
    return await tell(ended_by(work, bench, action), bench)


async def proposed_again(work: Work, bench: Bench) -> Work:
    """By fresh facts and policies; where it is still possible, the asker is asked anew and told that something has changed."""
    work = noted(work, bench, "recheck", "proposed_again", "", "elevated", was=work.case.digest)
    fresh = work.having(answers={}, facts=(), missing_facts=(), evidence=(), confirmation=None, approval_id=None)
    fresh = await run(PROPOSING_AGAIN, replace(fresh, words=first_words(fresh.case)), bench)
    ending = fresh.ending
    if ending is None or ending.state is not CaseState.AWAITING_CONFIRMATION:
        return fresh
    text = fixed(fresh, "case.changed")
    return replace(fresh, ending=replace(ending, reason=Reason.CASE_CHANGED, text=text))


def cancelled(work: Work) -> Work:
    """The asker has taken it back."""
    text = fixed(work, "case.cancelled")
    return work.ended(CaseState.CANCELLED, OutcomeKind.WITHDRAWN, Reason.ASKER_WITHDREW, text=text)


def work_on(case: ActionCase, bench: Bench) -> Work:
    """A new event of a case."""
    return Work(case=case, hearing=bench.judge.hearing(), words=first_words(case))


def first_words(case: ActionCase) -> str:
    """The message that said what is wanted, without what it ordered the machine."""
    return case.wish or case.request.question
