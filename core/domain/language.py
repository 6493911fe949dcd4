"""The languages in which people are spoken to."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """By ISO 639-1 code. Quotes are never translated: this is about the fixed words around them."""

    ENGLISH = "en"
    GERMAN = "de"
    SPANISH = "es"
    CHINESE = "zh"
    UKRAINIAN = "uk"
