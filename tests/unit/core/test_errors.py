"""Which failed calls may simply be made again."""

from __future__ import annotations

import pytest

from core.errors import ToolError, ToolProblem, is_transient

PASSING = {"unreachable", "timeout", "broken", "malformed", "unavailable", "rate_limited"}


@pytest.mark.parametrize("problem", ToolProblem)
def test_a_call_that_may_have_acted_is_never_simply_made_again(problem: ToolProblem) -> None:
    assert is_transient(ToolError(problem, "x")) is (problem.value in PASSING)
    assert not is_transient(ToolError(problem, "x", may_have_acted=True))
