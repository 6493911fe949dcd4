"""Every module by its name (DESIGN: modules): for the judge, the prompt registry and the plan."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from core.modules import (
    answer_generation,
    fact_query_plan,
    failure_recovery,
    grounding_audit,
    input_safety_precheck,
    intent,
    policy_evidence_filter,
    policy_rewrite,
    prompt_eval_case_generator,
    response,
    responsibility,
    slot_clarification,
    state_verification,
    tool_authorization,
)

Given = TypeVar("Given", bound=BaseModel)
Judged = TypeVar("Judged", bound=BaseModel)


class Module(Protocol[Given, Judged]):
    """One judgement: a file of ``core/modules`` is such an object."""

    __name__: str

    @property
    def Input(self) -> type[Given]:  # noqa: N802 - a class of the module
        """The schema of what it judges on."""
        ...

    @property
    def Output(self) -> type[Judged]:  # noqa: N802 - a class of the module
        """The schema of its judgement."""
        ...

    def rules(self, given: Given, /) -> Judged:
        """The judgement without a model."""
        ...

    def enforce(self, given: Given, output: Judged, /) -> Judged:
        """The hard rules, whoever judged."""
        ...


def name_of(module: Module[Any, Any]) -> str:
    """The module's name, as it stands on record."""
    return module.__name__.rpartition(".")[2]


MODULES: dict[str, Module[Any, Any]] = {
    name_of(module): module
    for module in (
        input_safety_precheck,
        intent,
        slot_clarification,
        policy_rewrite,
        policy_evidence_filter,
        answer_generation,
        grounding_audit,
        fact_query_plan,
        responsibility,
        tool_authorization,
        state_verification,
        response,
        failure_recovery,
        prompt_eval_case_generator,
    )
}
"""In the order of the journeys."""
