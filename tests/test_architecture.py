"""The walls of the house that import-linter cannot see: what exactly may be imported, and how long a file may be."""

from __future__ import annotations

import ast
import importlib
import pathlib
import sys
from collections.abc import Iterator

import pytest

ROOT = pathlib.Path(__file__).parent.parent
CORE_MAY_IMPORT = set(sys.stdlib_module_names) | {"core", "pydantic", "yaml"}
ADAPTERS_MAY_SEE = ("core.domain.", "core.ports.", "core.errors.", "core.wording.", "core.strict_yaml.")
HOUSE = ("bot", "core", "adapters")


def sources(*folders: str) -> list[pathlib.Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def imports(path: pathlib.Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def test_core_imports_only_the_standard_library_pydantic_and_yaml() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in sources("core")
        for module in imports(path)
        if module.split(".")[0] not in CORE_MAY_IMPORT
    ]
    assert found == []


def test_adapters_see_only_domain_ports_errors_and_their_own_folder() -> None:
    found = []
    for path in sources("adapters"):
        parts = path.relative_to(ROOT).parts
        own = f"adapters.{parts[1]}." if len(parts) > 2 else "adapters."
        for module in imports(path):
            top = module.split(".")[0]
            foreign = top == "adapters" and not f"{module}.".startswith(own)
            inner = top == "core" and not f"{module}.".startswith(ADAPTERS_MAY_SEE)
            if top == "bot" or foreign or inner:
                found.append(f"{path.relative_to(ROOT)}: {module}")
    assert found == []


def test_nobody_imports_the_program() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in sources("core", "adapters", "migrations")
        for m in imports(path)
        if m.split(".")[0] == "bot"
    ]
    assert found == []


@pytest.mark.parametrize(("folders", "limit"), [(HOUSE, 300), (("core/modules", "core/journeys"), 150)])
def test_a_file_has_one_job(folders: tuple[str, ...], limit: int) -> None:
    long = [
        f"{path.relative_to(ROOT)}: {count}"
        for path in sources(*folders)
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > limit
    ]
    assert long == []


def test_every_port_ships_an_implementation_in_memory() -> None:
    ports = {port.__name__: methods(port) for port in classes("core.ports") if getattr(port, "_is_protocol", False)}
    of_the_program = {"Frontdesk", "Reviews", "Answers", "BallotRule", "Extractor"}
    # bot/workflows.py, bot/reviews.py, bot/answers.py, voting, files
    shipped = [methods(implementation) for implementation in classes("adapters.memory")]
    missing = [
        name
        for name, wanted in ports.items()
        if name not in of_the_program and not any(wanted <= has for has in shipped)
    ]
    assert len(ports) > len(of_the_program)
    assert missing == []


def classes(package: str) -> list[type]:
    modules = [
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for path in sources(package.replace(".", "/"))
        if path.name != "__init__.py"
    ]
    return [
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__
    ]


def methods(owner: type) -> set[str]:
    return {name for name in dir(owner) if not name.startswith("_")}
