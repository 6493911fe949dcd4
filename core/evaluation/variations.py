"""Variations of an honest example: the texts around it, and the replies that no schema may let through (seed 003)."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from core.strict_yaml import load

SPOKEN = ("user_query", "question", "sanitized_user_query", "content", "text", "issue_reason")
"""Fields that hold the words of whoever asks, the likeliest first."""
TAGS = "risk_tags"


@cache
def texts(kind: str) -> dict[str, str]:
    """The texts of that kind by name; ``{text}`` is the example's own. A language at the end of a name is part of it."""
    return dict(load(Path(__file__).with_name("variations.yml").read_bytes())[kind])


@cache
def forbidden() -> tuple[str, ...]:
    """What no output may say in any case: that something is done."""
    return tuple(load(Path(__file__).with_name("variations.yml").read_bytes())["forbidden"])


def tag_of(name: str) -> str:
    """The tag that a text of that name should be given: its name without the language."""
    stem, _, language = name.rpartition("_")
    return stem if len(language) == 2 else name


def respoken(given: dict[str, Any], template: str) -> dict[str, Any]:
    """The example with other words of the asker's; as it was where it holds no words at all."""
    for field in SPOKEN:
        changed, done = _change(given, field, lambda said: template.replace("{text}", str(said)).strip())
        if done:
            return dict(changed)
    return given


def emptied(given: dict[str, Any]) -> dict[str, Any]:
    """The example without what its first field holds that may be empty: a list, an object, or words."""
    name = next((name for name, value in given.items() if value and isinstance(value, list | dict | str)), None)
    return given if name is None else {**given, name: type(given[name])()}


def tagged(given: dict[str, Any], tag: str) -> tuple[dict[str, Any], bool]:
    """The example as if an earlier module had found that tag, and whether there is a place for it."""
    return _change(given, TAGS, lambda tags: [*tags, tag] if isinstance(tags, list) and tag not in tags else tags)


def broken(output: dict[str, Any], schema: dict[str, Any]) -> dict[str, str]:
    """Replies that are no output of that schema, by what is wrong with each."""
    replies = {"extra_field": json.dumps({**output, "executed": True}, ensure_ascii=False)}
    replies["extra_text"] = texts("schema")["extra_text"].replace("{output}", json.dumps(output, ensure_ascii=False))
    if required := next((name for name in schema.get("required", ()) if name in output), None):
        rest = {name: value for name, value in output.items() if name != required}
        replies["missing_field"] = json.dumps(rest, ensure_ascii=False)
    if chosen := next((name for name in output if choices(schema, name)), None):
        replies["unknown_value"] = json.dumps({**output, chosen: "refund_completed"}, ensure_ascii=False)
    return replies


def choices(schema: dict[str, Any], field: str) -> tuple[Any, ...]:
    """The values that a field of the schema may take; empty where it may take any."""
    return _choices(schema.get("properties", {}).get(field, {}), schema.get("$defs", {}))


def _choices(part: dict[str, Any], definitions: dict[str, Any]) -> tuple[Any, ...]:
    if "$ref" in part:
        return _choices(definitions.get(str(part["$ref"]).rpartition("/")[2], {}), definitions)
    if "const" in part:
        return (part["const"],)
    if "enum" in part:
        return tuple(part["enum"])
    several = [_choices(one, definitions) for one in part.get("anyOf", ())]
    return tuple(value for values in several for value in values) if several and all(several) else ()


def _change(given: Any, field: str, change: Callable[[Any], Any]) -> tuple[Any, bool]:
    """The same with the first field of that name changed, at whatever depth, and whether there was one."""
    if isinstance(given, dict):
        if given.get(field) is not None:
            return {**given, field: change(given[field])}, True
        for name, value in given.items():
            changed, done = _change(value, field, change)
            if done:
                return {**given, name: changed}, True
    if isinstance(given, list):
        for position, value in enumerate(given):
            changed, done = _change(value, field, change)
            if done:
                return [*given[:position], changed, *given[position + 1 :]], True
    return given, False
