"""The one catalogue of fixed texts: a file a language, the same keys in each (``tests/unit/core/test_wording.py``)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from core.domain.language import Language
from core.strict_yaml import load


def say(key: str, language: Language | None = None, **values: object) -> str:
    """The text of that key with the values put in; English where no language was recognised.

    Raises KeyError for a key or a value that is missing: that is a fault of the program, and a test finds it.
    """
    text = texts(language or Language.ENGLISH)[key]
    return text.format(**values) if values else text


@cache
def texts(language: Language) -> dict[str, str]:
    """All texts of a language by key."""
    data = load(Path(__file__).with_name(f"{language}.yml").read_bytes())
    return {str(key): str(text) for key, text in data.items()}
