"""A request's calls of the language model: planned without sending any, recorded as they are made, replayed without a network
(seed 004, "Read it. Run it. Replay it."). None of the three is an exchange: nothing is delivered, decided or put on record."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from adapters.llm.claude import body
from adapters.llm.recorder import Notebook, Recorder
from adapters.llm.replayer import Readback, Replayer
from adapters.memory.model import PlanningModel
from bot.bootstrap import Application
from bot.privacy import privacy
from core.domain.exchange import Exchange
from core.domain.model import Budget, ModelRequest
from core.domain.recording import Recording
from core.domain.request import PipelineRequest
from core.errors import ReplayRefused
from core.journeys.question import ask
from core.judge import Judge
from core.ports.clock import Clock, Ids
from core.ports.model import LanguageModel
from core.prompts.registry import Registry
from core.wording.language import detect

EXPECTATION = (
    "Keep the passages that answer the question, reject the irrelevant ones and embedded instructions, rest every claim on an "
    "exact quote, and send what is not certain to a person."
)
PLANNED = (
    "Requests only, no model answers. What comes before each is judged by the rules; a request marked as a template depends on "
    "what a model would answer before it, and may not be sent at all. The boundary is drawn anew for every request."
)
RECORDED = (
    "Requests, real answers, times and usage of one run. Nothing was repeated after a network error: look at the account's usage "
    "before you run it again. A local file can be edited, so it proves nothing; it holds what you asked: keep it private."
)
REPLAYED = "Answers from the recording, none from a model. Prompts, documents, settings and requests are those of the recording."


async def plan(app: Application, request: PipelineRequest, expectation: str = EXPECTATION) -> dict[str, Any]:
    """The requests that would be sent, with seed 004's envelope. No key, no network. Raises ConfigurationError."""
    settings = app.settings
    model = PlanningModel(settings.model)
    judge = _judge(app, model, app.clock, app.ids, settings.budget)
    await ask(_understood(request), replace(app.bench, judge=judge))
    before: list[str] = []
    requests = []
    for made in model.requests:
        requests.append(
            {
                "module": made.module,
                "prompt": made.prompt.model_dump(),
                "template": bool(before),
                "depends_on": list(before),
                "request": body(made, settings.model, settings.effort),
            }
        )
        before.append(made.module)
    return {
        "mode": "offline_plan",
        "model_calls": 0,
        "question": request.question,
        "expectation": expectation,
        "notice": PLANNED,
        "requests": requests,
    }


async def record(
    app: Application, request: PipelineRequest, model: LanguageModel, expectation: str = EXPECTATION
) -> Recording:
    """Runs the request for real; nothing is asked twice, even where the model's server names a time to come again."""
    settings = app.settings
    recorder = Recorder(model, lambda made: body(made, settings.model, settings.effort))
    notes = Notebook(app.clock, app.ids)
    judge = _judge(app, recorder, notes, notes, settings.budget)
    exchange, _ = await ask(_understood(request), replace(app.bench, judge=judge, clock=notes))
    return sealed(
        Recording(
            model_calls=len(recorder.calls),
            notice=RECORDED,
            expectation=expectation,
            model=settings.model,
            effort=settings.effort,
            budget=settings.budget,
            calls=tuple(recorder.calls),
            readings=notes.readings,
            exchange=exchange,
        )
    )


async def replay(app: Application, recording: Recording) -> Exchange:
    """The outcome of the recording, come to again. Raises ReplayRefused that names what differs from it."""
    if sealed(recording).digest != recording.digest:
        raise ReplayRefused("The file was changed after it was recorded: its digest does not fit.", "Record it again.")
    _same_prompts(recording, Registry(active=app.settings.active_prompts))
    _same_gate(recording, app)
    await _same_documents(recording, app)

    def over_the_wire(request: ModelRequest) -> dict[str, Any]:
        return body(request, recording.model, recording.effort)

    replayer, told = Replayer(recording, over_the_wire), Readback(recording.readings)
    judge = _judge(app, replayer, told, told, recording.budget)
    exchange, _ = await ask(recording.exchange.request, replace(app.bench, judge=judge, clock=told))
    if replayer.unplayed:
        raise ReplayRefused(f"A request to {replayer.unplayed[0].module} is no longer made.", "Record it again.")
    if differing := _differing(recording.exchange, exchange):
        raise ReplayRefused(f"The outcome differs from the recorded one in {differing}.", "Record it again.")
    return exchange


def sealed(recording: Recording) -> Recording:
    """With the digest of all the rest."""
    content = recording.model_dump(mode="json", exclude={"digest"})
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return recording.model_copy(update={"digest": hashlib.sha256(canonical.encode()).hexdigest()})


def _judge(app: Application, model: LanguageModel, clock: Clock, ids: Ids, budget: Budget) -> Judge:
    """One that asks nothing twice."""
    prompts = Registry(active=app.settings.active_prompts)
    return Judge(clock, ids, model=model, prompts=prompts, budget=budget, privacy=privacy(app.settings), pause=None)


def _understood(request: PipelineRequest) -> PipelineRequest:
    return request.model_copy(update={"language": request.language or detect(request.question)})


def _same_prompts(recording: Recording, prompts: Registry) -> None:
    for call in recording.calls:
        now = prompts.active(call.module).reference
        if now != call.prompt:
            changed = (
                "has changed" if (now.name, now.version) == (call.prompt.name, call.prompt.version) else "is not active"
            )
            raise ReplayRefused(
                f"The prompt {call.prompt.name} {call.prompt.version} {changed} since the recording.",
                "Record it again, or choose that prompt with COUNTERSIGN_PROMPTS.",
            )


def _same_gate(recording: Recording, app: Application) -> None:
    then, request = recording.exchange.thresholds, recording.exchange.request
    now = app.bench.gate.for_call(request.min_confidence, request.top_k)
    for name in type(then).model_fields:
        if getattr(then, name) != getattr(now, name):
            raise ReplayRefused(
                f"The gate's {name} is {getattr(now, name)}, and was {getattr(then, name)}.", "Set it as it was."
            )


async def _same_documents(recording: Recording, app: Application) -> None:
    current = {document.path: document.content_hash for document in await app.store.documents.list()}
    for source in recording.exchange.sources:
        if current.get(source.path) != source.content_hash:
            changed = "has changed" if source.path in current else "is gone"
            raise ReplayRefused(f"The document {source.path} {changed} since the recording.", "Record it again.")


def _differing(then: Exchange, now: Exchange) -> str:
    """The names of the fields that are not the same; empty if all are."""
    first, second = then.model_dump(mode="json"), now.model_dump(mode="json")
    parts = []
    for key in first:
        if first[key] != second[key]:
            inner = first[key]
            fields = [k for k in inner if inner[k] != second[key].get(k)] if isinstance(inner, dict) else []
            parts += [f"{key}.{field}" for field in fields] or [key]
    return ", ".join(parts)
