"""Whether what stands beside a prompt is true: its examples hold, its failures are stopped, its regressions stay away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from core.prompts.registry import Prompt, Registry
from core.prompts.version import Example, FailureCase, RegressionCase

Case = Example | FailureCase | RegressionCase


def faults(registry: Registry) -> list[str]:
    """What is wrong, a line each; empty if everything holds.

    An example's input and output fit the schemas, and the hard rules leave that output as it is in what it decides. A failure
    case fits too, and ``enforce`` makes of it what the case says. A regression case's input, judged by the rules, comes out
    as expected. Raises ConfigurationError for artefacts that cannot be read.
    """
    return [fault for prompt in registry for fault in _faults(prompt)]


def _faults(prompt: Prompt) -> Iterator[str]:
    kept = prompt.version.artefacts
    cases: list[Case] = [*kept.examples, *kept.failure_cases, *kept.regression_cases]
    for case in cases:
        try:
            differing = _differences(prompt, case)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            differing = [f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"]
        for difference in differing:
            yield f"{prompt.version.name}: {case.title}: {difference}"


def _differences(prompt: Prompt, case: Case) -> list[str]:
    module = prompt.module
    given = module.Input.model_validate(case.input)
    if isinstance(case, RegressionCase):
        return _compared(module.enforce(given, module.rules(given)), case.expected)
    output = module.Output.model_validate(case.output)
    if isinstance(case, Example):
        return _compared(module.enforce(given, output), output.model_dump(mode="json"))
    return _compared(module.enforce(given, output), case.enforced)


def _compared(output: BaseModel, expected: dict[str, Any]) -> list[str]:
    found = output.model_dump(mode="json")
    missing = object()
    return [
        f"{field} is {found.get(field)!r}, expected {value!r}"
        for field, value in expected.items()
        if not _same(found.get(field, missing), value)
    ]


def _same(found: Any, expected: Any) -> bool:
    """Equal in what is expected: an expected mapping may leave fields out."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(key in found and _same(found[key], value) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(found, list):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return bool(found == expected)
