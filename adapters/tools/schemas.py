"""Schemas of arguments: which ones a tools file may have, and what is wrong with the arguments of a call."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import SchemaError, ValidationError

MAX_BYTES = 64 * 1024
"""Of all arguments of a call, as JSON."""
SHOWN = 5
"""So many faults of a call are told; one would do to refuse it."""
_FORMATS = FormatChecker(formats=("date", "email", "ipv4", "ipv6", "uuid"))
_ELSEWHERE = ("$ref", "$dynamicRef", "$id", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$schema")


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raises ValueError, one line that names the place, for a schema that is none or leaves open what may be sent.

    Every object says ``additionalProperties: false``, every argument its type; a reference would be fetched from elsewhere.
    """
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        where = ".".join(str(part) for part in error.absolute_path)
        raise ValueError(f"it is no JSON schema{f' at {where}' if where else ''}: {_line(error.message)}") from error
    if schema.get("type") != "object" or not isinstance(schema.get("properties", {}), dict):
        raise ValueError("it describes one object: give it type: object and properties")
    for where, part in _parts(schema, ""):
        if elsewhere := next((key for key in _ELSEWHERE if key in part), None):
            raise ValueError(f"{where}{elsewhere} is not read here: write it out")
        if part.get("type") == "object" and part.get("additionalProperties") is not False:
            raise ValueError(f"{where}additionalProperties must be false, or anything could be sent along")
        if part.get("format", "email") not in _FORMATS.checkers:
            raise ValueError(f"{where}format {part['format']} is not checked here: give a pattern")
    for name, part in schema.get("properties", {}).items():
        if not isinstance(part, dict) or not {"type", "enum", "const"} & part.keys():
            raise ValueError(f"properties.{name} takes anything: give it a type")
    if undeclared := sorted(set(schema.get("required", ())) - set(schema.get("properties", {}))):
        raise ValueError(f"required names {undeclared[0]}, which properties does not declare")


def faults(schema: Mapping[str, Any], args: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with arguments: lines that name the argument and the rule, never a value."""
    try:
        size = len(json.dumps(args, allow_nan=False, ensure_ascii=False).encode())
    except (TypeError, ValueError, RecursionError):  # a half character among them
        return ("the arguments cannot be written as JSON",)
    if size > MAX_BYTES:
        return (f"the arguments are longer than {MAX_BYTES} bytes",)
    found = Draft202012Validator(schema, format_checker=_FORMATS).iter_errors(args)
    told = dict.fromkeys(_told(error) for error in sorted(found, key=lambda error: [str(p) for p in error.path]))
    return tuple(told)[:SHOWN]


def _told(error: ValidationError) -> str:
    where = ".".join(str(part) for part in error.absolute_path)
    if error.validator in {"required", "additionalProperties"}:  # these messages hold names only
        words = _line(error.message)
    else:
        words = f"it must fit {error.validator}: {_line(json.dumps(error.validator_value, ensure_ascii=False))}"
    return f"{where}: {words}" if where else words


def _parts(schema: Any, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema and all schemas within it, each with its place. What stands under const, enum and their kin is a value."""
    if isinstance(schema, dict):
        yield where, schema
        for key, value in schema.items():
            if key in {"properties", "patternProperties", "dependentSchemas"} and isinstance(value, dict):
                for name, part in value.items():
                    yield from _parts(part, f"{where}{key}.{name}.")
            elif key not in {"const", "enum", "default", "examples", "required", "type"}:
                yield from _parts(value, f"{where}{key}.")
    elif isinstance(schema, list):
        for number, part in enumerate(schema):
            yield from _parts(part, f"{where}{number}.")


def _line(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= 200 else f"{words[:199]}…"
