"""What attacks look like, held as data: one file a language in ``patterns/``.

A file has ``words`` (named alternatives, used in braces), ``fillers`` (words that say nothing by
themselves), ``machine`` (words that speak of the machine: a clause of them and fillers is part of an attack beside it), ``joins`` (words
that only join a clause to the one before or behind), ``acts`` (deeds of high risk), ``wishes`` (how people ask for one politely) and
``force`` (how they demand one), ``unchecked`` (ways of saying that nobody is to look; an attack where a deed is wanted in the
same breath), ``happened`` (how a clause tells what was done to the asker: a complaint, no demand), ``asked`` (how a clause begins that asks about rules), ``about`` (who or what is spoken of where an attack is only
mentioned), and ``attacks``: by tag (or tags, with a space between) the patterns that hold ``always`` and those that do not hold where the sentence asks
(``unless_asked``). A pattern's group ``keep`` is the business wish inside an attack ("skip the check and refund": the refund). A space in a pattern is any
white space; in a reading without gaps it is none.

``beside`` names the subjects of an order to the machine (its rules, the checks, the logs, who is in charge), each with its tag
and the words. A part of a sentence (``clauses`` is what stands between two of them) that has a subject and a word of ``undone``
("the checks may be left out") is part of an attack that stands beside it, or of one with another subject, where it has
none of the ``facts`` that a request is about. A subject ``in_charge`` needs no such word. ``spaces: false`` is for scripts without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from core.domain.judgement import RiskTag

FOLDER = Path(__file__).with_name("patterns")
_LETTER = r"a-z0-9\u00c0-\u024f\u0400-\u04ff"
_SCRIPTS = {"zh": re.compile(r"[\u4e00-\u9fff]"), "uk": re.compile(r"[\u0400-\u04ff]")}
_ANY = re.compile("")
"""What a text must hold to be searched in that language."""


@dataclass(frozen=True)
class Sign:
    """One pattern: the tag it stands for, whether it also holds where its sentence asks about rules, and its two readings."""

    tag: RiskTag
    always: bool
    plain: re.Pattern[str]
    without_gaps: re.Pattern[str]

    @property
    def demands(self) -> bool:
        """Whether it is a deed demanded, rather than words put into a mouth."""
        return self.tag is RiskTag.HIGH_RISK_ACTION_REQUESTED and "keep" in self.plain.groupindex


@dataclass(frozen=True)
class Language:
    """All signs of one language's file, and the words that tell a use from a mention."""

    script: re.Pattern[str]
    signs: tuple[Sign, ...]
    fillers: re.Pattern[str] | None
    machine: re.Pattern[str] | None
    asked: re.Pattern[str] | None
    about: re.Pattern[str] | None
    joins: re.Pattern[str] | None
    hanging: re.Pattern[str] | None
    acts: re.Pattern[str] | None
    wishes: re.Pattern[str] | None
    force: re.Pattern[str] | None
    unchecked: re.Pattern[str] | None
    happened: re.Pattern[str] | None
    clauses: re.Pattern[str] | None
    facts: re.Pattern[str] | None
    undone: re.Pattern[str] | None
    beside: Mapping[str, tuple[RiskTag, re.Pattern[str]]]


@cache
def languages() -> tuple[Language, ...]:
    """The packaged ones."""
    return tuple(_language(path) for path in sorted(FOLDER.glob("*.yml")))


def _language(path: Path) -> Language:
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - safe
    words, spaces = data.get("words", {}), bool(data["spaces"])
    return Language(
        script=_SCRIPTS.get(path.stem, _ANY),
        signs=tuple(_signs(data["attacks"], words, spaces)),
        machine=_whole(data.get("machine"), words, spaces),
        fillers=_whole(data.get("fillers"), words, spaces),
        asked=_beginning(data.get("asked"), words, spaces),
        about=_whole(data.get("about"), words, spaces),
        joins=_beginning(data.get("joins"), words, spaces),
        hanging=_ending(data.get("joins"), words, spaces),
        acts=_whole(data.get("acts"), words, spaces),
        wishes=_whole(data.get("wishes"), words, spaces),
        force=_whole(data.get("force"), words, spaces),
        unchecked=_whole("|".join(data.get("unchecked", ())), words, spaces),
        happened=_whole(data.get("happened"), words, spaces),
        clauses=re.compile(data["clauses"], re.IGNORECASE) if "clauses" in data else None,
        facts=_whole(data.get("facts"), words, spaces),
        undone=_whole(data.get("undone"), words, spaces),
        beside=dict(_beside(data.get("beside", {}), words, spaces)),
    )


def _beside(
    subjects: Mapping[str, Mapping[str, str]], words: Mapping[str, str], spaces: bool
) -> Iterator[tuple[str, tuple[RiskTag, re.Pattern[str]]]]:
    for subject, said in subjects.items():
        if pattern := _whole(said["words"], words, spaces):
            yield subject, (RiskTag(said["tag"]), pattern)


def _signs(attacks: Mapping[str, Any], words: Mapping[str, str], spaces: bool) -> Iterator[Sign]:
    for tags, kinds in attacks.items():
        for kind, patterns in (kinds or {}).items():
            for written in patterns or ():
                filled = _filled(written, words)
                pattern = re.compile(_bounded(_spaced(filled)) if spaces else filled, re.IGNORECASE)
                glued = re.compile(_glued(filled), re.IGNORECASE) if spaces else pattern
                for tag in tags.split():
                    yield Sign(RiskTag(tag), kind == "always", pattern, glued)


def _filled(pattern: str, words: Mapping[str, str]) -> str:
    """The pattern with the alternatives in place of their names; a name may stand in another's alternatives."""
    for _ in range(3):
        for name, alternatives in words.items():
            pattern = pattern.replace(f"{{{name}}}", alternatives)
    return pattern


def _spaced(pattern: str) -> str:
    return pattern.replace(" ?", r"\s*").replace(" ", r"\s+")


def _glued(pattern: str) -> str:
    return pattern.replace(" ?", "").replace(" ", "").replace(r"\b", "")


def _bounded(pattern: str) -> str:
    """Begins and ends where a word does. The pattern may itself end with white space or a sign."""
    return rf"(?<![{_LETTER}])(?:{pattern})(?![{_LETTER}])"


def _whole(pattern: str | None, words: Mapping[str, str], spaces: bool) -> re.Pattern[str] | None:
    if not pattern:
        return None
    filled = _spaced(f"(?:{_filled(pattern, words)})")
    return re.compile(_bounded(filled) if spaces else filled, re.IGNORECASE)


def _beginning(pattern: str | None, words: Mapping[str, str], spaces: bool) -> re.Pattern[str] | None:
    """At the beginning of a clause."""
    if not pattern:
        return None
    filled = _spaced(_filled(pattern, words))
    end = rf"(?![{_LETTER}])" if spaces else ""
    return re.compile(rf"(?:^|[,:;，：；\u2013\u2014-])[\s\W]*(?:{filled}){end}", re.IGNORECASE)


def _ending(pattern: str | None, words: Mapping[str, str], spaces: bool) -> re.Pattern[str] | None:
    """At the end, with nothing more to join."""
    if not pattern:
        return None
    before = r"[,\s]+" if spaces else "[，、]*"
    return re.compile(rf"(?:{before}(?:{_spaced(_filled(pattern, words))}))+\W*$", re.IGNORECASE)
