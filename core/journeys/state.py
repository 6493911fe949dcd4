"""What is known of a request between two stages."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime

from core.domain.document import Scope
from core.domain.exchange import SourceRecord, Thresholds
from core.domain.outcome import Band, Draft, OutcomeKind, Reason
from core.domain.request import PipelineRequest
from core.gate import Passing
from core.journeys.bench import Bench
from core.judge import Hearing
from core.modules import intent, policy_rewrite
from core.retrieval.ranking import Ranked, Retrieval


@dataclass(frozen=True)
class State:
    """One request on its way through the stages; each stage fills in its own part."""

    request: PipelineRequest
    opened_at: datetime
    thresholds: Thresholds
    hearing: Hearing
    intent: intent.Output | None = None
    sought: policy_rewrite.Output | None = None
    question_back: str | None = None
    scope: Scope | None = None
    retrieval: Retrieval | None = None
    evidence: tuple[Ranked, ...] = ()
    sources: tuple[SourceRecord, ...] = ()
    draft: Draft | None = None
    features: dict[str, float] = field(default_factory=dict)
    confidence: float = 0.0
    doubt: Reason | None = None
    """Why a human must look first, however sure the draft is."""
    ending: Passing | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)

    @classmethod
    def open(cls, request: PipelineRequest, bench: Bench) -> State:
        """The state before the first stage."""
        thresholds = bench.gate.for_call(request.min_confidence, request.top_k)
        return cls(
            request=request, opened_at=bench.clock.now(), thresholds=thresholds, hearing=bench.judge.hearing()
        )

    def timed(self, stage: str, seconds: float) -> State:
        """With a stage's duration noted."""
        return replace(self, timings_ms={**self.timings_ms, stage: round(seconds * 1000, 2)})


def exchange_id(request_id: str) -> str:
    """The exchange's id, from the request's: the same request always makes the same exchange."""
    return f"ex_{hashlib.sha256(request_id.encode()).hexdigest()[:20]}"


def approval_id(request_id: str) -> str:
    """The id of the approval that an exchange may open, from the request's."""
    return f"ap_{hashlib.sha256(b'approval:' + request_id.encode()).hexdigest()[:20]}"


def refused(state: State, reason: Reason) -> State:
    """The journey ends here, with no answer."""
    return replace(state, ending=Passing(outcome=OutcomeKind.REFUSED, reason=reason, band=Band.NONE))
