"""What a text that people read may not say: the program's insides, and numbers that nobody gave it (seed 003, response_v2)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from core.domain.base import Model
from core.strict_yaml import load

_NUMBER = re.compile(r"[^\W_]*\d[\w-]*")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    data = load(Path(__file__).with_name("internals.yml").read_bytes())
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in data)


def internals(text: str) -> str | None:
    """The words in which a text speaks of rule ids, tags, confidence, prompts or tools; None if it does not."""
    plain = unicodedata.normalize("NFKC", text)
    return next((match[0] for pattern in _patterns() if (match := pattern.search(plain))), None)


def invented(text: str, given: Model) -> str | None:
    """A number that stands nowhere in what was given: of a refund, a ticket, an amount; None if there is none."""
    stated = " ".join(_strings(given.model_dump(mode="json")))
    return next((number for number in _NUMBER.findall(text) if number not in stated), None)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _strings(part)
    else:
        yield str(value)
