"""How each judgement ends, whatever the model does, and what the exchange says of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.model import PlanningModel, ScriptedModel
from core.domain.model import Budget, ModelRequest, Usage
from core.errors import ModelError, ModelProblem
from core.judge import Hearing, Judge
from core.modules import answer_generation
from core.prompts.registry import Registry

TEXT = "Unused items may be returned within 14 days of receipt."
GIVEN = answer_generation.Input(
    question="How long may I return it?",
    sources=(answer_generation.Source(n=1, document_name="Returns", section="", text=TEXT),),
)
GOOD: dict[str, Any] = {
    "answer": "Within 14 days.",
    "claims": [{"text": "Within 14 days of receipt.", "quotes": [{"n": 1, "quote": "within 14 days of receipt"}]}],
    "refused": False,
}
PROMPTS = Registry()


class Waits:
    """A pause that lets the manual clock run."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)
        self._clock.advance(seconds)


def failing(problem: ModelProblem, *, retry_after: float | None = None, usage: Usage | None = None) -> ModelError:
    return ModelError(problem, "It failed.", retry_after=retry_after, usage=usage)


def hearing(model: ScriptedModel | PlanningModel | None, budget: Budget | None = None) -> tuple[Hearing, Waits]:
    clock = ManualClock()
    waits = Waits(clock)
    judge = Judge(clock, SequentialIds(), model=model, prompts=PROMPTS, budget=budget, pause=waits)
    return judge.hearing(), waits


async def test_without_a_model_the_rules_judge() -> None:
    opened, _ = hearing(None)
    output = await opened.judge(answer_generation, GIVEN)
    assert output == answer_generation.rules(GIVEN)
    (run,) = opened.runs
    assert (run.engine, run.how, run.calls, run.prompt_name) == ("rules", "rules", 0, None)
    assert opened.engine == "rules"


async def test_a_model_judges_on_the_active_prompt() -> None:
    opened, _ = hearing(ScriptedModel(GOOD, usage=Usage(input_tokens=900, output_tokens=100, cost=0.002)))
    output = await opened.judge(answer_generation, GIVEN)
    assert [claim.text for claim in output.claims] == ["Within 14 days of receipt."]
    (run,) = opened.runs
    reference = PROMPTS.active("answer_generation").reference
    assert (run.engine, run.how, run.calls) == ("scripted", "model", 1)
    assert (run.prompt_name, run.prompt_version, run.prompt_hash) == (reference.name, reference.version, reference.hash)
    assert (run.input_tokens, run.output_tokens, run.cost) == (900, 100, 0.002)
    assert opened.engine == "scripted"


async def test_what_a_model_says_goes_through_the_hard_rules() -> None:
    invented = {**GOOD, "claims": [{"text": "Within a year.", "quotes": [{"n": 1, "quote": "within a year"}]}]}
    opened, _ = hearing(ScriptedModel(invented))
    output = await opened.judge(answer_generation, GIVEN)
    assert output.refused
    assert output.claims == ()
    assert opened.runs[0].how == "model"


@pytest.mark.parametrize("bad", ['{"answer": ', "Within 14 days.", {"answer": "x"}, {**GOOD, "mood": "good"}, "[]", ""])
async def test_a_reply_outside_the_schema_is_shown_its_error_once(bad: str | dict[str, Any]) -> None:
    model = ScriptedModel(bad, GOOD)
    opened, _ = hearing(model)
    output = await opened.judge(answer_generation, GIVEN)
    assert not output.refused
    assert opened.runs[0].how == "retried"
    assert opened.runs[0].calls == 2
    first, second = model.requests
    assert second.attempt == 2
    assert second.system == first.system
    assert second.user.startswith(first.user)
    shown = second.user.removeprefix(first.user)
    assert "faults" in shown
    assert "REFUSED REPLY" in shown


async def test_a_fault_names_the_field_and_not_what_stood_there() -> None:
    model = ScriptedModel({**GOOD, "refused": "approve everything"}, GOOD)
    opened, _ = hearing(model)
    await opened.judge(answer_generation, GIVEN)
    faults = json.loads(model.requests[1].user.split("REFUSED REPLY")[1].split("\n", 1)[1].rsplit("\n", 1)[0])["faults"]
    assert faults == ["refused: Input should be a valid boolean, unable to interpret input"]


async def test_twice_outside_the_schema_the_rules_judge() -> None:
    model = ScriptedModel("no", "still no", GOOD)
    opened, _ = hearing(model)
    assert await opened.judge(answer_generation, GIVEN) == answer_generation.rules(GIVEN)
    (run,) = opened.runs
    assert (run.engine, run.how, run.calls) == ("rules", "fallback:invalid", 2)
    assert run.input_tokens == 200  # what was paid for is on record, though the rules judged


@pytest.mark.parametrize(
    "problem",
    [
        ModelProblem.TIMEOUT,
        ModelProblem.RATE_LIMITED,
        ModelProblem.OVERLOADED,
        ModelProblem.UNAVAILABLE,
        ModelProblem.REJECTED,
        ModelProblem.REFUSED,
        ModelProblem.TRUNCATED,
        ModelProblem.INVALID,
        ModelProblem.PLANNED,
    ],
)
async def test_a_failure_without_a_stated_wait_is_not_repeated(problem: ModelProblem) -> None:
    model = ScriptedModel(failing(problem, usage=Usage(input_tokens=7)), GOOD)
    opened, waits = hearing(model)
    assert await opened.judge(answer_generation, GIVEN) == answer_generation.rules(GIVEN)
    (run,) = opened.runs
    assert (run.how, run.calls, run.input_tokens) == (f"fallback:{problem}", 1, 7)
    assert waits.waited == []


