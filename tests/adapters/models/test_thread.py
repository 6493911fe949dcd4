"""The thread that owns a model, with models made of a few lines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence

import pytest

from adapters.models.thread import CALLS, ROWS, SHORT, TOKENS, ModelThread, Sized
from core.errors import ModelUnavailable


class Lengths:
    """Takes numbers for texts: n is n tokens long, and its result is n. Notes its runs, and stops before one if told to."""

    def __init__(self) -> None:
        self.runs: list[list[int]] = []
        self.threads: set[str] = set()
        self.go = threading.Event()
        self.go.set()
        self.started = threading.Event()

    def prepare(self, inputs: Sequence[int]) -> list[Sized[int]]:
        if -1 in inputs:
            raise ValueError("no such text")
        return [Sized(number, number) for number in inputs]

    def run(self, rows: Sequence[int]) -> list[int]:
        self.started.set()
        assert self.go.wait(10)
        self.threads.add(threading.current_thread().name)
        self.runs.append(list(rows))
        if 13 in rows:
            raise RuntimeError("unlucky")
        return list(rows)

    async def hold(self, thread: ModelThread[int, int, int]) -> asyncio.Task[list[int]]:
        """Makes the thread wait within a run, so that calls gather behind it."""
        self.go.clear()
        self.started.clear()
        first = asyncio.create_task(thread.submit([1]))
        await asyncio.to_thread(self.started.wait, 10)
        return first


@pytest.fixture
def model() -> Lengths:
    return Lengths()


@pytest.fixture
def thread(model: Lengths) -> Iterator[ModelThread[int, int, int]]:
    thread = ModelThread("lengths", model.prepare, model.run)
    yield thread
    model.go.set()
    thread.close()


async def gathered(calls: Sequence[Callable[[], object]]) -> list[asyncio.Task[list[int]]]:
    """The calls as tasks that have all been submitted."""
    tasks = [asyncio.ensure_future(call()) for call in calls]  # type: ignore[call-overload]
    await asyncio.sleep(0)
    return tasks


async def test_results_come_in_the_order_of_the_inputs(thread, model) -> None:
    numbers = [(7 * n) % 101 + 20 for n in range(300)]
    assert await thread.submit(numbers) == numbers
    assert model.threads == {"model lengths"}


async def test_no_input_is_no_run(thread, model) -> None:
    assert await thread.submit([]) == []
    assert model.runs == []


async def test_runs_are_of_like_lengths_and_bounded(thread, model) -> None:
    await thread.submit([256, 10, 256, 10, 100] * 20)
    assert sorted(number for run in model.runs for number in run) == sorted([256, 10, 256, 10, 100] * 20)
    assert all(len(run) <= ROWS and len(run) * max(run) <= TOKENS for run in model.runs)
    assert [len(run) for run in model.runs if max(run) == 256] == [TOKENS // 256] * (40 * 256 // TOKENS)


async def test_an_input_longer_than_a_run_runs_alone(thread, model) -> None:
    await thread.submit([TOKENS * 2, TOKENS * 2])
    assert model.runs == [[TOKENS * 2], [TOKENS * 2]]


async def test_short_calls_that_wait_share_a_run(thread, model) -> None:
    first = await model.hold(thread)
    tasks = await gathered([lambda n=n: thread.submit([n, n + 1]) for n in range(20, 28)])
    model.go.set()
    assert [await task for task in tasks] == [[n, n + 1] for n in range(20, 28)]
    assert await first == [1]
    assert [len(run) for run in model.runs] == [1, 16]


async def test_a_question_does_not_wait_for_the_end_of_an_ingestion_and_does_not_share_its_runs(thread, model) -> None:
    await model.hold(thread)
    ingestion, question = await gathered([lambda: thread.submit([20] * 100), lambda: thread.submit([12])])
    model.go.set()
    assert await question == [12]
    assert await ingestion == [20] * 100
    assert [12] in model.runs[:3]


async def test_long_inputs_do_not_join_a_run_of_short_ones(thread, model) -> None:
    await model.hold(thread)
    short, long = await gathered([lambda: thread.submit([12]), lambda: thread.submit([SHORT + 1])])
    model.go.set()
    assert await short == [12]
    assert await long == [SHORT + 1]
    assert model.runs[1:] == [[12], [SHORT + 1]]


async def test_a_failing_model_fails_the_calls_of_that_run_and_goes_on(thread, model) -> None:
    with pytest.raises(ModelUnavailable, match="lengths failed: unlucky"):
        await thread.submit([13])
    with pytest.raises(ModelUnavailable, match="no such text"):
        await thread.submit([-1])
    assert await thread.submit([5]) == [5]


async def test_a_wrong_input_fails_its_own_call_only(thread, model) -> None:
    await model.hold(thread)
    wrong, right = await gathered([lambda: thread.submit([20, -1]), lambda: thread.submit([20])])
    model.go.set()
    with pytest.raises(ModelUnavailable):
        await wrong
    assert await right == [20]


async def test_closing_ends_the_calls_that_wait_with_a_typed_error(thread, model) -> None:
    first = await model.hold(thread)
    (waiting,) = await gathered([lambda: thread.submit([20])])
    closing = asyncio.create_task(asyncio.to_thread(thread.close))
    await asyncio.sleep(0)
    model.go.set()
    await closing
    assert await first == [1]  # the run in hand is finished
    with pytest.raises(ModelUnavailable, match="is closed"):
        await waiting
    with pytest.raises(ModelUnavailable, match="is closed"):
        await thread.submit([1])
    thread.close()


async def test_a_cancelled_call_is_left_out(thread, model) -> None:
    await model.hold(thread)
    cancelled, other = await gathered([lambda: thread.submit([400] * 50), lambda: thread.submit([30])])
    cancelled.cancel()
    await asyncio.sleep(0)
    model.go.set()
    assert await other == [30]
    assert await thread.submit([31]) == [31]
    assert sum(run.count(400) for run in model.runs) <= TOKENS // 400


async def test_too_many_waiting_calls_are_refused_at_once(thread, model) -> None:
    await model.hold(thread)
    tasks = await gathered([lambda: thread.submit([20]) for _ in range(CALLS - 1)])
    with pytest.raises(ModelUnavailable, match="already wait"):
        await thread.submit([20])
    model.go.set()
    assert await asyncio.gather(*tasks) == [[20]] * (CALLS - 1)


def test_any_event_loop_may_call(thread) -> None:
    assert [asyncio.run(thread.submit([n])) for n in (20, 21)] == [[20], [21]]
