"""Reads a tools file. Whatever is wrong with it is one line that names the file, the field and the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from adapters.tools.crosschecks import first_fault
from adapters.tools.entries import HostEntry, ToolEntry, ToolsFile
from adapters.tools.urls import Origin, read_origin
from core.errors import ConfigurationError
from core.strict_yaml import load

_MEND = "Mend that field."
_SHAPES = {
    "name": "a name is exact: small letters, digits and underscores",
    "secret": "a secret is never written here: env:NAME or file:PATH says where it is",
    "slots": "an argument comes from asker.email, asker.id, asker.name, facts.TOOL.FIELD or a slot, as order_id",
    "words": "write one line",
    "values": "write one line",
}
"""In place of the pattern that a value does not match, by a field on the way to it."""


def load_tools(path: Path, moved: Mapping[str, str] | None = None) -> ToolsFile:
    """What the file declares. Raises ConfigurationError.

    ``moved``: origins that are somewhere else this time, as a demonstration's server on a port that was free.
    """
    try:
        content = load(path.read_bytes())
    except OSError as error:
        raise ConfigurationError(
            f"The tools file {path} cannot be read: {error.strerror}.", "Set COUNTERSIGN_TOOLS_FILE to a readable file."
        ) from error
    except ValueError as error:
        raise ConfigurationError(
            f"The tools file {path} is not valid YAML: {error}.", "Mend the named line."
        ) from error
    try:
        file = ToolsFile.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field, words = _field(first["loc"], content), _line(_words(first))
        raise ConfigurationError(f"The tools file {path} is wrong at {field}: {words}.", _MEND) from error
    if fault := first_fault(file):
        raise ConfigurationError(f"The tools file {path} is wrong at {fault[0]}: {fault[1]}.", _MEND)
    return _moved(file, moved) if moved else file


def _moved(file: ToolsFile, moved: Mapping[str, str]) -> ToolsFile:
    origins = {read_origin(old): str(read_origin(new)) for old, new in moved.items()}

    def there(entry: HostEntry | ToolEntry, origin: Origin) -> str:
        return (
            entry.url
            if origin not in origins
            else f"{origins[origin]}/{entry.url.partition('://')[2].partition('/')[2]}"
        )

    return file.model_copy(
        update={
            "hosts": tuple(host.model_copy(update={"url": there(host, host.origin)}) for host in file.hosts),
            "tools": tuple(tool.model_copy(update={"url": there(tool, tool.template.origin)}) for tool in file.tools),
        }
    )


def _words(error: ErrorDetails) -> str:
    if error["type"] == "extra_forbidden":
        return "there is no such field"
    if error["type"] == "string_pattern_mismatch":
        return next((_SHAPES[str(part)] for part in error["loc"] if part in _SHAPES), error["msg"])
    return error["msg"].removeprefix("Value error, ")


def _field(loc: tuple[int | str, ...], content: Any) -> str:
    """Where it is: a tool by its name where it has one."""
    words = ".".join(str(part) for part in loc) or "the file"
    match loc:
        case ("tools", int(number), *rest):
            try:
                name = str(content["tools"][number]["name"])
            except (KeyError, TypeError, IndexError):
                return words
            return _line(f"tool {name}" + (f": {'.'.join(map(str, rest))}" if rest else ""))[:200]
    return _line(words)


def _line(words: str) -> str:
    """On one line, whatever was written in the file."""
    return " ".join(words.split())
