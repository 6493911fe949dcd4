"""What the stages hand to each other while one event is worked on, and what comes of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from core.actions.replies import Scenario
from core.domain.action import tags
from core.domain.approval import Approval
from core.domain.case import ActionCase, CaseState, CaseStep
from core.domain.exchange import ModuleRun, SourceRecord
from core.domain.outcome import Outcome, OutcomeKind, Reason
from core.journeys.bench import Bench
from core.judge import Hearing
from core.retrieval.ranking import Ranked, Retrieval


@dataclass(frozen=True)
class Ending:
    """How an event leaves its case, and what the asker is told: a scenario of ``response``, or a fixed text instead."""

    state: CaseState
    outcome: OutcomeKind
    reason: Reason
    scenario: Scenario = Scenario.DECISION_ONLY
    question: str | None = None
    text: str | None = None


@dataclass(frozen=True)
class Work:
    """One event on its way through the stages: each fills in its own part of the case, or sets ``ending``."""

    case: ActionCase
    hearing: Hearing
    words: str = ""
    retrieval: Retrieval | None = None
    ranked: tuple[Ranked, ...] = ()
    sources: tuple[SourceRecord, ...] = ()
    ending: Ending | None = None

    def having(self, **changes: Any) -> Work:
        """With these fields of the case changed."""
        return replace(self, case=self.case.model_copy(update=changes))

    def tagged(self, *found: str) -> Work:
        """With further risk tags: one that was found is never lost."""
        return self.having(risk_tags=tags(self.case.risk_tags, found))

    def ended(self, state: CaseState, outcome: OutcomeKind, reason: Reason, **more: Any) -> Work:
        """The event ends here."""
        return replace(self, ending=Ending(state, outcome, reason, **more))


@dataclass(frozen=True)
class Told:
    """What came of an event: the case to be saved, what the asker is told (None: nothing), and what the program does next.

    ``approval`` is to be opened in the same transaction. ``call`` says that the writing tool is to be called now, once the
    case is saved (``action.execute``). ``wait`` is in how many seconds ``action.proceed`` goes on, None for at once.
    """

    case: ActionCase
    outcome: Outcome | None = None
    approval: Approval | None = None
    call: bool = False
    wait: float | None = None
    runs: tuple[ModuleRun, ...] = ()
    sources: tuple[SourceRecord, ...] = ()


Stage = Callable[[Work, Bench], Awaitable[Work]]


def noted(
    work: Work, bench: Bench, stage: str, result: str, reason: str = "", level: str = "normal", **details: Any
) -> Work:
    """With a step for the audit."""
    step = CaseStep(at=bench.clock.now(), stage=stage, result=result, reason=reason, audit_level=level, details=details)
    return work.having(steps=(*work.case.steps, step))


async def run(stages: tuple[Stage, ...], work: Work, bench: Bench) -> Work:
    """Stage by stage until one ends the event."""
    for stage in stages:
        if work.ending is not None:
            break
        work = await stage(work, bench)
    return work
