"""A business system of functions: what a call does and says, which calls fail and how, and what took effect."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator

from core.domain.tool import ToolSpec
from core.errors import ToolError, ToolProblem

Answer = Callable[[dict[str, Any]], dict[str, Any]]
"""What a tool says to its arguments; it may raise ToolError."""


@dataclass(frozen=True)
class Effect:
    """A call that took effect: with which arguments, and what was said of it."""

    tool: str
    args: dict[str, Any]
    answer: dict[str, Any]


@dataclass(frozen=True)
class _Failure:
    error: ToolError
    after_effect: bool


class MemoryToolbox:
    """See ``core.ports.toolbox.Toolbox``.

    ``answers`` says by name what each tool answers. A key is honoured as a good business system does: the same call again
    has no second effect and gets the same answer, another call with that key is a conflict. ``effects`` are by key, ``calls``
    all that arrived. A tool that is another's ``lookup`` and has no answer of its own finds what took effect.
    """

    def __init__(self, specs: Iterable[ToolSpec], answers: Mapping[str, Answer] | None = None) -> None:
        self._specs = {spec.name: spec for spec in specs}
        self._answers = dict(answers or {})
        self._lookups = {spec.lookup for spec in self._specs.values() if spec.lookup}
        self._failures: defaultdict[str, deque[_Failure]] = defaultdict(deque)
        self.effects: dict[str, Effect] = {}
        self.calls: list[tuple[str, dict[str, Any], str | None]] = []

    @property
    def specs(self) -> Mapping[str, ToolSpec]:
        """Every declared tool by its name."""
        return self._specs

    def fail(self, name: str, error: ToolError, *, after_effect: bool = False) -> None:
        """Makes the tool's next call fail; ``after_effect``: what it was to do is done nevertheless."""
        self._failures[name].append(_Failure(error, after_effect))

    def faults(self, name: str, args: Mapping[str, Any]) -> tuple[str, ...]:
        """What is wrong with these arguments; empty if they fit."""
        if name not in self._specs:
            return ("no such tool is declared",)
        errors = Draft202012Validator(self._specs[name].arguments).iter_errors(dict(args))
        return tuple(
            sorted({f"{'.'.join(map(str, e.absolute_path)) or 'the arguments'}: {e.validator}" for e in errors})
        )

    async def read(self, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Asks a read-only tool. Raises ToolError."""
        asked = self._checked(name, args, None, writes=False)
        if self._failures[name]:
            raise self._failures[name].popleft().error
        if name in self._lookups and name not in self._answers:
            return self._found(str(next(iter(asked.values()))))
        return self._answer(name, asked)

    async def execute(self, name: str, args: Mapping[str, Any], key: str) -> dict[str, Any]:
        """Calls a tool that writes. Raises ToolError."""
        asked = self._checked(name, args, key, writes=True)
        failure = self._failures[name].popleft() if self._failures[name] else None
        if failure and not failure.after_effect:
            raise failure.error
        known = self.effects.get(key)
        if known and (known.tool, known.args) != (name, asked):
            raise ToolError(
                ToolProblem.CONFLICT, f"{name}: the key is another call's.", may_have_acted=True, status=409
            )
        if known is None:
            known = self.effects[key] = Effect(name, asked, self._answer(name, asked))
        if failure:
            raise failure.error
        return known.answer

    async def close(self) -> None:
        """Nothing is held."""

    def _checked(self, name: str, args: Mapping[str, Any], key: str | None, *, writes: bool) -> dict[str, Any]:
        spec = self._specs.get(name)
        if spec is None or spec.risk.writes is not writes:
            raise ToolError(ToolProblem.NOT_DECLARED, "No tool of that kind and name is declared.")
        if found := self.faults(name, args):
            raise ToolError(ToolProblem.INVALID, f"The arguments for {name} do not fit: {'; '.join(found)}.")
        if writes and not (key or "").strip():
            raise ToolError(ToolProblem.INVALID, f"The idempotency key for {name} is none.")
        self.calls.append((name, dict(args), key))
        return dict(args)

    def _answer(self, name: str, args: dict[str, Any]) -> dict[str, Any]:
        if name not in self._answers:
            raise ToolError(ToolProblem.UNREACHABLE, f"Nothing answers for {name}.")
        return self._answers[name](args)

    def _found(self, key: str) -> dict[str, Any]:
        effect = self.effects.get(key)
        if effect is None:
            raise ToolError(ToolProblem.NOT_FOUND, "No call with that key is known.", status=404)
        return {"key": key, "tool": effect.tool, "args": effect.args, "answer": effect.answer}
