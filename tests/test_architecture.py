"""The walls of the house that import-linter cannot see: what exactly may be imported, and how long a file may be."""

from __future__ import annotations

import ast
import pathlib
import sys
from collections.abc import Iterator

import pytest

ROOT = pathlib.Path(__file__).parent.parent
CORE_MAY_IMPORT = set(sys.stdlib_module_names) | {"core", "pydantic", "yaml"}
ADAPTERS_MAY_SEE = ("core.domain.", "core.ports.", "core.errors.")
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
    found = [str(path.relative_to(ROOT)) for path in sources("core", "adapters", "migrations") for m in imports(path) if m.split(".")[0] == "bot"]
    assert found == []


@pytest.mark.parametrize(("folders", "limit"), [(HOUSE, 300), (("core/modules", "core/journeys"), 150)])
def test_a_file_has_one_job(folders: tuple[str, ...], limit: int) -> None:
    long = [f"{path.relative_to(ROOT)}: {count}" for path in sources(*folders) if (count := len(path.read_text(encoding="utf-8").splitlines())) > limit]
    assert long == []


def test_every_port_ships_an_implementation_in_memory() -> None:
    ports = {
        node.name
        for path in sources("core/ports")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)
    }
    driven_by_the_program = {"Frontdesk", "BallotRule", "Extractor"}
    words = " ".join(path.read_text(encoding="utf-8") for path in sources("adapters/memory"))
    assert [port for port in sorted(ports - driven_by_the_program) if port not in words] == []