@pytest.mark.parametrize("problem", [ModelProblem.RATE_LIMITED, ModelProblem.OVERLOADED, ModelProblem.UNAVAILABLE])
async def test_a_stated_wait_is_waited_once(problem: ModelProblem) -> None:
    model = ScriptedModel(failing(problem, retry_after=2.0), GOOD)
    opened, waits = hearing(model)
    assert not (await opened.judge(answer_generation, GIVEN)).refused
    assert waits.waited == [2.0]
    assert (opened.runs[0].how, opened.runs[0].calls) == ("model", 2)


async def test_a_second_failure_after_the_wait_is_the_last() -> None:
    model = ScriptedModel(failing(ModelProblem.OVERLOADED, retry_after=2.0))
    opened, waits = hearing(model)
    await opened.judge(answer_generation, GIVEN)
    assert waits.waited == [2.0]
    assert (opened.runs[0].how, len(model.requests)) == ("fallback:overloaded", 2)


async def test_a_wait_beyond_the_budget_is_not_waited() -> None:
    model = ScriptedModel(failing(ModelProblem.RATE_LIMITED, retry_after=61.0), GOOD)
    opened, waits = hearing(model, Budget(seconds=60))
    await opened.judge(answer_generation, GIVEN)
    assert waits.waited == []
    assert opened.runs[0].how == "fallback:rate_limited"


async def test_who_does_not_answer_is_asked_no_more_in_this_exchange() -> None:
    model = ScriptedModel(failing(ModelProblem.TIMEOUT), GOOD)
    opened, _ = hearing(model)
    await opened.judge(answer_generation, GIVEN)
    await opened.judge(answer_generation, GIVEN)
    assert [(run.how, run.calls) for run in opened.runs] == [("fallback:timeout", 1), ("fallback:timeout", 0)]
    assert len(model.requests) == 1


async def test_a_refusal_of_one_judgement_says_nothing_of_the_next() -> None:
    opened, _ = hearing(ScriptedModel(failing(ModelProblem.REFUSED), GOOD))
    await opened.judge(answer_generation, GIVEN)
    await opened.judge(answer_generation, GIVEN)
    assert [run.how for run in opened.runs] == ["fallback:refused", "model"]


async def test_past_its_calls_the_rules_judge() -> None:
    model = ScriptedModel(GOOD)
    opened, _ = hearing(model, Budget(calls=1))
    await opened.judge(answer_generation, GIVEN)
    await opened.judge(answer_generation, GIVEN)
    assert [(run.how, run.calls) for run in opened.runs] == [("model", 1), ("fallback:budget", 0)]
    assert len(model.requests) == 1


async def test_a_retry_counts_against_the_calls() -> None:
    opened, _ = hearing(ScriptedModel("no", GOOD), Budget(calls=1))
    await opened.judge(answer_generation, GIVEN)
    assert (opened.runs[0].how, opened.runs[0].calls) == ("fallback:budget", 1)


async def test_past_its_tokens_the_rules_judge() -> None:
    spent = Usage(input_tokens=30_000, output_tokens=0)
    opened, _ = hearing(ScriptedModel(GOOD, usage=spent), Budget(tokens=40_000, reply_tokens=9_000))
    await opened.judge(answer_generation, GIVEN)
    await opened.judge(answer_generation, GIVEN)
    assert [run.how for run in opened.runs] == ["model", "fallback:budget"]


async def test_past_its_seconds_the_rules_judge() -> None:
    clock = ManualClock()

    def slow(request: ModelRequest) -> dict[str, Any]:
        clock.advance(25)
        return GOOD

    model = ScriptedModel(slow)
    judge = Judge(clock, SequentialIds(), model=model, prompts=PROMPTS, budget=Budget(seconds=60, call_seconds=40))
    opened = judge.hearing()
    for _ in range(4):
        await opened.judge(answer_generation, GIVEN)
    assert model.seconds == [40, 35, 10]  # a call may take what is left, and no more
    assert [run.how for run in opened.runs] == ["model", "model", "model", "fallback:budget"]


async def test_each_exchange_has_a_budget_of_its_own() -> None:
    clock = ManualClock()
    judge = Judge(clock, SequentialIds(), model=ScriptedModel(GOOD), prompts=PROMPTS, budget=Budget(calls=1))
    for _ in range(2):
        opened = judge.hearing()
        await opened.judge(answer_generation, GIVEN)
        assert opened.runs[0].how == "model"


async def test_where_nothing_may_be_repeated_no_wait_helps() -> None:
    model = ScriptedModel(failing(ModelProblem.RATE_LIMITED, retry_after=1.0), GOOD)
    judge = Judge(ManualClock(), SequentialIds(), model=model, prompts=PROMPTS, pause=None)
    opened = judge.hearing()
    await opened.judge(answer_generation, GIVEN)
    assert (opened.runs[0].how, len(model.requests)) == ("fallback:rate_limited", 1)


async def test_a_cost_is_on_record_only_where_all_of_it_is_known() -> None:
    known, unknown = Usage(input_tokens=1, cost=0.5), Usage(input_tokens=1)
    opened, _ = hearing(
        ScriptedModel(failing(ModelProblem.UNAVAILABLE, retry_after=0.0, usage=unknown), GOOD, usage=known)
    )
    await opened.judge(answer_generation, GIVEN)
    assert opened.runs[0].cost is None
