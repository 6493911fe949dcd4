"""Letters that a damaged font map turned into others: a reader sees "High" where the file says "HiĀh"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from core.domain.document import Block

_WORD = re.compile(r"[^\W\d_]+")
_OFTEN = 20  # occurrences that a wrong letter must have to be looked into
_PROOFS = 5  # different words that the right letter must restore
_TOGETHER = 0.03  # share of its words that may hold the right letter as well: that letter is the one that is missing
_PLAIN_ENGLISH = """of for from if first after before file form field offer effect staff self life off being get give given
    going good group right through high might during using having making meeting training working following according regarding
    including government agency agencies change general guide guidance legal together again against large begin sign along age"""
_COMMON = frozenset(_PLAIN_ENGLISH.split())


def repair(blocks: Sequence[Block]) -> tuple[list[Block], dict[str, str]]:
    """The blocks with restored letters, and which letter was read as which.

    A letter is restored only on strong evidence: it is none of plain English, putting one certain letter in its place makes at
    least five different words that the document also writes right (or that every English text has), and that letter is all
    but missing from the words with the wrong one.
    """
    words = {word.lower() for block in blocks for word in _WORD.findall(block.text)}
    known = {word for word in words if word.isascii()} | _COMMON
    found = {letter: right for letter in _strangers(blocks) if (right := _right(letter, words, known))}
    if not found:
        return list(blocks), {}
    table = str.maketrans(found)
    return [block.model_copy(update={"text": block.text.translate(table)}) for block in blocks], found


def _strangers(blocks: Sequence[Block]) -> list[str]:
    counts: dict[str, int] = defaultdict(int)
    for block in blocks:
        for character in block.text:
            if not character.isascii() and character.isalpha():
                counts[character] += 1
    return [character for character, count in counts.items() if count >= _OFTEN]


def _right(letter: str, words: set[str], known: set[str]) -> str | None:
    """The letter that stands for a stranger; None without proof."""
    lower = letter.lower()
    holding = [word for word in words if lower in word]
    proofs = {
        candidate: sum(word.replace(lower, candidate) in known for word in holding if len(word) > 1)
        for candidate in "abcdefghijklmnopqrstuvwxyz"
    }
    best, second = sorted(proofs, key=lambda c: -proofs[c])[:2]
    together = sum(best in word for word in holding)
    if proofs[best] >= _PROOFS and proofs[best] >= 4 * proofs[second] and together <= _TOGETHER * len(holding):
        return best
    return None
