"""A question judged by Claude, or by what answers in its place: each ends as defined, and the exchange says how."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.llm.claude import Claude
from adapters.memory.clock import SequentialIds, SystemClock
from core.domain.exchange import Exchange
from core.domain.model import Budget
from core.domain.outcome import OutcomeKind
from core.journeys.question import ask
from core.judge import Judge
from tests.doubles.messages import acts
from tests.doubles.messages.honest import follows_rules
from tests.doubles.messages.server import KEY, MessagesDouble
from tests.scenarios.office import TRAVEL, Office

SOON = Budget(call_seconds=0.3)
PATIENT = Budget()


@pytest.fixture
async def desk(tmp_path: Path) -> Office:
    """An office whose workflows are not started: the journey alone is under test."""
    office = Office(tmp_path)
    await office.ingest("travel.md", TRAVEL)
    return office


@asynccontextmanager
async def asked(
    office: Office, *answers: acts.Act, budget: Budget = PATIENT, key: str = KEY
) -> AsyncIterator[tuple[Exchange, MessagesDouble]]:
    async with MessagesDouble(*answers) as double:
        claude = Claude(acts.MODEL, key, double.url)
        judge = Judge(SystemClock(), SequentialIds(), model=claude, budget=budget)
        exchange, _ = await ask(office.request(), replace(office.app.bench, judge=judge))
        await claude.close()
        yield exchange, double


def hows(exchange: Exchange) -> list[str]:
    return [run.how for run in exchange.modules]


async def test_every_judgement_is_the_models_and_on_record(desk: Office) -> None:
    async with asked(desk, follows_rules()) as (exchange, double):
        assert exchange.outcome.outcome is OutcomeKind.ANSWERED
        assert exchange.outcome.engine == acts.MODEL
        assert set(hows(exchange)) == {"model"}
        assert len(double.calls) == len(exchange.modules) == 6
        for run in exchange.modules:
            assert run.prompt_name
            assert run.prompt_name.startswith(run.module)
            assert len(run.prompt_hash or "") == 64
            assert (run.calls, run.input_tokens, run.output_tokens, run.cache_read_tokens) == (1, 900, 100, 500)
            assert run.cost == pytest.approx(0.0029)
            assert run.milliseconds > 0


async def test_the_fixed_part_is_the_same_for_every_question(desk: Office) -> None:
    fixed = []
    for _ in range(2):
        async with asked(desk, follows_rules()) as (_, double):
            fixed.append([(call["system"], call["output_config"]) for call in double.calls])
    assert fixed[0] == fixed[1]


@pytest.mark.parametrize(
    ("act", "how", "calls"),
    [
        (acts.refuses(), "fallback:refused", 6),
        (acts.truncates(), "fallback:truncated", 6),
        (acts.says("Of course!"), "fallback:invalid", 12),
        (acts.judges({"answer": 42}), "fallback:invalid", 12),
        (acts.sends("<html>", "text/html"), "fallback:invalid", 6),
        (acts.fails(500), "fallback:unavailable", 1),
        (acts.fails(429, "rate_limit_error"), "fallback:rate_limited", 1),
        (acts.fails(529, "overloaded_error"), "fallback:overloaded", 1),
        (acts.fails(429, "rate_limit_error", retry_after="0"), "fallback:rate_limited", 2),
        (acts.fails(529, "overloaded_error", retry_after="3600"), "fallback:overloaded", 1),
        (acts.fails(400, "invalid_request_error"), "fallback:rejected", 1),
        (acts.breaks_off(), "fallback:unavailable", 1),
        (acts.hangs(), "fallback:timeout", 1),
        (acts.drips(), "fallback:timeout", 1),
    ],
)
async def test_whatever_the_model_does_the_question_is_answered(
    desk: Office, act: acts.Act, how: str, calls: int
) -> None:
    by_rules, _ = await ask(desk.request(), desk.app.bench)
    budget = SOON if how.endswith("timeout") else PATIENT
    async with asked(desk, act, budget=budget) as (exchange, double):
        assert hows(exchange) == [how] * len(exchange.modules)
        assert len(double.calls) == calls
        assert sum(run.calls for run in exchange.modules) == calls
        assert exchange.outcome.engine == "rules"
        assert exchange.outcome.text == by_rules.outcome.text
        assert exchange.outcome.citations == by_rules.outcome.citations


async def test_a_stated_wait_is_kept_and_the_model_judges(desk: Office) -> None:
    busy = acts.fails(429, "rate_limit_error", retry_after="0.01")
    async with asked(desk, busy, follows_rules()) as (exchange, double):
        assert set(hows(exchange)) == {"model"}
        assert [run.calls for run in exchange.modules] == [2, 1, 1, 1, 1, 1]
        assert len(double.calls) == 7


async def test_a_wrong_reply_is_shown_its_error_and_mended(desk: Office) -> None:
    async with asked(desk, acts.judges({"allow_continue": "perhaps"}), follows_rules()) as (exchange, double):
        assert hows(exchange) == ["retried", *["model"] * 5]
        assert "REFUSED REPLY" in double.calls[1]["messages"][0]["content"]
        assert "allow_continue: Input should be a valid boolean" in double.calls[1]["messages"][0]["content"]


async def test_the_budget_ends_the_asking(desk: Office) -> None:
    async with asked(desk, follows_rules(), budget=Budget(calls=2)) as (exchange, double):
        assert hows(exchange) == ["model", "model", *["fallback:budget"] * 4]
        assert len(double.calls) == 2
        assert exchange.outcome.outcome is OutcomeKind.ANSWERED


async def test_a_wrong_key_is_tried_once(desk: Office) -> None:
    async with asked(desk, follows_rules(), key="sk-ant-other") as (exchange, double):
        assert hows(exchange) == ["fallback:rejected"] * 6
        assert [run.calls for run in exchange.modules] == [1, 0, 0, 0, 0, 0]
        assert double.calls == []


async def test_a_model_that_lies_is_not_believed(desk: Office) -> None:
    invented = acts.judges({
        "answer": "Any room you like.",
        "claims": [{"text": "Any room may be booked.", "quotes": [{"n": 1, "quote": "Any room may be booked."}]}],
        "refused": False,
    })  # fmt: skip
    honest = follows_rules()
    async with asked(desk, honest, honest, honest, honest, invented, honest) as (exchange, _):
        assert exchange.modules[4].module == "answer_generation"
        assert exchange.outcome.outcome is OutcomeKind.REFUSED
        assert "Any room" not in exchange.outcome.text
        assert exchange.outcome.draft is None
