"""How each call to Claude ends, against a strict double of the Messages API."""

from __future__ import annotations

import socket

import aiohttp
import pytest
from anthropic import AsyncAnthropic

from adapters.llm.claude import Claude, body
from core.domain.model import ModelRequest, PromptReference
from core.errors import ModelError, ModelProblem
from core.modules import policy_evidence_filter
from core.modules.catalogue import MODULES
from core.prompts.registry import Registry
from core.prompts.rendering import as_data, render
from core.prompts.schema import output_schema
from tests.doubles.messages import acts
from tests.doubles.messages.server import KEY, MessagesDouble

MODEL = acts.MODEL
REQUEST = ModelRequest(
    module="policy_evidence_filter",
    prompt=PromptReference(name="policy_evidence_filter_v1", version="v1.0.0", hash="0"),
    system="Judge the data.",
    user="BEGIN DATA 1\n{}\nEND DATA 1",
    output_schema=output_schema(policy_evidence_filter),
    max_tokens=512,
)


async def ask(double: MessagesDouble, *, key: str = KEY, seconds: float = 5.0) -> object:
    """The reply, or the error it ended with."""
    claude = Claude(MODEL, key, double.url, effort="low")
    try:
        return await claude.complete(REQUEST, seconds)
    except ModelError as error:
        return error
    finally:
        await claude.close()


async def test_a_reply_comes_with_its_model_tokens_and_price() -> None:
    async with MessagesDouble(acts.judges({"confidence": 1})) as double:
        claude = Claude(MODEL, KEY, double.url)
        reply = await claude.complete(REQUEST, 5.0)
        await claude.close()
    assert reply.text == '{"confidence": 1}'
    assert reply.model == MODEL
    usage = reply.usage
    assert (usage.input_tokens, usage.output_tokens, usage.cache_read_tokens) == (900, 100, 500)
    assert usage.cost == pytest.approx((900 * 2 + 500 * 0.2 + 100 * 10) / 1_000_000)


async def test_what_is_sent_is_what_the_plan_prints() -> None:
    async with MessagesDouble(acts.judges({})) as double:
        await ask(double)
        assert double.calls == [body(REQUEST, MODEL, "low")]
        assert double.calls[0]["system"][0]["cache_control"] == {"type": "ephemeral"}


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (acts.refuses(), ModelProblem.REFUSED),
        (acts.truncates(), ModelProblem.TRUNCATED),
        (acts.says("{}", stop="model_context_window_exceeded"), ModelProblem.TRUNCATED),
        (acts.fails(400, "invalid_request_error"), ModelProblem.REJECTED),
        (acts.fails(403, "permission_error"), ModelProblem.REJECTED),
        (acts.fails(404, "not_found_error"), ModelProblem.REJECTED),
        (acts.fails(408, "timeout_error"), ModelProblem.TIMEOUT),
        (acts.fails(429, "rate_limit_error"), ModelProblem.RATE_LIMITED),
        (acts.fails(500), ModelProblem.UNAVAILABLE),
        (acts.fails(503), ModelProblem.UNAVAILABLE),
        (acts.fails(504, "timeout_error"), ModelProblem.TIMEOUT),
        (acts.fails(529, "overloaded_error"), ModelProblem.OVERLOADED),
        (acts.breaks_off(), ModelProblem.UNAVAILABLE),
        (acts.sends("<html>Bad gateway</html>", "text/html", 502), ModelProblem.UNAVAILABLE),
        (acts.sends("<html>Welcome</html>", "text/html"), ModelProblem.INVALID),
        (acts.sends("{", "application/json"), ModelProblem.INVALID),
        (acts.sends("[1]", "application/json"), ModelProblem.INVALID),
        (acts.sends("{}", "application/json"), ModelProblem.INVALID),
        (acts.sends('{"content": []}', "application/json"), ModelProblem.INVALID),
        (acts.redirects("http://127.0.0.1:9/"), ModelProblem.REJECTED),
    ],
)
async def test_a_failure_has_a_name_and_tells_nothing_of_what_came(act: acts.Act, problem: ModelProblem) -> None:
    async with MessagesDouble(act) as double:
        error = await ask(double)
        assert len(double.calls) == 1  # asked once, whatever came of it
    assert isinstance(error, ModelError)
    assert error.problem is problem
    assert "secret words" not in str(error)
    assert KEY not in str(error)


