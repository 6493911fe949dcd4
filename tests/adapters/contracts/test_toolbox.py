"""What every toolbox promises."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from adapters.memory.toolbox import MemoryToolbox
from adapters.tools.file import load_tools
from core.errors import ToolError, ToolProblem
from core.ports.toolbox import Toolbox
from tests.adapters.tools.specimens import ARGS, SECRET, toolbox, tools, written
from tests.doubles.orders import TOKEN, OrdersDouble

ORDER = {"id": "O123", "status": "paid"}


@pytest.fixture(params=["memory", "http"])
async def box(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Toolbox]:
    if request.param == "memory":
        specs = [one.spec for one in load_tools(written(tmp_path, tools())).tools]
        answers = {"query_order": _order, "create_refund": lambda args: {"id": "R1", "order": args["order_id"]}}
        yield MemoryToolbox(specs, answers)
        return
    monkeypatch.setenv(SECRET, TOKEN)
    async with OrdersDouble() as double:
        box = toolbox(tmp_path, tools(f"http://127.0.0.1:{double.port}", private=True))
        yield box
        await box.close()


def _order(args: dict[str, Any]) -> dict[str, Any]:
    if args["order_id"] != "O123":
        raise ToolError(ToolProblem.NOT_FOUND, "There is no such order.", status=404)
    return ORDER


async def refused(call: Any) -> tuple[ToolProblem, bool]:
    with pytest.raises(ToolError) as caught:
        await call
    return caught.value.problem, caught.value.may_have_acted


async def test_specs_are_by_exact_name_in_the_order_of_the_file(box: Toolbox) -> None:
    assert list(box.specs) == ["query_order", "query_after_sales", "query_request", "create_refund"]
    assert all(name == spec.name for name, spec in box.specs.items())


async def test_a_read_only_tool_answers_an_object(box: Toolbox) -> None:
    answer = await box.read("query_order", {"order_id": "O123"})
    assert {**answer, **ORDER} == answer
    assert await refused(box.read("query_order", {"order_id": "O404"})) == (ToolProblem.NOT_FOUND, False)


async def test_a_call_with_its_key_has_one_effect_and_is_found_by_it(box: Toolbox) -> None:
    assert await refused(box.read("query_request", {"key": "key-1"})) == (ToolProblem.NOT_FOUND, False)
    first = await box.execute("create_refund", ARGS, "key-1")
    assert await box.execute("create_refund", ARGS, "key-1") == first
    assert (first["id"], first["order"]) == ("R1", "O123")
    assert (await box.read("query_request", {"key": "key-1"}))["key"] == "key-1"


async def test_what_is_not_declared_is_not_called(box: Toolbox) -> None:
    for call in (
        box.read("create_refund", ARGS),
        box.read("query_orders", {"order_id": "O123"}),
        box.execute("query_order", {"order_id": "O123"}, "key-1"),
    ):
        assert await refused(call) == (ToolProblem.NOT_DECLARED, False)
    assert box.faults("query_orders", {}) == ("no such tool is declared",)


async def test_arguments_must_fit_and_a_key_must_be_one(box: Toolbox) -> None:
    assert box.faults("create_refund", ARGS) == ()
    for spoiled in ({}, {**ARGS, "to": "me"}, {**ARGS, "order_id": 7}):
        assert box.faults("create_refund", spoiled)
        assert await refused(box.execute("create_refund", spoiled, "key-1")) == (ToolProblem.INVALID, False)
    assert await refused(box.execute("create_refund", ARGS, " ")) == (ToolProblem.INVALID, False)
    assert await refused(box.read("query_request", {"key": "key-1"})) == (ToolProblem.NOT_FOUND, False)


async def test_a_fault_names_the_argument_and_not_its_value(box: Toolbox) -> None:
    (fault,) = box.faults("create_refund", {**ARGS, "amount": {"value": "12 of Dana's euros", "currency": "EUR"}})
    assert fault.startswith("amount.value: ")
    assert "Dana" not in fault
