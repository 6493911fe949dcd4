"""The business system of functions: failing before and after its effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.memory.toolbox import MemoryToolbox
from adapters.tools.file import load_tools
from core.errors import ToolError, ToolProblem
from tests.adapters.tools.specimens import ARGS, tools, written

LOST = ToolError(ToolProblem.TIMEOUT, "No answer.", may_have_acted=True)


@pytest.fixture
def box(tmp_path: Path) -> MemoryToolbox:
    specs = [one.spec for one in load_tools(written(tmp_path, tools())).tools]
    return MemoryToolbox(specs, {"create_refund": lambda args: {"id": "R1"}})


@pytest.mark.parametrize("after_effect", [False, True])
async def test_the_next_call_fails_before_or_after_its_effect(box: MemoryToolbox, after_effect: bool) -> None:
    box.fail("create_refund", LOST, after_effect=after_effect)
    with pytest.raises(ToolError) as caught:
        await box.execute("create_refund", ARGS, "key-1")
    assert caught.value is LOST
    assert list(box.effects) == (["key-1"] if after_effect else [])
    assert await box.execute("create_refund", ARGS, "key-1") == {"id": "R1"}
    assert list(box.effects) == ["key-1"]
    assert box.calls == [("create_refund", ARGS, "key-1")] * 2


async def test_a_reading_call_fails_too(box: MemoryToolbox) -> None:
    box.fail("query_request", ToolError(ToolProblem.UNAVAILABLE, "Down."))
    for problem in (ToolProblem.UNAVAILABLE, ToolProblem.NOT_FOUND):
        with pytest.raises(ToolError) as caught:
            await box.read("query_request", {"key": "key-1"})
        assert caught.value.problem is problem


async def test_a_key_is_one_calls_and_no_others(box: MemoryToolbox) -> None:
    await box.execute("create_refund", ARGS, "key-1")
    with pytest.raises(ToolError) as caught:
        await box.execute("create_refund", {**ARGS, "order_id": "O999"}, "key-1")
    assert (caught.value.problem, caught.value.may_have_acted) == (ToolProblem.CONFLICT, True)
    assert box.effects["key-1"].args == ARGS


async def test_what_has_no_answer_cannot_be_reached(box: MemoryToolbox) -> None:
    with pytest.raises(ToolError) as caught:
        await box.read("query_order", {"order_id": "O123"})
    assert caught.value.problem is ToolProblem.UNREACHABLE
