"""What the API takes: the SDK's own request types with nothing beside them, and the rules for structured output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from anthropic.types.message_create_params import MessageCreateParamsNonStreaming, MessageCreateParamsStreaming
from pydantic import ConfigDict, TypeAdapter, ValidationError

_SCHEMA_WORDS = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "allOf", "$ref", "$defs",
    "description", "title", "format", "minItems", "default",
}  # fmt: skip
MAX_CACHE_MARKS = 4


class BadRequest(Exception):
    """What the API would answer 400 to."""


def _strict(params: Any) -> TypeAdapter[Any]:
    params.__pydantic_config__ = ConfigDict(extra="forbid")
    return TypeAdapter(params)


_PARAMS = {True: _strict(MessageCreateParamsStreaming), False: _strict(MessageCreateParamsNonStreaming)}


def read_request(body: Any) -> None:
    """Raises BadRequest that says what is wrong."""
    if not isinstance(body, dict):
        raise BadRequest("the body is no object")
    try:
        _walk(_PARAMS[bool(body.get("stream"))].validate_python(body))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadRequest(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    if not body["model"]:
        raise BadRequest("model: is empty")
    if body["max_tokens"] < 1:
        raise BadRequest("max_tokens: must be at least 1")
    if not body["messages"] or body["messages"][0]["role"] != "user" or not body["messages"][0]["content"]:
        raise BadRequest("messages: the first one is the user's and has content")
    if str(body).count("'cache_control'") > MAX_CACHE_MARKS:
        raise BadRequest("cache_control: at most 4 blocks")
    schema = body.get("output_config", {}).get("format", {}).get("schema")
    if schema is not None:
        read_schema(schema, "output_config.format.schema")


def read_schema(schema: Any, where: str) -> None:
    """Structured output: closed objects, and none of the words that it does not know."""
    if not isinstance(schema, Mapping):
        raise BadRequest(f"{where}: is no schema")
    if unknown := set(schema) - _SCHEMA_WORDS:
        raise BadRequest(f"{where}: {sorted(unknown)[0]} is not supported")
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            raise BadRequest(f"{where}: additionalProperties must be false")
        if not set(schema.get("required", [])) <= set(schema.get("properties", {})):
            raise BadRequest(f"{where}: required names an unknown property")
    for word in ("properties", "$defs"):
        for name, part in schema.get(word, {}).items():
            read_schema(part, f"{where}.{name}")
    for part in schema.get("anyOf", []):
        read_schema(part, f"{where}.anyOf")
    if "items" in schema:
        read_schema(schema["items"], f"{where}.items")


def _walk(value: Any) -> None:
    """The types take iterables, which pydantic checks only as they are read."""
    if isinstance(value, Mapping):
        for part in value.values():
            _walk(part)
    elif isinstance(value, Iterable) and not isinstance(value, str | bytes):
        for part in value:
            _walk(part)
