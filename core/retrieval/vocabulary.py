"""What people type and what policies write, read once from ``vocabulary.yml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from core.retrieval.lexemes import lexemes

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """``synonyms`` are groups of phrases with one meaning, as lexemes.

    ``asks`` finds by kind of answer the wordings that ask for it, ``shows`` what an answer of that kind holds;
    ``clauses`` finds each beginning of a question.
    """

    abbreviations: Mapping[str, str]
    abbreviated: re.Pattern[str]
    synonyms: tuple[tuple[Phrase, ...], ...]
    stop_words: frozenset[str]
    asks: Mapping[str, re.Pattern[str]]
    shows: Mapping[str, re.Pattern[str]]
    clauses: re.Pattern[str]

    def spell_out(self, text: str) -> str:
        """The text with its short forms spelt out."""
        return self.abbreviated.sub(
            lambda match: self.abbreviations[match[0].casefold().replace("’", "'")], text.replace("’", "'")
        )


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The packaged one."""
    text = Path(__file__).with_name("vocabulary.yml").read_text(encoding="utf-8")
    data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - safe; ten times as fast
    short = {str(key): str(value) for key, value in data["abbreviations"].items()}
    alternatives = "|".join(re.escape(key) for key in sorted(short, key=len, reverse=True))
    return Vocabulary(
        abbreviations=short,
        abbreviated=re.compile(rf"(?<![\w/'’.-])(?:{alternatives})(?![\w/'’-])", re.IGNORECASE),
        synonyms=tuple(tuple(tuple(lexemes(phrase)) for phrase in group.split(", ")) for group in data["synonyms"]),
        stop_words=frozenset(
            lexeme for words in data["stop_words"].values() for word in words.split() for lexeme in lexemes(word)
        ),
        asks=_patterns(data["asks"]),
        shows=_patterns(data["shows"]),
        clauses=_any(data["clauses"]),
    )


def _patterns(kinds: Mapping[str, list[str]]) -> dict[str, re.Pattern[str]]:
    return {kind: _any(wordings) for kind, wordings in kinds.items()}


def _any(wordings: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(wordings), re.IGNORECASE)
