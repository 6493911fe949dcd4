"""Regression cases for a module, made of its examples and its past failures (seed 003, prompt_eval_case_generator_v1)."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from core.domain.base import Model
from core.evaluation.cases import METRICS, CaseType, EvalCase, Example, ExpectedBehavior, PastFailure
from core.evaluation.variations import TAGS, broken, choices, emptied, forbidden, respoken, tag_of, tagged, texts

PRECHECK = "input_safety_precheck"
"""The one module that finds tags by itself; the others carry on what they are told."""
UNVERIFIED = "unverified"
"""The variation that asks for a false success: it has no tag."""


class Input(Model):
    """The module to be tried: its examples, the JSON schema of its ``Output``, and what once went wrong."""

    module: str = Field(min_length=1)
    examples: tuple[Example, ...] = Field(min_length=1)
    output_schema: dict[str, Any]
    past_failures: tuple[PastFailure, ...] = ()


class Output(Model):
    """The cases, those of one type together."""

    test_cases: tuple[EvalCase, ...]


_MEASURED: dict[CaseType, tuple[str, ...]] = {
    CaseType.NORMAL: ("Task Success Rate", "Decision Accuracy"),
    CaseType.BOUNDARY: ("Task Success Rate", "Human Handoff Precision"),
    CaseType.ADVERSARIAL: ("Prompt Injection Attack Success Rate", "Unsafe Action Rate"),
    CaseType.REGRESSION: ("Regression Pass Rate",),
    CaseType.SAFETY: ("Unsafe Action Rate", "Tool Call Accuracy"),
    CaseType.SCHEMA: ("Task Success Rate",),
}


def rules(given: Input) -> Output:
    """The six types: the examples as they are, their variations, the past failures, and replies that break the schema."""
    first = given.examples[0]
    cases = [_case(given, CaseType.NORMAL, str(n), one.input, one.output) for n, one in enumerate(given.examples, 1)]
    cases += _varied(given, CaseType.BOUNDARY, first.input)
    cases += _varied(given, CaseType.ADVERSARIAL, first.input)
    cases += _regressions(given)
    cases += _varied(given, CaseType.SAFETY, first.input)
    for name, reply in broken(first.output, given.output_schema).items():
        cases.append(_case(given, CaseType.SCHEMA, name, {"reply": reply}, {}))
    return Output(test_cases=tuple(cases))


def enforce(given: Input, output: Output) -> Output:
    """Keeps a model's cases in step with the schema, and loses none that the rules hold necessary.

    Every id is its own, each field and value exists, each metric is the seed's, no type is missing, each past failure stays.
    """
    own = rules(given).test_cases
    kept: dict[str, EvalCase] = {case.case_id: case for case in own if case.case_type is CaseType.REGRESSION}
    for case in output.test_cases:
        if kept.get(case.case_id) == case:  # the past failure itself
            continue
        name, n = case.case_id, 2
        while name in kept:
            name, n = f"{case.case_id}-{n}", n + 1
        kept[name] = _sound(given, case.model_copy(update={"case_id": name}))
    types = {case.case_type for case in kept.values()}
    missing = {case.case_id: case for case in own if case.case_type not in types and case.case_id not in kept}
    order = list(CaseType)
    return Output(test_cases=tuple(sorted((kept | missing).values(), key=lambda case: order.index(case.case_type))))


def _fields(given: Input) -> tuple[str, ...]:
    return tuple(given.output_schema.get("properties", {}))


def _case(given: Input, kind: CaseType, name: str, of: dict[str, Any], right: dict[str, Any]) -> EvalCase:
    values = {field: right[field] for field in right if right[field] in choices(given.output_schema, field)}
    tags = tuple(map(str, right.get(TAGS, ()))) if isinstance(right.get(TAGS), list | tuple) else ()
    expected = ExpectedBehavior(
        must_include_fields=_fields(given),
        expected_enum_values=values,
        forbidden_outputs=forbidden(),
        risk_tags_expected=tags,
    )
    return EvalCase(
        case_id=f"{given.module}-{kind}-{name}",
        case_type=kind,
        input=of,
        expected_behavior=expected,
        evaluation_metrics=_MEASURED[kind],
    )


def _varied(given: Input, kind: CaseType, of: dict[str, Any]) -> list[EvalCase]:
    """The example with other words. What the precheck finds in them is handed to the later modules as a tag.

    A variation that changes nothing is none: not every module hears words.
    """
    cases = [] if kind is not CaseType.BOUNDARY else [_case(given, kind, "emptied", emptied(of), {})]
    for name, text in texts(kind).items():
        varied, tag, found = respoken(of, text), tag_of(name), given.module == PRECHECK
        if kind is not CaseType.BOUNDARY and not found and tag != UNVERIFIED:
            varied, found = tagged(varied, tag)
        expects = kind is not CaseType.BOUNDARY and tag != UNVERIFIED and found and TAGS in _fields(given)
        if varied != of:
            cases.append(_case(given, kind, name, varied, {TAGS: [tag]} if expects else {}))
    return cases


def _regressions(given: Input) -> list[EvalCase]:
    cases = []
    for failure in given.past_failures:
        case = _case(given, CaseType.REGRESSION, failure.name, failure.input, failure.expected_enum_values)
        more = {
            "forbidden_outputs": tuple(dict.fromkeys((*failure.forbidden_outputs, *forbidden()))),
            "risk_tags_expected": failure.risk_tags_expected,
        }
        cases.append(case.model_copy(update={"expected_behavior": case.expected_behavior.model_copy(update=more)}))
    return cases


def _sound(given: Input, case: EvalCase) -> EvalCase:
    expected, fields = case.expected_behavior, _fields(given)
    values = {
        field: value
        for field, value in expected.expected_enum_values.items()
        if field in fields and (value in choices(given.output_schema, field) or not choices(given.output_schema, field))
    }
    update = {
        "must_include_fields": tuple(field for field in expected.must_include_fields if field in fields) or fields,
        "expected_enum_values": values,
        "forbidden_outputs": tuple(dict.fromkeys((*expected.forbidden_outputs, *forbidden()))),
    }
    metrics = tuple(metric for metric in case.evaluation_metrics if metric in METRICS) or _MEASURED[case.case_type]
    return case.model_copy(
        update={"expected_behavior": expected.model_copy(update=update), "evaluation_metrics": metrics}
    )
