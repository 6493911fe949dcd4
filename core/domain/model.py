"""What is asked of a language model and what comes back: one module's judgement, nothing else."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from core.domain.base import Model


class PromptReference(Model):
    """Which prompt version it was. ``hash`` is SHA-256 over its text and its output schema, in hexadecimal."""

    name: str
    version: str
    hash: str


class ModelRequest(Model):
    """One judgement to be made.

    ``system`` is fixed for a prompt version, so that a provider may cache it; ``user`` holds the data between two lines with
    a random boundary (``core/prompts/rendering.py``). ``output_schema`` is the JSON schema of the module's ``Output``.
    ``attempt`` is 1, and 2 where a reply that did not fit the schema is shown with its error.
    """

    module: str
    prompt: PromptReference
    system: str
    user: str
    output_schema: dict[str, Any]
    max_tokens: int = Field(ge=1)
    attempt: int = Field(default=1, ge=1, le=2)


class Usage(Model):
    """Tokens of one or several calls. ``cost`` is in US dollars, None where the price of the model is not known."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost: float | None = None

    @property
    def tokens(self) -> int:
        """All of them, cached or not."""
        return self.input_tokens + self.output_tokens + self.cache_read_tokens + self.cache_write_tokens


class ModelReply(Model):
    """What the model wrote: the text of one JSON object if it kept to the schema, which the judge checks."""

    text: str
    model: str
    usage: Usage = Usage()
    milliseconds: float = 0.0


class Budget(Model):
    """Limits of one exchange; ``call_seconds`` and ``reply_tokens`` are those of one call.

    ``tokens`` counts what goes in and what comes out. Past any of them no model is asked and the rules judge.
    """

    calls: int = 16
    tokens: int = 120_000
    seconds: float = 60.0
    call_seconds: float = 20.0
    reply_tokens: int = 4096


def _read_object(value: Any) -> Any:
    """A string is read as the JSON it holds; what is no JSON is left for pydantic to refuse."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


JsonObject = Annotated[
    dict[str, Any],
    BeforeValidator(_read_object),
    WithJsonSchema({"type": "string", "description": "A JSON object, written as JSON text."}, mode="validation"),
]
"""An object whose keys the schema does not know, as a tool's arguments. Structured output allows no such object, so a model
writes it as a string of JSON; code gives and gets a dict."""
