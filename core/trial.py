"""How one judgement came about: what the exchange keeps of it."""

from __future__ import annotations

from typing import Any

from core.domain.exchange import ModuleRun
from core.domain.model import Usage
from core.errors import ModelProblem
from core.prompts.registry import Prompt

RULES = "rules"


class Trial:
    """Filled in by the judge while it runs a module."""

    def __init__(self) -> None:
        self.prompt: Prompt | None = None
        self.engine = RULES
        self.how = RULES
        self.calls = 0
        self._usages: list[Usage] = []

    def add(self, usage: Usage) -> None:
        """What another call took."""
        self._usages.append(usage)

    def judged(self, engine: str, how: str) -> None:
        """A reply that fits the schema is the judgement."""
        self.engine, self.how = engine, how

    def failed(self, problem: ModelProblem) -> None:
        """The rules judge instead."""
        self.how = f"fallback:{problem}"

    def run(self, module: str, milliseconds: float) -> ModuleRun:
        """The record of it."""
        reference = self.prompt.reference if self.prompt else None
        costs = [usage.cost for usage in self._usages]
        known: list[float] = [cost for cost in costs if cost is not None]
        counts: dict[str, Any] = {
            field: sum(getattr(usage, field) for usage in self._usages)
            for field in ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
        }
        return ModuleRun(
            module=module,
            engine=self.engine,
            milliseconds=milliseconds,
            prompt_name=reference.name if reference else None,
            prompt_version=reference.version if reference else None,
            prompt_hash=reference.hash if reference else None,
            how=self.how,
            calls=self.calls,
            cost=sum(known) if known and len(known) == len(costs) else None,
            **counts,
        )
