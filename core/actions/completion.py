"""Whether a text claims that something has been done, or promises that it will be (seed 003, response_v2).

The wordings are families of words in five languages (``completion.yml``), not a list of sentences: what was done, by whom,
in the perfect or as a state. A denial, a question, a condition or a possibility is no claim.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from core.strict_yaml import load

_SENTENCE = re.compile(r"[^.!?。！？;；\n…]+(?:\.(?=\w)[^.!?。！？;；\n…]+)*[.!?。！？;；\n…]*")
_CLAUSE = re.compile(
    r"\s*(?:[:：](?!\s*[^\s:：]{1,12}$)|[,，—–()（）\"“”]|\s-\s|(?<!ahead )\b(?:but|and|so|aber|und|pero|але|а|й|та|і)\b|但是?|不过|所以|因此|然后|并且?|而且)\s*"
)
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff*_~`]")


@dataclass(frozen=True, slots=True)
class _Wordings:
    done: tuple[re.Pattern[str], ...]
    state: tuple[re.Pattern[str], ...]
    promise: tuple[re.Pattern[str], ...]
    open: re.Pattern[str]


@cache
def _wordings() -> tuple[_Wordings, ...]:
    data = load(Path(__file__).with_name("completion.yml").read_bytes())

    return tuple(
        _Wordings(
            done=_compiled(language["done"]),
            state=_compiled(language.get("state", [])),
            promise=_compiled(language["promise"]),
            open=re.compile(language["open"], re.IGNORECASE),
        )
        for language in data.values()
    )


def _compiled(patterns: list[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


@lru_cache(maxsize=2048)
def completion_claim(text: str) -> str | None:
    """The words in which a text says that something is done or bound to be; None if it says no such thing."""
    for clause in _clauses(text):
        for wordings in _wordings():
            if words := _claimed(clause, wordings):
                return words
    return None


def _claimed(clause: str, wordings: _Wordings) -> str | None:
    for pattern in (*wordings.done, *wordings.promise):
        for match in pattern.finditer(clause):
            if not wordings.open.search(clause, 0, match.start()) and not wordings.open.search(match[0]):
                return match[0].strip()
    for pattern in wordings.state:
        stated = pattern.search(clause)
        if stated and not wordings.open.search(clause):
            return stated[0].strip()
    return None


def _clauses(text: str) -> list[str]:
    """The clauses of all sentences that are no questions, without what hides or decorates letters."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    return [
        clause.strip(" .。!！;；…\n")
        for sentence in _SENTENCE.findall(plain)
        if not re.search(r"[?？]\s*$", sentence)
        for clause in _CLAUSE.split(sentence)
        if clause.strip()
    ]
