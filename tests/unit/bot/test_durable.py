from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from dbos import StepOptions

from bot.durable import SERVE, Runtime, StepFailed, _worth_retrying
from core.errors import StoreUnavailable, SurfaceError

QUICKLY = StepOptions(retries_allowed=True, interval_seconds=0.01, backoff_rate=1.0, max_attempts=3)
Work = Callable[[str], Awaitable[Any]]


class Program:
    """Two steps a workflow; ``first`` and ``second`` are what they do, ``ran`` counts them, ``ended`` says how it went."""

    def __init__(self, first: Work | None = None, second: Work | None = None) -> None:
        self._works = {"first": first, "second": second}
        self.ran: Counter[str] = Counter()
        self.ended: dict[str, str] = {}
        self.runtime: Runtime

    @asynccontextmanager
    async def running(self, url: str, executor: str = SERVE, grace: float = 5.0) -> AsyncIterator[Runtime]:
        self.runtime = Runtime(url, executor)
        self.runtime.workflow("both", self._both)
        await self.runtime.launch()
        try:
            yield self.runtime
        finally:
            await self.runtime.close(grace)

    async def ends(self, key: str, how: str) -> None:
        async with asyncio.timeout(20):
            while key not in self.ended:
                await asyncio.sleep(0.01)
        assert self.ended[key] == how

    async def _both(self, key: str) -> None:
        try:
            for name in self._works:
                await self.runtime.step(name, QUICKLY, self._work, name, key)
        except StepFailed as error:
            self.ended[key] = str(error)
        else:
            self.ended[key] = "done"

    async def _work(self, name: str, key: str) -> Any:
        self.ran[name] += 1
        work = self._works[name]
        return await work(key) if work else key


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'workflows.db'}"


def rows(url: str, statement: str) -> list[Any]:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        found = connection.execute(statement).fetchall()
    connection.close()
    return found


async def for_ever(_: str) -> None:
    await asyncio.Event().wait()


async def test_the_same_id_runs_once(url: str) -> None:
    program = Program()
    async with program.running(url) as runtime:
        await asyncio.gather(*(runtime.start("both", "a", "a") for _ in range(5)))
        await program.ends("a", "done")
        await runtime.start("both", "a", "a")
    assert program.ran == {"first": 1, "second": 1}


async def test_what_is_transient_is_tried_again(url: str) -> None:
    async def twice_unavailable(_: str) -> None:
        if program.ran["first"] < 3:
            raise StoreUnavailable("Not yet.")

    program = Program(twice_unavailable)
    async with program.running(url) as runtime:
        await runtime.start("both", "a", "a")
        await program.ends("a", "done")
    assert program.ran["first"] == 3


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (StoreUnavailable("Never."), 3),
        (SurfaceError("No.", code="is_archived", permanent=True), 1),
        (ValueError("a defect"), 1),
    ],
)
async def test_a_step_that_is_given_up_is_a_typed_error(url: str, error: Exception, tries: int) -> None:
    async def fail(_: str) -> None:
        raise error

    program = Program(fail)
    async with program.running(url) as runtime:
        await runtime.start("both", "a", "a")
        await program.ends("a", "Step first was given up.")
    assert program.ran == {"first": tries}


async def test_an_unfinished_workflow_goes_on_where_it_was(url: str) -> None:
    before = Program(second=for_ever)
    async with before.running(url, grace=0.3) as runtime:
        await runtime.start("both", "a", "a")
        while not before.ran["second"]:
            await asyncio.sleep(0.01)
    assert before.ended == {}
    after = Program()
    async with after.running(url):
        await after.ends("a", "done")
    assert after.ran == {"second": 1}


async def test_a_failure_stays_a_failure_when_it_is_replayed(url: str) -> None:
    async def fail(_: str) -> None:
        raise ValueError("a defect")

    class Stuck(Program):
        async def _both(self, key: str) -> None:
            await super()._both(key)
            if type(self) is Stuck:
                await for_ever(key)

    before = Stuck(fail)
    async with before.running(url, grace=0.3) as runtime:
        await runtime.start("both", "a", "a")
        await before.ends("a", "Step first was given up.")
    after = Program(fail)
    async with after.running(url):
        await after.ends("a", "Step first was given up.")
    assert after.ran == {}


async def test_another_process_leaves_it_alone(url: str) -> None:
    before = Program(second=for_ever)
    async with before.running(url, grace=0.3) as runtime:
        await runtime.start("both", "a", "a")
        while not before.ran["second"]:
            await asyncio.sleep(0.01)
    other = Program()
    async with other.running(url, executor="terminal_1") as runtime:
        await runtime.start("both", "b", "b")
        await other.ends("b", "done")
        await runtime.start("both", "a", "a")
    assert set(other.ended) == {"b"}


async def test_what_another_process_left_behind_can_be_begun_anew(url: str) -> None:
    before = Program(second=for_ever)
    async with before.running(url, executor="terminal_1", grace=0.3) as runtime:
        await runtime.start("both", "a", "a")
        while not before.ran["second"]:
            await asyncio.sleep(0.01)
    after = Program()
    async with after.running(url, executor="terminal_2") as runtime:
        await runtime.restart("both", "a", "a")
        await after.ends("a", "done")


