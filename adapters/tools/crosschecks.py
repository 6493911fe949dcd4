"""What the entries of a tools file promise of each other: names once, hosts declared, looks that can be made."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.tools.entries import ToolEntry, ToolsFile
from core.domain.action import ToolRisk
from core.domain.tool import Look, ToolSpec


def first_fault(file: ToolsFile) -> tuple[str, str] | None:
    """The first thing that does not fit together: the field, and what is wrong there. None if all fits."""
    return next(_faults(file), None)


def _faults(file: ToolsFile) -> Iterator[tuple[str, str]]:
    origins = [host.origin for host in file.hosts]
    for number, origin in enumerate(origins):
        if origin in origins[:number]:
            yield f"hosts.{number}", f"{origin} is declared twice"
    tools: dict[str, ToolEntry] = {}
    for number, tool in enumerate(file.tools):
        if tool.name in tools:
            yield f"tools.{number}.name", f"two tools are named {tool.name}"
        tools[tool.name] = tool
    for tool in file.tools:
        where = f"tool {tool.name}:"
        if tool.template.origin not in origins:
            yield f"{where} url", f"{tool.template.origin} is not among hosts: declare it there, or mend the address"
        for field, words in _looks(tool, tools):
            yield f"{where} {field}", words
        for argument, source in tool.slots.items():
            if source.startswith("facts.") and not _reads(tools, source.split(".")[1]):
                yield f"{where} slots.{argument}", f"{source} names no read-only tool of this file"


def _looks(tool: ToolEntry, tools: dict[str, ToolEntry]) -> Iterator[tuple[str, str]]:
    looks: dict[str, Look | None] = {"owner": tool.owner.look if tool.owner else None, "verify": tool.verify}
    for field, look in looks.items():
        if look is None:
            continue
        asked = _reads(tools, look.tool)
        if asked is None:
            yield f"{field}.tool", f"{look.tool} is no read-only tool of this file"
        elif fault := _unanswerable(tool, look, asked):
            yield f"{field}.args", fault
    if tool.lookup:
        asked = _reads(tools, tool.lookup)
        if asked is None or len(asked.properties) != 1 or not asked.required:
            yield "lookup", f"{tool.lookup} is no read-only tool of this file with one required argument, the key"


def _reads(tools: dict[str, ToolEntry], name: str) -> ToolEntry | None:
    found = tools.get(name)
    return found if found and found.risk is ToolRisk.READ_ONLY else None


def _unanswerable(tool: ToolSpec, look: Look, asked: ToolSpec) -> str | None:
    """Why the asked tool could not be asked with what every call of the tool has."""
    for name, path in look.args.items():
        if name not in asked.properties:
            return f"{asked.name} has no argument {name}"
        if not tool.declares(path):
            return f"{tool.name} has no argument {path}"
    for name in sorted(asked.required):
        path = look.args.get(name, name)
        if path.split(".")[0] not in tool.required or not tool.declares(path):
            return f"{asked.name} needs {name}, and not every call of {tool.name} has {path}"
    return None
