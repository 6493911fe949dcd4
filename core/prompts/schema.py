"""The output schema that a model is shown: generated from the module's ``Output``, never written twice."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from core.modules.catalogue import Module

_WORDS = ("title", "description")


def output_schema(module: Module[Any, Any]) -> dict[str, Any]:
    """The JSON schema of what the module judges."""
    schema: dict[str, Any] = module.Output.model_json_schema()
    return schema


def schema_hash(module: Module[Any, Any]) -> str:
    """SHA-256 of the schema's structure, 16 hexadecimal digits: fields, types, enums and limits, but not the words about
    them, so that a better docstring asks nobody to read the prompt again."""
    structure = json.dumps(_without_words(output_schema(module)), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(structure.encode()).hexdigest()[:16]


def _without_words(node: Any) -> Any:
    """``properties`` and ``$defs`` map names to schemas: a field may well be called title."""
    if isinstance(node, list):
        return [_without_words(part) for part in node]
    if not isinstance(node, dict):
        return node
    return {
        key: {name: _without_words(part) for name, part in value.items()}
        if key in ("properties", "$defs")
        else _without_words(value)
        for key, value in node.items()
        if key not in _WORDS
    }
