"""Takes attacks out of an input and leaves everything else as it was written (seed 003, input_safety_precheck_v1, rule 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.safety.patterns import languages
from core.safety.scanning import Finding

_CLAUSE = re.compile(r"(?:[^，。！？；、,.!?;:\n]|[,.!?;:](?!\s|$))*(?:[，。！？；、\n]|[,.!?;:](?=\s|$)|$)\s*")
_END = re.compile(r"[。！？.!?]\W*$")
_LOOSE_END = re.compile(r"[，；、,;:\s]+$")
_NUMBER = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{0,4}-?\d{2,}(?:-?[A-Za-z0-9])*(?![A-Za-z0-9_])")
"""An order number: it belongs to the wish, wherever it stands."""
_SIGNS = re.compile(r"[\W_]+")


def without(text: str, findings: Sequence[Finding]) -> str:
    """The text without the attacks; empty where it holds nothing else.

    Of a clause with an attack in it, what is left stays unless it says nothing by itself ("please", "and then"). What an
    attack wraps up that is a business wish ("skip the check and refund": the refund) stays.
    """
    removed = bytearray(len(text))
    for finding in findings:
        removed[slice(*finding.span)] = b"x" * (finding.span[1] - finding.span[0])
    for finding in findings:
        for number in () if finding.disguised else _NUMBER.finditer(text, *finding.span):
            removed[slice(*number.span())] = bytes(len(number[0]))
    if not any(removed):
        return text
    elsewhere = "".join(letter for letter, gone in zip(text, removed, strict=True) if not gone).casefold()
    for finding in findings:
        if finding.kept and text[slice(*finding.kept)].casefold() not in elsewhere:
            removed[slice(*finding.kept)] = bytes(finding.kept[1] - finding.kept[0])
    clauses = [_rest(text, removed, match.start(), match.end()) for match in _CLAUSE.finditer(text) if match[0]]
    rest = _LOOSE_END.sub("", "".join(clauses)).strip()
    ending = _END.search(text)
    return rest + ending[0].strip()[:1] if rest and ending and not _END.search(rest) else rest


def _rest(text: str, removed: bytearray, start: int, end: int) -> str:
    if not any(removed[start:end]):
        return text[start:end]
    left = "".join(text[i] for i in range(start, end) if not removed[i])
    if not _says_something(left):
        return ""
    for language in languages():
        if language.joins:
            left = language.joins.sub("", left.strip(" \t，,、:;-"), count=1)
    return re.sub(r"[ \t]{2,}", " ", left).lstrip(" \t，,、:;") + text[end - 1] * (text[end - 1].isspace())


def _says_something(text: str) -> bool:
    for language in languages():
        if language.fillers:
            text = language.fillers.sub(" ", text)
    return bool(_SIGNS.sub("", text))
