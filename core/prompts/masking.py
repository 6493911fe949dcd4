"""Personal data out of a request, and back into its reply (``core/privacy.py``): the model reads ``[phone 1]`` in their place.

Passages are masked like everything else: what a model quotes is given back its own characters before anything checks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from core.privacy import Masked, Privacy

_BETWEEN = "\n\u241e\n"
"""Between two texts that are looked at in one go, so that the same datum is the same placeholder in all of them."""


def masked(data: Any, privacy: Privacy | None) -> tuple[Any, Masked]:
    """The same JSON value with placeholders in its strings (keys and numbers stay), and how a reply gets them back.

    ``restore`` is for the reply's JSON text: what it puts in is escaped for it.
    """
    if privacy is None:
        return data, Masked("", {})
    texts = list(_texts(data))
    between = _BETWEEN
    while any(between in text for text in texts):
        between += "\u241e\n"
    found = privacy.for_model(between.join(texts))
    parts = iter(found.text.split(between))
    originals = {
        placeholder: json.dumps(text, ensure_ascii=False)[1:-1] for placeholder, text in found.originals.items()
    }
    return _with(data, parts), Masked(found.text, originals)


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


def _with(data: Any, parts: Iterator[str]) -> Any:
    if isinstance(data, str):
        return next(parts)
    if isinstance(data, dict):
        return {key: _with(value, parts) for key, value in data.items()}
    if isinstance(data, list):
        return [_with(value, parts) for value in data]
    return data
