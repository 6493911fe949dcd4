"""Durable execution: what was started is finished, through any crash. The only file that knows DBOS.

Facts it rests on are in FIELD_NOTES of the design ("DBOS 3.4"): recovery looks for one executor's id and one application
version only, the default pool is unbounded, and a schedule dies silently if its moment cannot be encoded.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import structlog
from dbos import DBOS, DBOSConfig, SetWorkflowID, StepOptions, WorkflowStatusString
from dbos import error as dbos_error
from sqlalchemy.exc import SQLAlchemyError

from bot.serializer import JsonSerializer, RecordedError
from core.errors import CountersignError, StoreUnavailable, SurfaceError, is_transient

log = structlog.get_logger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

SERVE = "serve"
"""The server's executor id. There is one server on a database (``bot/single.py``), and it alone recovers."""
_THREADS = 2
"""SQLite has one writer: more would poll for its lock, in steps of up to 0.1 s, and some would long be unlucky."""
_START_SECONDS = 2.5
"""Slack gives up on an event after 3 s."""
_END_SECONDS = 5.0
_LONGEST_WAIT = 3600.0
_SERVER, _TERMINAL = "countersign", "countersign-terminal"
_FINISHED = [WorkflowStatusString.SUCCESS.value, WorkflowStatusString.ERROR.value]

BRIEFLY = StepOptions(retries_allowed=True, interval_seconds=0.5, backoff_rate=2.0, max_attempts=5)
"""Somebody waits: seven seconds, then an honest error."""
FOR_A_DAY = StepOptions(retries_allowed=True, interval_seconds=1.0, backoff_rate=2.0, max_attempts=35)
"""1, 2, 4, ... seconds, then hourly: what is on record reaches people as soon as their chat product is back."""


class StepFailed(CountersignError):
    """A step that was given up: its error is permanent, or it was tried as often as its patience allows."""


