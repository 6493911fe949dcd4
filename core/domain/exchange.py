"""One request and everything that came of it: the unit of the audit log."""

from __future__ import annotations

from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from core.domain.base import Model, Moment
from core.domain.outcome import Outcome
from core.domain.request import PipelineRequest


class Thresholds(Model):
    """The gate's numbers as they stood for this exchange."""

    high: float
    minimum: float
    review_floor: float
    top_k: int


class SourceRecord(Model):
    """A passage that was retrieved, whether it became evidence, and if not why (seed 003's reject reasons)."""

    chunk_id: str
    document_id: str
    version_id: str
    content_hash: str
    path: str
    section: str
    score: float
    evidence: bool
    rejected: str | None = None


class ModuleRun(Model):
    """One module that ran: by which engine, on which prompt, how, for how long and at what cost.

    ``how`` is ``rules`` (no model is configured), ``model``, ``retried`` (the model's second reply), or ``fallback:PROBLEM``
    (the rules, because the model gave no judgement: see ModelProblem). ``calls`` counts every request that was sent, the
    failed ones too. ``cost`` is in US dollars, None where no price is known.
    """

    module: str
    engine: str
    prompt_version: str | None = None
    milliseconds: float
    prompt_name: str | None = None
    prompt_hash: str | None = None
    how: str = "rules"
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost: float | None = None

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What a later version added is written only where it says something: a record of before reads as it was written."""
        written: dict[str, Any] = handler(self)
        return {key: value for key, value in written.items() if key not in _ADDED or value != _ADDED[key]}


_ADDED: dict[str, Any] = {
    name: field.default
    for name, field in ModuleRun.model_fields.items()
    if name not in {"module", "engine", "prompt_version", "milliseconds"}
}


class Exchange(Model):
    """The record of one request. ``features`` are the numbers the confidence was computed from."""

    id: str
    request: PipelineRequest
    outcome: Outcome
    thresholds: Thresholds
    sources: tuple[SourceRecord, ...] = ()
    modules: tuple[ModuleRun, ...] = ()
    features: dict[str, float] = {}
    created_at: Moment
    delivered_at: Moment | None = None


class AuditRow(Model):
    """One link of the hash chain.

    ``content_digest`` is SHA-256 over salt and canonical JSON of the content; ``hash`` is SHA-256 over sequence, time, kind,
    subject, ``content_digest`` and the previous hash. ``content`` and ``salt`` live beside the chain and are None once
    erased (retention, a person's right): the chain stays whole.
    """

    sequence: int
    at: Moment
    kind: str
    """exchange, vote, edit, decision, expiry, withdrawal, handoff, reminder, escalation, effect, delegation, pause, resume,
    feedback, documents or erasure"""
    subject: str
    content_digest: str
    previous: str
    hash: str
    salt: str | None = None
    content: dict[str, Any] | None = None


class AuditFault(Model):
    """A broken link: which row, and what is wrong with it."""

    sequence: int
    problem: str


class AuditReport(Model):
    """What a verification found. ``head`` is the last row's hash, ``count`` the number of rows."""

    count: int
    head: str
    erased: int
    faults: tuple[AuditFault, ...] = ()