async def test_what_is_missing_twice_is_taken_up(url: str) -> None:
    async def once_for_ever(key: str) -> None:
        if program.ran["second"] == 1:
            await for_ever(key)

    program = Program(second=once_for_ever)
    async with program.running(url) as runtime:
        await runtime.start("both", "a", "a")
        while not program.ran["second"]:
            await asyncio.sleep(0.01)
        [task] = [task for task in asyncio.all_tasks() if task in runtime._running]
        await runtime.take_up()
        await runtime.take_up()
        assert not task.cancelled()  # it runs: nobody takes it up
        task.cancel()  # as a lost database does
        await asyncio.gather(task, return_exceptions=True)
        await runtime.take_up()
        await runtime.take_up()
        await program.ends("a", "done")
    assert program.ran == {"first": 1, "second": 2}


async def test_a_workflow_that_loses_its_database_is_not_on_record_as_failed(url: str) -> None:
    goes_on = asyncio.Event()

    async def wait(_: str) -> None:
        await goes_on.wait()

    program = Program(first=wait)
    async with program.running(url) as runtime:
        await runtime.start("both", "a", "a")
        while not program.ran["first"]:
            await asyncio.sleep(0.01)
        [task] = runtime._running
        rows(url, "ALTER TABLE operation_outputs RENAME TO away")
        goes_on.set()
        await asyncio.gather(task, return_exceptions=True)
        rows(url, "ALTER TABLE away RENAME TO operation_outputs")
        assert program.ended == {}
        await runtime.take_up()
        await runtime.take_up()
        await program.ends("a", "done")


async def test_the_finished_are_forgotten_and_the_others_are_not(url: str) -> None:
    async def b_for_ever(key: str) -> None:
        if key == "b":
            await for_ever(key)

    program = Program(second=b_for_ever)
    async with program.running(url, grace=0.3) as runtime:
        for key in ("a", "b"):
            await runtime.start("both", key, key)
        await program.ends("a", "done")
        async with asyncio.timeout(10):
            while rows(url, "SELECT status FROM workflow_status WHERE workflow_uuid = 'a'") != [("SUCCESS",)]:
                await asyncio.sleep(0.01)
        await runtime.forget(["both"], datetime.now(UTC) - timedelta(hours=1))
        assert len(rows(url, "SELECT 1 FROM workflow_status")) == 2
        await runtime.forget(["both"], datetime.now(UTC) + timedelta(hours=1))
    assert rows(url, "SELECT workflow_uuid FROM workflow_status") == [("b",)]


async def test_a_schedule_starts_its_workflow(url: str) -> None:
    ticked = asyncio.Event()

    async def tick(moment: datetime, context: None) -> None:
        assert moment.tzinfo is not None
        ticked.set()

    runtime = Runtime(url, SERVE)
    runtime.workflow("tick", tick)
    await runtime.launch()
    try:
        await runtime.every("* * * * * *", "tick")
        async with asyncio.timeout(20):
            await ticked.wait()
    finally:
        await runtime.close(1)


async def test_nothing_is_pickled(url: str) -> None:
    async def fail(_: str) -> None:
        raise SurfaceError("No.", code="is_archived", permanent=True)

    async def mapping(_: str) -> dict[str, Any]:
        return {"text": "ü", "list": [1, None]}

    program = Program(mapping, fail)
    async with program.running(url) as runtime:
        await runtime.start("both", "a", "a")
        await program.ends("a", "Step second was given up.")
    tables = [name for (name,) in rows(url, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    values = [
        (table, column, value)
        for table in tables
        for _, column, *_ in rows(url, f"PRAGMA table_info({table})")
        if column in {"inputs", "output", "error", "request", "context", "value"}
        for (value,) in rows(url, f"SELECT {column} FROM {table}")
        if value is not None
    ]
    assert {"output", "error"} <= {column for _, column, _ in values}
    for _, _, value in values:
        json.loads(value)


async def test_after_closing_nothing_is_started(url: str) -> None:
    program = Program()
    async with program.running(url) as runtime:
        pass
    with pytest.raises(StoreUnavailable, match="stopping"):
        await runtime.start("both", "a", "a")


async def test_the_loops_own_threads_work_after_closing(url: str) -> None:
    async with Program().running(url):
        pass
    assert await asyncio.to_thread(lambda: 1) == 1


@pytest.mark.parametrize(
    ("error", "retried"),
    [
        (SurfaceError("Slow down.", code="ratelimited", permanent=False, retry_after=0.01), True),
        (SurfaceError("Gone.", code="is_archived", permanent=True, retry_after=3600.0), False),
        (ConnectionError(), True),
        (ValueError(), False),
    ],
)
async def test_only_what_may_succeed_later_is_retried(error: Exception, retried: bool) -> None:
    assert await _worth_retrying(error) is retried


@pytest.mark.postgres
async def test_a_lost_database_is_said_and_survived(postgres_server: Any, postgres_url: str) -> None:
    name = postgres_url.partition("?")[0].rsplit("/", 1)[1]

    def connections(allowed: bool) -> None:
        postgres_server.run(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS {allowed}")
        postgres_server.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

    program = Program()
    async with program.running(postgres_url.replace("postgresql:", "postgresql+psycopg:")) as runtime:
        await runtime.start("both", "before", "before")
        await program.ends("before", "done")
        connections(allowed=False)
        with pytest.raises(StoreUnavailable):
            await runtime.start("both", "during", "during")
        assert "during" not in program.ended
        connections(allowed=True)
        async with asyncio.timeout(30):
            while "during" not in program.ended:  # the platform sends it again
                try:
                    await runtime.start("both", "during", "during")
                except StoreUnavailable:
                    continue
                await asyncio.sleep(0.1)
        await program.ends("during", "done")
    assert program.ran == {"first": 2, "second": 2}
