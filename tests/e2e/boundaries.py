"""The boundaries at which a server can die, read from the source of its workflows: a new step cannot be forgotten.

A place is ``start/WORKFLOW`` or ``WORKFLOW/STEP``; a point is a place and a side of it:

- ``before``: it is about to be done;
- ``after``: it is done, and nothing says so: the start has not come back, the step is not on record;
- ``recorded``: the step is on record, and what follows has not begun.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

from bot import workflows

SIDES = ("before", "after", "recorded")


def sides(place: str) -> tuple[str, ...]:
    """Those of a place. What follows a start is the first step, or the answer to whoever caused it."""
    return SIDES[:2] if place.startswith("start/") else SIDES


def places() -> list[str]:
    """Every place of every workflow, each workflow's in the order of the source."""
    methods = {node.name: node for node in ast.walk(_source()) if isinstance(node, ast.AsyncFunctionDef)}
    registered = _registered()
    orders = {name: list(_steps(method)) for name, method in methods.items()}
    strays = [name for name, steps in orders.items() if steps and name not in registered.values()]
    assert not strays, f"steps outside of a registered workflow's own method: {strays}"
    scheduled = {_literal(call.args[1]) for call in _calls(_source(), "every")}
    starts = [f"start/{name}" for name in registered if name not in scheduled]
    return starts + [f"{name}/{step}" for name, method in registered.items() for step in orders[method]]


def _registered() -> dict[str, str]:
    """Method by workflow."""
    found = {}
    for call in _calls(_source(), "workflow"):
        method = call.args[1]
        assert isinstance(method, ast.Attribute)
        found[_literal(call.args[0])] = method.attr
    return found


def _steps(method: ast.AsyncFunctionDef) -> Iterator[str]:
    for call in [*_calls(method, "step"), *_calls(method, "run")]:
        yield _literal(call.args[0])


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name == getattr(node.func, "attr", getattr(node.func, "id", None)):
            yield node


def _literal(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant), "a workflow and a step have a name that the source shows"
    assert isinstance(node.value, str)
    return node.value


def _source() -> ast.Module:
    return ast.parse(inspect.getsource(workflows))
