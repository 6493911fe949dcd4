"""From a prompt and a module's input to a request: instructions and data strictly apart (seed 003, "Instruction / Data").

The fixed part says what to do. The data goes as JSON between two lines that carry a random boundary (seed 001). Written as
JSON, a text has no line of its own, so nothing in it can stand where a boundary line stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from core.domain.model import ModelRequest
from core.prompts.registry import Prompt

_UNSEEN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\U000e0000-\U000e007f]"
)
"""What does not show, breaks lines or turns their direction: written as escapes, which say the same to a reader of JSON."""
_SHOWN = 4000
"""Characters of a refused reply that are shown to the model again."""


def as_data(given: BaseModel) -> Any:
    """A module's input as a JSON value; a set in one order, so that the same input makes the same request everywhere."""
    return json.loads(json.dumps(given.model_dump(), default=_plain))


def render(prompt: Prompt, data: Any, boundary: Callable[[], str], max_tokens: int) -> ModelRequest:
    """The request for one judgement. ``boundary`` gives a new unguessable word; one that the data holds is passed over."""
    written = _json(data)
    word = _unused(boundary, written)
    return ModelRequest(
        module=prompt.version.header.module,
        prompt=prompt.reference,
        system=prompt.system,
        user=_block("DATA", word, written),
        output_schema=prompt.schema,
        max_tokens=max_tokens,
    )


def render_again(request: ModelRequest, reply: str, faults: list[str], boundary: Callable[[], str]) -> ModelRequest:
    """The same request with the reply that did not fit the schema, and why it does not."""
    written = _json({"reply": reply[:_SHOWN], "faults": faults})
    block = _block("REFUSED REPLY", _unused(boundary, written), written)
    return request.model_copy(update={"user": f"{request.user}\n\n{block}", "attempt": 2})


def _json(data: Any) -> str:
    written = json.dumps(data, ensure_ascii=False, indent=1)
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], written)


def _plain(value: object) -> object:
    return sorted(value, key=str) if isinstance(value, set | frozenset) else to_jsonable_python(value)


def _unused(boundary: Callable[[], str], written: str) -> str:
    word = boundary()
    while word in written:
        word = boundary()
    return word


def _block(what: str, boundary: str, data: str) -> str:
    return f"BEGIN {what} {boundary}\n{data}\nEND {what} {boundary}"
