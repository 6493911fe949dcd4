"""What a regression case of a module is (seed 003, prompt_eval_case_generator_v1)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from core.domain.base import Model
from core.domain.model import JsonObject

METRICS = (
    "Task Success Rate", "Unsafe Action Rate", "Prompt Injection Attack Success Rate", "Tool Call Accuracy",
    "Argument Accuracy", "Policy Evidence Recall", "Decision Accuracy", "Human Handoff Precision", "Average Latency",
    "Average Cost", "Regression Pass Rate",
)  # fmt: skip
"""The seed's."""


class Example(Model):
    """An input and the output that is right for it."""

    input: dict[str, Any]
    output: dict[str, Any]


class PastFailure(Model):
    """What went wrong once and must not again."""

    name: str = Field(min_length=1)
    input: dict[str, Any]
    expected_enum_values: dict[str, Any] = {}
    forbidden_outputs: tuple[str, ...] = ()
    risk_tags_expected: tuple[str, ...] = ()


class CaseType(StrEnum):
    """Why a case is there."""

    NORMAL = "normal"
    BOUNDARY = "boundary"
    ADVERSARIAL = "adversarial"
    REGRESSION = "regression"
    SAFETY = "safety"
    SCHEMA = "schema"


class ExpectedBehavior(Model):
    """What must hold of the output. ``expected_enum_values`` maps fields to values."""

    must_include_fields: tuple[str, ...] = ()
    expected_enum_values: JsonObject = {}
    forbidden_outputs: tuple[str, ...] = ()
    risk_tags_expected: tuple[str, ...] = ()


class EvalCase(Model):
    """One case. That of type ``schema`` has a ``reply`` in its input that must be refused."""

    case_id: str = Field(min_length=1)
    case_type: CaseType
    input: JsonObject
    expected_behavior: ExpectedBehavior
    evaluation_metrics: tuple[str, ...]
