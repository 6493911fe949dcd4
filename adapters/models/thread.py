"""One thread that owns a model and works for everybody, in small runs."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from core.errors import ModelUnavailable

ROWS = 32
"""Inputs of one run, at most."""
TOKENS = 512
"""Tokens of one run, padding included, at most (one longer input runs alone). Larger runs leave the processor's cache: they
are slower and take more memory."""
SHORT = 64
"""Inputs up to this many tokens, as questions are, may always share a run."""
CALLS = 1024
"""Calls that may wait; more are refused at once rather than answered minutes later."""

Given = TypeVar("Given")
Row = TypeVar("Row")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Sized(Generic[Row]):
    """An input as the model takes it, and its length in tokens."""

    tokens: int
    row: Row


@dataclass(eq=False)
class _Call(Generic[Given, Row, Result]):
    inputs: Sequence[Given]
    future: Future[list[Result]] = field(default_factory=Future)
    rows: deque[tuple[int, Sized[Row]]] | None = None  # (place, input), shortest first; None before it was prepared
    results: dict[int, Result] = field(default_factory=dict)  # by place

    @property
    def done(self) -> bool:
        return self.future.cancelled() or len(self.results) == len(self.inputs)


_Chosen = list[tuple[_Call[Given, Row, Result], int, Row]]
"""The inputs of a run: whose they are, their places there, and as the model takes them."""


class ModelThread(Generic[Given, Row, Result]):
    """Calls take turns, a run each, so that a question never waits for the end of an ingestion.

    Small calls behind the one whose turn it is, as questions are, share its run if they fit into it whole.
    """

    def __init__(
        self,
        name: str,
        prepare: Callable[[Sequence[Given]], list[Sized[Row]]],
        run: Callable[[Sequence[Row]], Sequence[Result]],
    ) -> None:
        """``prepare`` gives one row an input, ``run`` one result a row, both in order; only the thread calls them."""
        self._name = name
        self._prepare = prepare
        self._run = run
        self._calls: deque[_Call[Given, Row, Result]] = deque()
        self._changed = threading.Condition()  # guards the calls and the flag
        self._closed = False
        # A daemon: a program that ends without closing must not hang.
        self._thread = threading.Thread(target=self._work, name=f"model {name}", daemon=True)
        self._thread.start()

    async def submit(self, inputs: Sequence[Given]) -> list[Result]:
        """One result an input, in order. Raises ModelUnavailable if closed, overloaded, or if the model fails."""
        if not inputs:
            return []
        call: _Call[Given, Row, Result] = _Call(inputs)
        with self._changed:
            if self._closed:
                raise self._is_closed()
            if len(self._calls) >= CALLS:
                raise ModelUnavailable(f"{CALLS} calls already wait for the model {self._name}.")
            self._calls.append(call)
            self._changed.notify()
        return await asyncio.wrap_future(call.future)

    def close(self) -> None:
        """Ends after the run in hand; calls that still wait get ModelUnavailable. Once more changes nothing."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while calls := self._wait():
            for call in calls:
                if call.rows is None:
                    self._attempt({call}, partial(self._prepare_call, call))
            if chosen := _choose([call for call in calls if call.rows]):
                self._attempt({call for call, _, _ in chosen}, partial(self._run_chosen, chosen))
        self._end(set(self._calls), str(self._is_closed()))

    def _wait(self) -> list[_Call[Given, Row, Result]]:
        """The calls at work, whose turn it is first; empty once closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._calls)
            return [] if self._closed else list(self._calls)

    def _attempt(self, calls: set[_Call[Given, Row, Result]], action: Callable[[], None]) -> None:
        # Whatever a model raises must reach its callers as a typed error, and this thread must live on.
        try:
            action()
        except Exception as error:  # noqa: BLE001
            self._end(calls, f"The model {self._name} failed: {error}")

    def _prepare_call(self, call: _Call[Given, Row, Result]) -> None:
        prepared = enumerate(self._prepare(call.inputs))
        call.rows = deque(sorted(prepared, key=lambda placed: placed[1].tokens))

    def _run_chosen(self, chosen: _Chosen[Given, Row, Result]) -> None:
        results = self._run([row for _, _, row in chosen])
        for (call, place, _), result in zip(chosen, results, strict=True):
            call.results[place] = result
        with self._changed:
            self._calls.rotate(-1)
            finished = [call for call in self._calls if call.done]
            self._calls = deque(call for call in self._calls if not call.done)
        for call in finished:
            if call.future.set_running_or_notify_cancel():
                call.future.set_result([call.results[place] for place in range(len(call.inputs))])

    def _end(self, calls: set[_Call[Given, Row, Result]], problem: str) -> None:
        with self._changed:
            self._calls = deque(call for call in self._calls if call not in calls)
        for call in calls:
            if call.future.set_running_or_notify_cancel():
                call.future.set_exception(ModelUnavailable(problem))

    def _is_closed(self) -> ModelUnavailable:
        return ModelUnavailable(f"The model {self._name} is closed.")


def _choose(calls: list[_Call[Given, Row, Result]]) -> _Chosen[Given, Row, Result]:
    """Takes out the inputs of the next run: what there is room for of the first call's, then calls behind it that fit whole."""
    chosen: _Chosen[Given, Row, Result] = []
    longest = 0
    for call in calls:
        assert call.rows
        widest = call.rows[-1][1].tokens
        whole = widest <= max(SHORT, longest) and _room(len(chosen) + len(call.rows), max(longest, widest))
        if chosen and not whole:
            continue
        while call.rows:
            place, item = call.rows[0]
            if chosen and not _room(len(chosen) + 1, max(longest, item.tokens)):
                break
            longest = max(longest, item.tokens)
            chosen.append((call, place, item.row))
            call.rows.popleft()
    return chosen


def _room(rows: int, width: int) -> bool:
    return rows <= ROWS and rows * width <= TOKENS
