"""What a text that people read may not say: the program's insides, and what nobody gave it (seed 003, response_v2)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from core.actions.completion import completion_claim
from core.domain.base import Model
from core.domain.language import Language
from core.strict_yaml import load
from core.wording.language import detect

_LINK = re.compile(r"\w+://\S+|\bwww\.\S+|<[!@#][^>]*>|[\w.+-]+@[\w-]+\.\w+")
_WORD = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


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
    words = _WORD.findall(unicodedata.normalize("NFKC", text))
    return next((word for word in words if any(map(str.isdigit, word)) and word not in stated), None)


def foreign(text: str, given: Model) -> str | None:
    """A link, an address or a mention that stands nowhere in what was given; None if there is none."""
    stated = " ".join(_strings(given.model_dump(mode="json")))
    return next((link for link in _LINK.findall(text) if link not in stated), None)


def faults(text: str, given: Model) -> tuple[str, ...]:
    """All that a text says and may not: that something is done, the program's insides, numbers and links of its own."""
    found = (completion_claim(text), internals(text), invented(text, given), foreign(text, given))
    return tuple(fault for fault in found if fault)


def speaks(text: str, language: Language | None) -> bool:
    """Whether a text is in that language, as far as it can be told."""
    return language is None or detect(text) in {language, None}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _strings(part)
    else:
        yield str(value)
