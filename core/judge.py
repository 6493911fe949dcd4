"""Runs a module: by a language model where one is configured, by the module's rules otherwise, and always through ``enforce``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from core.budget import Account
from core.domain.exchange import ModuleRun
from core.domain.model import Budget, ModelReply, ModelRequest
from core.errors import ModelError, ModelProblem
from core.modules.catalogue import Module, name_of
from core.ports.clock import Clock, Ids
from core.ports.model import LanguageModel
from core.privacy import Privacy
from core.prompts.masking import masked
from core.prompts.registry import Registry
from core.prompts.rendering import as_data, render, render_again
from core.trial import RULES, Trial

Given = TypeVar("Given", bound=BaseModel)
Judged = TypeVar("Judged", bound=BaseModel)
Pause = Callable[[float], Awaitable[None]]

GONE = {
    ModelProblem.TIMEOUT,
    ModelProblem.RATE_LIMITED,
    ModelProblem.OVERLOADED,
    ModelProblem.UNAVAILABLE,
    ModelProblem.REJECTED,
}
"""After one of these the exchange asks no more: its next call would fare no better, and somebody waits for the answer."""
_FAULTS = 10


class Judge:
    """Opens a hearing for each exchange. Without a model the rules judge everything."""

    def __init__(
        self,
        clock: Clock,
        ids: Ids,
        *,
        model: LanguageModel | None = None,
        prompts: Registry | None = None,
        budget: Budget | None = None,
        privacy: Privacy | None = None,
        pause: Pause | None = asyncio.sleep,
    ) -> None:
        """``pause`` waits that many seconds where the provider named a time; None: it is never waited and asked again.

        ``privacy`` says whether personal data are masked for the model; None: they are not.
        """
        self.clock = clock
        self.ids = ids
        self.model = model
        self.prompts = prompts or (Registry() if model else None)
        self.budget = budget or Budget()
        self.privacy = privacy
        self.pause = pause

    def hearing(self) -> Hearing:
        """A new one, with the whole budget."""
        return Hearing(self)


class Hearing:
    """The judgements of one exchange: they share a budget, and each leaves a ModuleRun in ``runs``."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._account = Account(judge.budget, judge.clock)
        self._gone: ModelProblem | None = None
        self._runs: list[ModuleRun] = []

    @property
    def runs(self) -> tuple[ModuleRun, ...]:
        """What has been judged so far, in order."""
        return tuple(self._runs)

    @property
    def engine(self) -> str:
        """The model's name if any judgement is its own; the word "rules" otherwise."""
        return next((run.engine for run in self._runs if run.engine != RULES), RULES)

    async def judge(self, module: Module[Given, Judged], given: Given) -> Judged:
        """The module's judgement. A model that fails raises nothing here: then the rules judge, and the run says why."""
        before = self._judge.clock.elapsed()
        trial = Trial()
        output = await self._by_model(module, given, trial)
        output = module.enforce(given, module.rules(given) if output is None else output)
        milliseconds = round((self._judge.clock.elapsed() - before) * 1000, 2)
        self._runs.append(trial.run(name_of(module), milliseconds))
        return output

    async def _by_model(self, module: Module[Given, Judged], given: Given, trial: Trial) -> Judged | None:
        """None where the rules are to judge; the trial says why."""
        model, prompts = self._judge.model, self._judge.prompts
        if model is None or prompts is None:
            return None
        trial.prompt = prompts.active(name_of(module))
        data, mask = masked(as_data(given), self._judge.privacy)
        request = render(trial.prompt, data, self._judge.ids.salt, self._judge.budget.reply_tokens)
        try:
            reply = await self._ask(model, request, trial)
            try:
                output = module.Output.model_validate_json(mask.restore(reply.text))
                trial.judged(reply.model, "model")
            except ValidationError as fault:
                again = render_again(request, reply.text, _faults(fault), self._judge.ids.salt)
                reply = await self._ask(model, again, trial)
                output = module.Output.model_validate_json(mask.restore(reply.text))
                trial.judged(reply.model, "retried")
        except ValidationError:
            trial.failed(ModelProblem.INVALID)
            return None
        except ModelError as error:
            trial.failed(error.problem)
            return None
        return output

    async def _ask(self, model: LanguageModel, request: ModelRequest, trial: Trial) -> ModelReply:
        """One reply. Where the provider says when to come again, and there is time, it is asked a second time then."""
        try:
            return await self._call(model, request, trial)
        except ModelError as error:
            wait, pause = error.retry_after, self._judge.pause
            if wait is None or pause is None or wait >= self._account.seconds_left:
                raise
        self._gone = None
        await pause(wait)
        return await self._call(model, request, trial)

    async def _call(self, model: LanguageModel, request: ModelRequest, trial: Trial) -> ModelReply:
        if self._gone:
            raise ModelError(self._gone, "The model did not answer before.")
        if not self._account.allows(request):
            raise ModelError(ModelProblem.BUDGET, "The exchange's budget is used up.")
        trial.calls += 1
        try:
            reply = await model.complete(request, self._account.begin())
        except ModelError as error:
            self._gone = error.problem if error.problem in GONE else None
            self._account.spend(error.usage)
            trial.add(error.usage)
            raise
        self._account.spend(reply.usage)
        trial.add(reply.usage)
        return reply


def _faults(error: ValidationError) -> list[str]:
    """Where the reply departs from the schema and how, without what it held there."""
    found = error.errors(include_input=False, include_url=False, include_context=False)[:_FAULTS]
    return [f"{'.'.join(str(part) for part in fault['loc']) or 'reply'}: {fault['msg']}" for fault in found]
