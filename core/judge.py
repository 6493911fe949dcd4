"""Runs a module: by a language model where one is configured, by the module's rules otherwise, and always through ``enforce``."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from core.domain.exchange import ModuleRun
from core.modules.catalogue import Module, name_of
from core.ports.clock import Clock

Given = TypeVar("Given", bound=BaseModel)
Judged = TypeVar("Judged", bound=BaseModel)


class Hearing:
    """The judgements of one exchange: they share a budget, and each leaves a ModuleRun in ``runs``."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._runs: list[ModuleRun] = []

    @property
    def runs(self) -> tuple[ModuleRun, ...]:
        """What has been judged so far, in order."""
        return tuple(self._runs)

    @property
    def engine(self) -> str:
        """The word "rules", or the model's name if any judgement was its own."""
        return "rules"

    async def judge(self, module: Module[Given, Judged], given: Given) -> Judged:
        """The module's judgement. Never raises because of a model: then the rules judge, and the run says why."""
        before = self._clock.elapsed()
        output = module.enforce(given, module.rules(given))
        milliseconds = round((self._clock.elapsed() - before) * 1000, 2)
        self._runs.append(ModuleRun(module=name_of(module), engine="rules", milliseconds=milliseconds))
        return output


class Judge:
    """Opens a hearing for each exchange."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def hearing(self) -> Hearing:
        """A new one, with the whole budget."""
        return Hearing(self._clock)
