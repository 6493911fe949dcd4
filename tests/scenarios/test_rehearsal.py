"""A question planned, recorded and replayed: the same outcome, and what has changed since is refused by its name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.memory.model import ScriptedModel
from bot.rehearsal import plan, record, replay, sealed
from core.domain.model import Usage
from core.domain.recording import Recording
from core.errors import ModelError, ModelProblem, ReplayRefused
from core.journeys.question import ask
from tests.doubles.messages.honest import by_rules
from tests.scenarios.office import TRAVEL, Office

SIX = [
    "input_safety_precheck",
    "intent",
    "policy_rewrite",
    "policy_evidence_filter",
    "answer_generation",
    "grounding_audit",
]


@pytest.fixture
async def desk(tmp_path: Path) -> Office:
    office = Office(tmp_path)
    await office.ingest("travel.md", TRAVEL)
    return office


@pytest.fixture
async def recording(desk: Office) -> Recording:
    return await record(desk.app, desk.request(), ScriptedModel(by_rules, usage=Usage(input_tokens=9, output_tokens=3)))


def changed(recording: Recording, **change: Any) -> Recording:
    """As if it had been recorded so: with a digest that fits."""
    return sealed(recording.model_copy(update=change))


async def test_a_plan_holds_every_request_and_asks_nothing(desk: Office) -> None:
    planned = await plan(desk.app, desk.request(), "It quotes the hotel limit.")
    assert (planned["mode"], planned["model_calls"]) == ("offline_plan", 0)
    assert planned["expectation"] == "It quotes the hotel limit."
    assert [request["module"] for request in planned["requests"]] == SIX
    assert [request["template"] for request in planned["requests"]] == [False, True, True, True, True, True]
    assert planned["requests"][2]["depends_on"] == ["input_safety_precheck", "intent"]
    assert "template" in planned["notice"]


async def test_what_is_planned_is_what_is_sent_where_the_model_judges_as_the_rules(
    desk: Office, recording: Recording
) -> None:
    planned = await plan(desk.app, recording.exchange.request)

    def without_boundary(request: dict[str, Any]) -> dict[str, Any]:
        lines = request["messages"][0]["content"].split("\n")
        return {**request, "messages": lines[1:-1]}

    sent = [without_boundary(call.request) for call in recording.calls]
    assert [without_boundary(request["request"]) for request in planned["requests"]] == sent


async def test_nothing_of_it_is_on_record(desk: Office, recording: Recording) -> None:
    await plan(desk.app, desk.request())
    await replay(desk.app, recording)
    assert await desk.audited() == []
    assert await desk.store.exchanges.get(recording.exchange.id) is None


async def test_a_recording_holds_requests_answers_and_usage(recording: Recording) -> None:
    assert (recording.mode, recording.model_calls) == ("record", 6)
    assert [call.module for call in recording.calls] == SIX
    assert all(call.reply and call.reply.usage.tokens == 12 for call in recording.calls)
    assert {run.how for run in recording.exchange.modules} == {"model"}
    assert "proves nothing" in recording.notice


async def test_a_replay_comes_to_the_same_exchange(desk: Office, recording: Recording) -> None:
    read_back = Recording.model_validate_json(recording.model_dump_json())
    desk.clock.advance(3600)
    assert await replay(desk.app, read_back) == recording.exchange


async def test_failures_and_retries_are_replayed_too(desk: Office) -> None:
    broken = ModelError(ModelProblem.REFUSED, "It declined.", usage=Usage(input_tokens=5))
    recorded = await record(desk.app, desk.request(), ScriptedModel("no JSON", by_rules, broken, by_rules))
    assert [run.how for run in recorded.exchange.modules][:3] == ["retried", "fallback:refused", "model"]
    assert recorded.model_calls == 7
    assert await replay(desk.app, Recording.model_validate_json(recorded.model_dump_json())) == recorded.exchange


async def test_after_a_network_error_nothing_is_asked_again(desk: Office) -> None:
    model = ScriptedModel(ModelError(ModelProblem.UNAVAILABLE, "Broke off.", retry_after=0.0), by_rules)
    recorded = await record(desk.app, desk.request(), model)
    assert len(model.requests) == 1
    assert [call.problem for call in recorded.calls] == [ModelProblem.UNAVAILABLE]
    assert await replay(desk.app, recorded) == recorded.exchange


async def test_a_file_that_was_edited_is_refused(desk: Office, recording: Recording) -> None:
    reply = recording.calls[0].reply
    assert reply is not None
    edited = recording.calls[0].model_copy(update={"reply": reply.model_copy(update={"text": "{}"})})
    tampered = recording.model_copy(update={"calls": (edited, *recording.calls[1:])})
    with pytest.raises(ReplayRefused, match="The file was changed"):
        await replay(desk.app, tampered)


async def test_another_answer_under_a_fitting_digest_leads_elsewhere(desk: Office, recording: Recording) -> None:
    outcome = recording.exchange.outcome.model_copy(update={"text": "Any room you like."})
    forged = changed(recording, exchange=recording.exchange.model_copy(update={"outcome": outcome}))
    with pytest.raises(ReplayRefused, match=r"The outcome differs from the recorded one in outcome\.text"):
        await replay(desk.app, forged)


async def test_a_changed_prompt_is_refused_by_name(desk: Office, recording: Recording) -> None:
    calls = list(recording.calls)
    calls[1] = calls[1].model_copy(update={"prompt": calls[1].prompt.model_copy(update={"hash": "0" * 64})})
    with pytest.raises(ReplayRefused, match=r"The prompt intent_v2 v2\.0\.0 has changed"):
        await replay(desk.app, changed(recording, calls=tuple(calls)))


async def test_a_prompt_that_is_no_longer_active_is_refused_by_name(desk: Office, recording: Recording) -> None:
    calls = list(recording.calls)
    calls[1] = calls[1].model_copy(update={"prompt": calls[1].prompt.model_copy(update={"name": "intent_v1"})})
    with pytest.raises(ReplayRefused, match=r"The prompt intent_v1 v2\.0\.0 is not active"):
        await replay(desk.app, changed(recording, calls=tuple(calls)))


async def test_a_changed_document_is_refused_by_name(desk: Office, recording: Recording) -> None:
    await desk.ingest("travel.md", TRAVEL.replace("$210", "$310"))
    with pytest.raises(ReplayRefused, match=r"The document travel\.md has changed"):
        await replay(desk.app, recording)


async def test_a_document_that_is_gone_is_refused_by_name(desk: Office, recording: Recording) -> None:
    await desk.store.documents.remove("travel.md")
    with pytest.raises(ReplayRefused, match=r"The document travel\.md is gone"):
        await replay(desk.app, recording)


async def test_another_document_beside_it_changes_the_requests(desk: Office, recording: Recording) -> None:
    await desk.ingest("hotels.md", TRAVEL.replace("Travel policy", "Hotel rooms"))
    with pytest.raises(ReplayRefused, match="Request 4, to policy_evidence_filter, differs in the data"):
        await replay(desk.app, recording)


async def test_another_gate_is_refused_by_name(desk: Office, recording: Recording) -> None:
    stricter = desk.app.bench.gate.model_copy(update={"minimum": 0.9})
    app = replace(desk.app, bench=replace(desk.app.bench, gate=stricter))
    with pytest.raises(ReplayRefused, match=r"The gate's minimum is 0\.9, and was 0\.8"):
        await replay(app, recording)


async def test_another_question_is_refused(desk: Office, recording: Recording) -> None:
    request = recording.exchange.request.model_copy(update={"question": "Which class do I fly?"})
    other = changed(recording, exchange=recording.exchange.model_copy(update={"request": request}))
    with pytest.raises(ReplayRefused, match="Request 1, to input_safety_precheck, differs in the data"):
        await replay(desk.app, other)


async def test_a_call_that_is_missing_or_left_over_is_refused(desk: Office, recording: Recording) -> None:
    with pytest.raises(ReplayRefused, match="A request 6 to grounding_audit is not in the recording"):
        await replay(desk.app, changed(recording, calls=recording.calls[:-1]))
    with pytest.raises(ReplayRefused, match="A request to grounding_audit is no longer made"):
        await replay(desk.app, changed(recording, calls=(*recording.calls, recording.calls[-1])))


async def test_a_journey_by_the_rules_is_untouched(desk: Office, recording: Recording) -> None:
    exchange, _ = await ask(desk.request(), desk.app.bench)
    assert exchange.outcome.text == recording.exchange.outcome.text
    assert exchange.outcome.engine == "rules"