class Runtime:
    """Workflows and their steps, kept in a database. One a process.

    The executor ``SERVE`` takes up what it left unfinished. Any other has an id of its own and, under another name, leaves
    the server's queue alone.
    """

    def __init__(self, url: str, executor: str) -> None:
        name = _SERVER if executor == SERVE else _TERMINAL
        self._config = DBOSConfig(
            name=name,
            # Pinned: an upgrade of the program goes on with what the old one began. A workflow whose steps change their
            # order therefore needs a new name, and the old one stays until nobody can have it pending.
            application_version=f"{name}-1",
            executor_id=executor,
            system_database_url=url,
            dbos_system_schema="dbos",
            serializer=JsonSerializer(),
            max_executor_threads=_THREADS,
            notification_listener_polling_interval_sec=0.05,  # nobody notifies: it only delays the end
            db_engine_kwargs={"hide_parameters": True},  # they are people's messages, and errors are logged
            log_level="WARNING",
        )
        self._workflows: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {}
        self._running: dict[asyncio.Task[Any], str] = {}
        self._missed: set[str] = set()
        self._launched = self._closing = False
        self._starting: dict[str, asyncio.Task[None]] = {}

    def workflow(self, name: str, order: Callable[..., Coroutine[Any, Any, None]]) -> None:
        """Registers a workflow under a name that stays the same for ever. Before ``launch``."""

        async def run(*arguments: Any) -> None:
            task, workflow_id = asyncio.current_task(), DBOS.workflow_id
            assert task is not None
            assert workflow_id is not None
            self._running[task] = workflow_id
            try:
                await order(*arguments)
            except SQLAlchemyError as error:  # what a step ran into is StepFailed: this is the workflow database
                log.warning("a workflow lost its database", workflow=workflow_id, problem=type(error).__name__)
                raise asyncio.CancelledError from error  # so that it is not on record as failed, and is taken up again
            finally:
                del self._running[task]

        self._workflows[name] = DBOS.workflow(name=name)(run)

    async def launch(self) -> None:
        """Adopts the running loop, creates or migrates the tables and takes up unfinished work. Raises StoreUnavailable."""
        url = self._config["system_database_url"]
        assert url is not None
        if not logging.getLogger("dbos").handlers:  # otherwise it adds a handler of its own to standard error
            logging.getLogger("dbos").addHandler(logging.NullHandler())
        try:
            if url.startswith("sqlite:"):
                _use_wal(Path(url.removeprefix("sqlite:///")))
            DBOS(config=self._config)
            DBOS.launch()
            self._launched = True
        except (SQLAlchemyError, sqlite3.Error, dbos_error.DBOSException) as error:
            await self.close(0)
            raise StoreUnavailable(
                f"The workflow database cannot be opened: {type(error).__name__}.", "Check that it can be written."
            ) from error

    async def every(self, cron: str, name: str) -> None:
        """Starts a workflow at the times of a cron line with seconds; it is given the moment and None."""
        await DBOS.apply_schedules_async(
            [{"schedule_name": name, "workflow_fn": self._workflows[name], "schedule": cron, "context": None}]
        )

    async def start(self, name: str, workflow_id: str, *arguments: Any) -> None:
        """Starts a workflow; the same id again changes nothing. Once this returns, it will be finished.

        Raises StoreUnavailable. DBOS waits for a lost database for ever, so the wait is bounded here, but the start itself
        goes on: cut off after its row was written, nobody would run it and everybody would take it for running.
        """
        if self._closing:
            raise StoreUnavailable("The program is stopping.")
        start = self._starting.get(workflow_id)
        if start is None:
            start = _apart(self._start(name, workflow_id, *arguments))
            self._starting[workflow_id] = start
            start.add_done_callback(lambda _: self._starting.pop(workflow_id, None))
        done, _ = await asyncio.wait({start}, timeout=_START_SECONDS)
        if not done:
            raise StoreUnavailable("The workflow database does not answer.", "Check that it runs and is reachable.")
        try:
            start.result()
        except (SQLAlchemyError, OSError) as error:
            raise StoreUnavailable(f"The workflow database refuses: {type(error).__name__}.") from error

    async def _start(self, name: str, workflow_id: str, *arguments: Any) -> None:
        with SetWorkflowID(workflow_id):
            await DBOS.start_workflow_async(self._workflows[name], *arguments)

    async def knows(self, workflow_id: str) -> bool:
        """Whether a workflow was ever started under this id and is not forgotten yet."""
        return await _apart(DBOS.get_workflow_status_async(workflow_id)) is not None

    async def step(
        self, name: str, patience: StepOptions, work: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Runs one step of the workflow it is called in, or gives back what it gave when it ran before the crash.

        ``work`` gives back plain JSON; what it raises is tried again while ``core.errors.is_transient`` says so. Raises
        StepFailed, the first time and on every replay.
        """

        async def attempt() -> T:
            try:
                return await work(*args, **kwargs)
            except Exception as error:  # boundary: the workflow goes on with a typed error, whatever the step ran into
                if is_transient(error):
                    raise
                log.exception("a step failed", step=name, workflow=DBOS.workflow_id)
                raise StepFailed(f"Step {name} failed: {type(error).__name__}.") from error

        try:
            return await DBOS.run_step_async({**patience, "name": name, "should_retry": _worth_retrying}, attempt)
        except (StepFailed, dbos_error.DBOSMaxStepRetriesExceeded, RecordedError) as error:
            log.error("a step was given up", step=name, workflow=DBOS.workflow_id, problem=type(error).__name__)  # noqa: TRY400 - its traces are in the log already
            raise StepFailed(f"Step {name} was given up.") from error

    async def forget(self, names: list[str], finished_before: datetime) -> None:
        """Deletes finished workflows of these names; their effects are on record elsewhere."""
        await _apart(self._forget(names, finished_before))

    async def _forget(self, names: list[str], finished_before: datetime) -> None:
        old = await DBOS.list_workflows_async(
            name=names,
            application_name=[_SERVER, _TERMINAL],
            status=_FINISHED,
            completed_before=finished_before.isoformat(),
            limit=1000,
            load_input=False,
            load_output=False,
        )
        if old:
            await DBOS.delete_workflows_async([workflow.workflow_id for workflow in old])

    async def restart(self, name: str, workflow_id: str, *arguments: Any) -> None:
        """Starts a workflow anew if it is finished or a terminal left it behind, and otherwise as ``start`` does.

        For a process that has just begun: what a terminal has under way then is not its own.
        """
        status = await _apart(DBOS.get_workflow_status_async(workflow_id))
        if status and (status.status in _FINISHED or status.application_name == _TERMINAL):
            await _apart(DBOS.delete_workflow_async(workflow_id))
        await self.start(name, workflow_id, *arguments)

    async def take_up(self) -> None:
        """Takes up workflows that are on record as running here and are not: they lost the database while they ran.

        To be called now and then. One that is missed twice in a row is not merely about to begin.
        """
        await _apart(self._take_up())

    async def _take_up(self) -> None:
        present = {*self._running.values(), *self._starting}
        missing = await self._pending() - present
        for workflow_id in sorted(missing & self._missed):
            log.warning("a workflow is taken up again", workflow=workflow_id)
            await DBOS.resume_workflow_async(workflow_id)
        self._missed = missing

    async def _pending(self) -> set[str]:
        """The workflows that are on record as running here: also those that are about to begin."""
        pending = await DBOS.list_workflows_async(
            status=WorkflowStatusString.PENDING.value,
            executor_id=self._config["executor_id"],
            load_input=False,
            load_output=False,
        )
        return {workflow.workflow_id for workflow in pending}

    async def close(self, grace: float) -> None:
        """Lets what was started finish for some seconds, then leaves the rest to recovery."""
        self._closing = True
        with suppress(TimeoutError, SQLAlchemyError):
            async with asyncio.timeout(grace):
                while self._launched and await self._pending():  # noqa: ASYNC110 - the database has no event for it
                    await asyncio.sleep(0.05)
        self._launched = False
        left = [*self._running, *self._starting.values()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        # On the loop, it would block what it waits for; without a bound, it would wait for a lost database.
        ending = threading.Thread(target=partial(DBOS.destroy, destroy_registry=True), daemon=True)
        ending.start()
        with suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                while ending.is_alive():  # noqa: ASYNC110 - a thread has no event for it
                    await asyncio.sleep(0.01)
        # It had put in its own threads, which are gone now.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())


def threads_left() -> bool:
    """Whether threads still wait for a lost database: DBOS has them wait for ever, and Python waits for them at exit."""
    return any(thread.name.startswith("dbos-executor") for thread in threading.enumerate())


async def _worth_retrying(error: BaseException) -> bool:
    """What the chat product named as the earliest time is waited for before the step's own interval."""
    if isinstance(error, SurfaceError) and error.retry_after and not error.permanent:
        await asyncio.sleep(min(error.retry_after, _LONGEST_WAIT))
    return is_transient(error)


def _apart(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Runs outside the workflow or step it is called from, so that DBOS does not take it for a part of that."""
    return asyncio.get_running_loop().create_task(work, context=Context())


def _use_wal(path: Path) -> None:
    """Halves the time of 100 simultaneous starts; the mode stays with the file."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
