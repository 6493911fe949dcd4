"""The stage that finds out what is so, from read-only tools only, and only about what is the asker's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.actions import answers
from core.actions.recovering import READ, Failure
from core.domain.action import ATTACK_TAGS, Checks, ToolRisk
from core.domain.case import ActionCase
from core.domain.tool import ToolSpec
from core.errors import ToolError, ToolProblem, is_transient
from core.journeys.acting.asking import ask
from core.journeys.acting.calls import arguments, chosen, tools_asked
from core.journeys.acting.recovering import ended_by, recover
from core.journeys.acting.telling import fixed
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules import fact_query_plan, failure_recovery, tool_authorization
from core.ports.toolbox import Toolbox
from core.safety.scanning import scan

_LONGEST = 4000


@dataclass(frozen=True)
class Read:
    """What a read-only tool answered; None where it did not, and then the error."""

    answer: dict[str, Any] | None = None
    error: ToolError | None = None


async def look_up(work: Work, bench: Bench) -> Work:
    """Asks every tool that the wish needs facts from. What is not the asker's is told as what is not there."""
    result = work.case.intent_result
    assert result is not None
    assert bench.toolbox is not None
    known = {name.removeprefix("query_"): answer for name, answer in work.case.answers.items()}
    fields = fact_query_plan.KnownFacts.model_fields
    given = fact_query_plan.Input(
        intent_result=result,
        known_tool_facts=fact_query_plan.KnownFacts(**{name: known[name] for name in fields if name in known}),
    )
    plan = await work.hearing.judge(fact_query_plan, given)
    required = [str(query.tool_name) for query in plan.executable if query.required_before_decision]
    more = [str(query.tool_name) for query in plan.executable if not query.required_before_decision]
    spec = chosen(work.case, bench.toolbox.specs)
    wanted = dict.fromkeys([*required, *(tools_asked(spec) if spec else ()), *more])
    planned = [name for name in wanted if name not in work.case.answers]
    work = noted(work, bench, "fact_query_plan", "queries" if planned else "none", "", tools=tuple(planned))
    for name in planned:
        work = await _asked(work, bench, bench.toolbox, name, required=name in required)
        if work.ending:
            return work
    return work


async def _asked(work: Work, bench: Bench, toolbox: Toolbox, name: str, *, required: bool) -> Work:
    spec = toolbox.specs.get(name)
    if spec is None or spec.risk is not ToolRisk.READ_ONLY:
        work = noted(work, bench, "tools", "not_declared", "", "elevated", tool=name)
        return work.having(missing_facts=(*work.case.missing_facts, name)) if required else work
    args = arguments(spec, work.case)
    if toolbox.faults(name, args):
        return await not_found(work, bench, name, "arguments do not fit")
    while True:
        read = await reading(work.case, toolbox, spec, args)
        if read.answer is not None:
            break
        error = read.error
        assert error is not None
        if error.problem is ToolProblem.NOT_FOUND:
            return await not_found(work, bench, name, error.problem)
        attempts = None if is_transient(error) else failure_recovery.MAX_ATTEMPTS
        work, action = await recover(work, bench, Failure.READ_TOOL_FAILED, attempts=attempts, why=error.problem)
        if action is not READ:
            return ended_by(work, bench, action)
    return await _taken(work, bench, spec, args, read.answer)


async def reading(case: ActionCase, toolbox: Toolbox, spec: ToolSpec, args: Mapping[str, Any]) -> Read:
    """One call of a read-only tool, if it is authorized. The asker named what is read: that is their yes to a reading."""
    checks = Checks(schema_valid=not toolbox.faults(spec.name, args), confirmed_by_asker=True)
    given = tool_authorization.Input(
        tool_name=spec.name, args=dict(args), tools=tuple(s.judged() for s in toolbox.specs.values()), checks=checks
    )
    if tool_authorization.rules(given).authorization_decision != "allow":
        return Read(error=ToolError(ToolProblem.NOT_DECLARED, f"{spec.name} is not authorized."))
    try:
        return Read(answer=await toolbox.read(spec.name, args))
    except ToolError as error:
        return Read(error=error)


async def _taken(work: Work, bench: Bench, spec: ToolSpec, args: dict[str, Any], answer: dict[str, Any]) -> Work:
    """An answer becomes facts if it is about what is the asker's. Orders to the machine in it are only ever a tag."""
    if spec.owner and not spec.owner.tool and not owned(spec, args, answer, work.case):
        checks = Checks(schema_valid=True, owned_by_asker=False)
        tool = (spec.judged(),)
        given = tool_authorization.Input(tool_name=spec.name, args=args, tools=tool, checks=checks)
        denied = await work.hearing.judge(tool_authorization, given)
        work = noted(
            work,
            bench,
            "tool_authorization",
            denied.authorization_decision,
            ", ".join(denied.denied_reasons),
            "critical",
            tool=spec.name,
        )
        return await not_found(work, bench, spec.name, "not_the_askers")
    work = noted(work, bench, "tools", "answered", "", tool=spec.name)
    found = (finding.tag for text in _texts(answer) for finding in scan(text[:_LONGEST]))
    if any(tag in ATTACK_TAGS for tag in found):
        work = noted(work, bench, "tools", "possible_prompt_injection", "in an answer", "critical", tool=spec.name)
        work = work.tagged("possible_prompt_injection")
    facts = (*work.case.facts, *answers.facts(spec, answer))
    return work.having(answers={**work.case.answers, spec.name: answer}, facts=tuple(dict.fromkeys(facts)))


async def not_found(work: Work, bench: Bench, tool: str, why: str) -> Work:
    """What is not there and what is somebody else's get the same reply, so that nobody learns which it is."""
    work = noted(work, bench, "tools", "not_found", why, "elevated", tool=tool)
    result = work.case.intent_result
    assert result is not None
    slots = result.slots.model_copy(update={"order_id": None})
    work = work.having(intent_result=result.model_copy(update={"slots": slots}), answers={}, facts=())
    return await ask(work, bench, ("order_id",), fixed(work, "case.not_found"))


def owned(spec: ToolSpec, args: Mapping[str, Any], answer: Mapping[str, Any], case: ActionCase) -> bool:
    """Whether what is touched belongs to the asker, by what their surface vouches for."""
    assert spec.owner is not None
    asker = case.asker.email if spec.owner.equals == "asker.email" else case.asker.id
    return answers.belongs(spec.owner, args, answer, asker)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value