@pytest.mark.parametrize("act", [acts.hangs(), acts.drips()], ids=["silent", "a byte at a time"])
async def test_a_call_ends_with_its_seconds(act: acts.Act) -> None:
    async with MessagesDouble(act) as double:
        error = await ask(double, seconds=0.3)
    assert isinstance(error, ModelError)
    assert error.problem is ModelProblem.TIMEOUT


async def test_a_wrong_key_is_rejected() -> None:
    async with MessagesDouble(acts.judges({})) as double:
        error = await ask(double, key="sk-ant-other")
        assert double.calls == []
    assert isinstance(error, ModelError)
    assert error.problem is ModelProblem.REJECTED
    assert "sk-ant-other" not in str(error)


async def test_nobody_there_is_told() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    claude = Claude(MODEL, KEY, f"http://127.0.0.1:{port}")
    with pytest.raises(ModelError) as raised:
        await claude.complete(REQUEST, 5.0)
    await claude.close()
    assert raised.value.problem is ModelProblem.UNAVAILABLE


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("2", 2.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None), ("nan", None), ("inf", None), (None, None)],
)
async def test_it_reads_when_to_come_again(header: str | None, seconds: float | None) -> None:
    async with MessagesDouble(acts.fails(429, "rate_limit_error", retry_after=header)) as double:
        error = await ask(double)
    assert isinstance(error, ModelError)
    assert error.retry_after == seconds


async def test_it_reads_a_date_to_come_again() -> None:
    async with MessagesDouble(acts.fails(529, retry_after="Thu, 01 Jan 2099 00:00:00 GMT")) as double:
        error = await ask(double)
    assert isinstance(error, ModelError)
    assert error.retry_after is not None
    assert error.retry_after > 1_000_000


async def test_what_a_refused_reply_took_is_counted() -> None:
    async with MessagesDouble(acts.refuses()) as double:
        error = await ask(double)
    assert isinstance(error, ModelError)
    assert error.usage.tokens == 1500


async def test_the_double_streams_what_the_sdk_reads() -> None:
    async with MessagesDouble(acts.judges({"summary": "a longer text in several parts"})) as double:
        client = AsyncAnthropic(api_key=KEY, base_url=double.url, max_retries=0)
        async with client.messages.stream(**body(REQUEST, MODEL)) as stream:
            whole = await stream.get_final_message()
        await client.close()
    assert whole.content[0].text == '{"summary": "a longer text in several parts"}'
    assert whole.stop_reason == "end_turn"


@pytest.mark.parametrize(
    "change",
    [
        {"temperature": 0},
        {"max_tokens": 0},
        {"messages": []},
        {"messages": [{"role": "assistant", "content": "first"}]},
        {"messages": [{"role": "user", "content": "x", "name": "y"}]},
        {"output_config": {"format": {"type": "json_schema", "schema": {"type": "object", "properties": {}}}}},
        {"output_config": {"format": {"type": "json_schema", "schema": {"type": "integer", "minimum": 1}}}},
    ],
)
async def test_the_double_refuses_what_the_api_refuses(change: dict[str, object]) -> None:
    headers = {"authorization": f"Bearer {KEY}", "anthropic-version": "2026-10-21"}
    async with MessagesDouble(acts.judges({})) as double, aiohttp.ClientSession(headers=headers) as session:
        answer = await session.post(f"{double.url}/v1/messages", json={**body(REQUEST, MODEL), **change})
        assert answer.status == 400
        assert len(double.faults) == 1
        double.faults.clear()


@pytest.mark.parametrize("module", list(MODULES))
async def test_the_api_takes_the_request_of_every_module(module: str) -> None:
    prompt = Registry().active(module)
    given = prompt.module.Input.model_validate(prompt.version.artefacts.examples[0].input)
    request = render(prompt, as_data(given), lambda: "0123", 4096)
    async with MessagesDouble(acts.judges(prompt.version.artefacts.examples[0].output)) as double:
        claude = Claude(MODEL, KEY, double.url)
        reply = await claude.complete(request, 5.0)
        await claude.close()
    assert prompt.module.Output.model_validate_json(reply.text)
