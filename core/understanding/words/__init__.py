"""How people say what they want, held as data: one file a language.

A file has ``words`` (named alternatives, used in braces; ``period`` holds a group ``time``), ``intents`` (by intent the ways of
wanting it), ``policy`` (what only somebody says who asks about rules), ``personal`` (what only somebody says who has a case of
their own), ``asks`` (a question), ``actions``, ``emotions``, ``statuses`` of a delivery, ``issues``, ``paid``, ``product``
with a group of that name, and ``said``: how the record words what was understood. A space in a pattern is any white space; ``spaces: false`` is for scripts without them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from core.domain.judgement import Emotion, Intent, RequestedAction
from core.domain.language import Language

Patterns = Mapping[str, re.Pattern[str]]
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Words:
    """One language's patterns; see the module's description for what each stands for."""

    intents: Mapping[Intent, re.Pattern[str]]
    policy: re.Pattern[str]
    personal: re.Pattern[str]
    asks: re.Pattern[str]
    period: re.Pattern[str]
    actions: Mapping[RequestedAction, re.Pattern[str]]
    emotions: Mapping[Emotion, re.Pattern[str]]
    statuses: Patterns
    issues: Patterns
    paid: re.Pattern[str]
    product: re.Pattern[str]
    said: Mapping[str, Any]


@cache
def words(language: Language) -> Words:
    """Those of a language."""
    text = (FOLDER / f"{language}.yml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - safe

    def compiled(pattern: str) -> re.Pattern[str]:
        for _ in range(2):
            for name, alternatives in data["words"].items():
                pattern = pattern.replace(f"{{{name}}}", alternatives)
        if not data["spaces"]:
            return re.compile(pattern, re.IGNORECASE)
        spaced = pattern.replace(" ?", r"\s*").replace(" ", r"\s+")
        return re.compile(rf"(?<![^\W_])(?:{spaced})(?![^\W_])", re.IGNORECASE)

    def named(key: str) -> dict[str, re.Pattern[str]]:
        return {name: compiled(pattern) for name, pattern in data[key].items()}

    return Words(
        intents={Intent(name): compiled("|".join(ways)) for name, ways in data["intents"].items()},
        policy=compiled(data["policy"]),
        personal=compiled(data["personal"]),
        asks=re.compile(data["asks"].replace(" ", r"\s+"), re.IGNORECASE),
        period=compiled(data["words"]["period"]),
        actions={RequestedAction(name): pattern for name, pattern in named("actions").items()},
        emotions={Emotion(name): pattern for name, pattern in named("emotions").items()},
        statuses=named("statuses"),
        issues=named("issues"),
        paid=compiled(data["paid"]),
        product=compiled(data["product"]),
        said=data["said"],
    )
