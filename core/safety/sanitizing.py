"""Takes attacks out of an input and leaves everything else as it was written (seed 003, input_safety_precheck_v1, rule 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.safety.decoding import Span
from core.safety.patterns import languages
from core.safety.scanning import Finding

_CLAUSE = re.compile(r"(?:[^，。！？；、,.!?;:\n]|[,.!?;:](?!\s|$))*(?:[，。！？；、\n]|[,.!?;:](?=\s|$)|$)\s*")
_ENDING = re.compile(r"[，。！？；、,.!?;:\n]?\s*$")
_SIGN_AT_END = re.compile(r"\s*[，。！？；、,.!?;:]$")
FRAGMENT = 3
"""Letters of a single word that say nothing by themselves; of Chinese one fewer."""
_END = re.compile(r"[。！？.!?]\W*$")
_LOOSE_END = re.compile(r"[，；、,;:\s]+$")
_NUMBER = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{0,4}-?\d{2,}(?:-?[A-Za-z0-9])*(?![A-Za-z0-9_])")
"""An order number: it belongs to the wish, wherever it stands."""
_CJK = re.compile(r"[\u4e00-\u9fff]")
_SIGNS = re.compile(r"[\W_]+")


def without(text: str, findings: Sequence[Finding]) -> str:
    """The text without the attacks; empty where it holds nothing else.

    Of a clause with an attack in it, what is left stays unless it says nothing by itself ("please", "and then"). What an
    attack wraps up that is a business wish ("skip the check and refund": the refund) stays.
    """
    removed = bytearray(len(text))
    for finding in findings:
        if finding.kept != finding.span:
            removed[slice(*finding.span)] = b"x" * (finding.span[1] - finding.span[0])
    for finding in findings:
        for number in () if finding.disguised else _NUMBER.finditer(text, *finding.span):
            removed[slice(*number.span())] = bytes(len(number[0]))
    if not any(removed):
        return text
    elsewhere = "".join(letter for letter, gone in zip(text, removed, strict=True) if not gone).casefold()
    for finding in findings:
        if finding.kept and (
            text[slice(*finding.kept)].casefold() not in elsewhere or _is_wished(text, removed, finding)
        ):
            removed[slice(*finding.kept)] = bytes(finding.kept[1] - finding.kept[0])
    for clause in _CLAUSE.finditer(text):
        if clause[0] and _is_demand(text, removed, clause.span(), findings):
            removed[slice(*clause.span())] = b"x" * len(clause[0])
    clauses = [_rest(text, removed, match.start(), match.end()) for match in _CLAUSE.finditer(text) if match[0]]
    rest = _LOOSE_END.sub("", "".join(clauses)).strip()
    ending = _END.search(text)
    return rest + ending[0].strip()[:1] if rest and ending and not _END.search(rest) else rest


def _is_demand(text: str, removed: bytearray, clause: Span, findings: Sequence[Finding]) -> bool:
    """Whether a clause only demands the deed that is wished for elsewhere: "Skip the check, refund me now. I want a refund."."""
    demanded = (one for one in findings if one.kept and one.kept == one.span)
    if not any(clause[0] <= one.span[0] < clause[1] for one in demanded):
        return False
    # A wish is no demand, whatever stands around it.
    if any(language.wishes and language.wishes.search(text, *clause) for language in languages() if language.force):
        return False
    left, elsewhere = "", ""
    for place, letter in enumerate(text):
        if not removed[place]:
            if clause[0] <= place < clause[1]:
                left += letter
            else:
                elsewhere += letter
    if not any(language.acts and language.acts.search(elsewhere) for language in languages()):
        return False
    for language in languages():
        for words in (language.acts, language.force):
            left = words.sub(" ", left) if words else left
    return not _says_something(left)


def _is_wished(text: str, removed: bytearray, finding: Finding) -> bool:
    """Whether the clause around a deed also says what about ("my order of three days ago, refund it"), or wishes for the deed
    that an attack goes on from ("I want a refund, no checks")."""
    if finding.kept is None:
        return False
    first, last = next(one.span() for one in _CLAUSE.finditer(text) if one.start() <= finding.kept[0] < one.end())
    left = "".join(text[i] for i in range(first, last) if not removed[i])
    if any(language.facts and language.facts.search(left) for language in languages()):
        return True
    wish = text[first : finding.kept[1]]
    goes_on = finding.kept[0] == finding.span[0]
    return goes_on and any(
        language.facts and language.wishes and language.wishes.search(wish) for language in languages()
    )


def _rest(text: str, removed: bytearray, start: int, end: int) -> str:
    if not any(removed[start:end]):
        clause = text[start:end]
        orders = any(language.machine and language.machine.search(clause) for language in languages())
        return "" if orders and not _says_something(clause) else clause
    left = "".join(text[i] for i in range(start, end) if not removed[i])
    if not _says_something(left):
        return ""
    for language in languages():
        if language.joins:
            left = language.joins.sub("", left.strip(" \t，,、:;-"), count=1)
        if language.hanging:
            left = language.hanging.sub("", left)
    ending = _ENDING.search(text, start, end)
    left = re.sub(r"[ \t]{2,}", " ", left).strip(" \t\n，,、:;")
    return _SIGN_AT_END.sub("", left) + (ending[0] if ending else "")


def _says_something(text: str) -> bool:
    """Anything but fillers: a number, a deed, or more than a fragment."""
    if re.search(r"\d", text) or any(language.acts and language.acts.search(text) for language in languages()):
        return True
    for language in languages():
        if language.fillers:
            text = language.fillers.sub(" ", text)
    words = _SIGNS.sub(" ", text).split()
    return len(words) > 1 or sum(map(len, words)) > (FRAGMENT - 1 if _CJK.search(text) else FRAGMENT)
