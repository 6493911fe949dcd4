"""The second look: what the business system itself shows of a call, by its key and at the thing it was to change."""

from __future__ import annotations

from dataclasses import dataclass

from core.actions import answers
from core.actions.effects import EFFECTS
from core.actions.statuses import Status
from core.domain.action import Fact, FactKind
from core.domain.tool import ToolSpec
from core.errors import ToolProblem
from core.journeys.acting.facts import reading
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench


@dataclass(frozen=True)
class Seen:
    """What a look shows: the facts, the idempotency key at the effect, and which statuses would be the effect.

    ``expected`` is empty where the declared condition does not hold, whatever other facts say.
    """

    facts: tuple[Fact, ...] = ()
    key: str | None = None
    expected: frozenset[Status] = frozenset()


async def second_look(work: Work, bench: Bench, spec: ToolSpec) -> Seen:
    """Asks the tool that verifies it. Nothing seen where it does not answer: that proves nothing either way."""
    assert bench.toolbox is not None
    assert spec.verify is not None
    assert work.case.action is not None
    asked = bench.toolbox.specs.get(spec.verify.tool)
    if asked is None:
        return Seen()
    args = answers.look_args(spec.verify, asked, work.case.action.arguments)
    answer = (await reading(work.case, bench.toolbox, asked, args)).answer
    if answer is None:
        return Seen()
    shown = answers.shown(spec.verify, answer)
    key = answers.shown_key(spec.verify, answer) if shown else None
    if spec.name not in EFFECTS:  # an operator's own words: only the declared condition says what they mean
        value = "completed" if shown else "open"
        fact = Fact(tool_name=asked.name, kind=FactKind.ORDER_STATUS if shown else FactKind.TICKET_STATUS, value=value)
        return Seen((fact,), key, frozenset({Status.COMPLETED}) if shown else frozenset())
    return Seen(answers.facts(asked, answer), key, EFFECTS[spec.name] if shown else frozenset())


async def looked_up(work: Work, bench: Bench, spec: ToolSpec) -> Work:
    """Where no answer came to the call: whether the business system knows a call with its key.

    ``absent`` on the case says that it was asked and knows none; only that proves that there was no effect.
    """
    case, execution = work.case, work.case.execution
    assert execution is not None
    if execution.result != "unknown" or spec.lookup is None or bench.toolbox is None:
        return work
    asked = bench.toolbox.specs.get(spec.lookup)
    if asked is None:
        return work
    name = next(iter(asked.properties), "key")
    read = await reading(case, bench.toolbox, asked, {name: case.idempotency_key})
    if read.answer is not None:
        found = execution.model_copy(update={"result": "success"})
        return noted(work.having(execution=found, absent=False), bench, "lookup", "found", "by its key", "critical")
    absent = read.error is not None and read.error.problem is ToolProblem.NOT_FOUND
    work = work.having(absent=absent)
    return noted(work, bench, "lookup", "absent" if absent else "no_answer", "by its key", "critical")
