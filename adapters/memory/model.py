"""Language models without a network: one that says what it is told to say, and one that only notes what it would be asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any

from core.domain.model import ModelReply, ModelRequest, Usage
from core.errors import ModelError, ModelProblem

Answer = str | dict[str, Any] | ModelError
"""A text, an object to be written as JSON, or a failure."""


class ScriptedModel:
    """Answers by a function of the request, or with one answer after the other; the last one goes on for ever.

    ``requests`` is what it was asked, ``seconds`` how long each answer might have taken.
    """

    def __init__(
        self, *answers: Answer | Callable[[ModelRequest], Answer], name: str = "scripted", usage: Usage | None = None
    ) -> None:
        self._name = name
        self._usage = usage or Usage(input_tokens=100, output_tokens=20)
        self._answers: Iterator[Answer | Callable[[ModelRequest], Answer]] = chain(answers, repeat(answers[-1]))
        self.requests: list[ModelRequest] = []
        self.seconds: list[float] = []

    @property
    def name(self) -> str:
        """What it is called."""
        return self._name

    async def complete(self, request: ModelRequest, seconds: float) -> ModelReply:
        """The next answer."""
        self.requests.append(request)
        self.seconds.append(seconds)
        answer = next(self._answers)
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, ModelError):
            raise answer
        text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        return ModelReply(text=text, model=self._name, usage=self._usage)

    async def close(self) -> None:
        """It holds nothing."""


class PlanningModel:
    """Answers nothing: it notes each request, and the rules go on."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        """The model that would be asked."""
        return self._name

    async def complete(self, request: ModelRequest, seconds: float) -> ModelReply:
        """Raises ModelError: nothing was asked."""
        self.requests.append(request)
        raise ModelError(ModelProblem.PLANNED, "The request was written down and not sent.")

    async def close(self) -> None:
        """It holds nothing."""
