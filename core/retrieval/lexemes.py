"""Text to search words, the same for documents and questions, whatever the language.

The result is stored space-separated and searched by FTS5 and tsvector, so a lexeme holds only letters and digits.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

CJK = "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
"""Scripts written without spaces (and Hangul, whose words carry particles), for use inside a character class."""

_TOKEN = re.compile(
    rf"([{CJK}]+)"
    r"|(\d{1,3}(?:[,.\u00a0']\d{3})+(?!\d)|\d+)((?:k|m|mio|mn|bn)\b|[千万億])?"
    rf"|([^\W\d_{CJK}]+(?:['\u2019\u02bc][^\W\d_{CJK}]+)*)"
)
_COMPOUND = re.compile(r"(?<![\w,.])\w+(?:[-\u2010-\u2013.]\w+)+")
_SCALES = {"k": 3, "m": 6, "mio": 6, "mn": 6, "bn": 9, "千": 3, "万": 4, "億": 8}
# What people type for units; the bare letters mean a unit only behind a number ("80h", but "plan h").
_UNITS = {
    "hrs": "hour",
    "yrs": "year",
    "yr": "year",
    "wks": "week",
    "wk": "week",
    "mins": "minute",
    "mos": "month",
    "mths": "month",
    "govt": "government",
    "dept": "department",
}
_UNITS_AFTER_NUMBER = {"h": "hour", "hr": "hour", "d": "day", "w": "week", "y": "year", "min": "minute", "mo": "month"}
_NUMBER_WORDS = {
    word: str(value)
    for value, words in {
        2: "two zwei dos два", 3: "three drei tres три", 4: "four vier cuatro чотири", 5: "five fünf cinco пять", 6: "six sechs seis шість", 7: "seven sieben siete сім",
        8: "eight acht ocho вісім", 9: "nine neun nueve девять", 10: "ten zehn diez десять", 11: "eleven elf одинадцять", 12: "twelve zwölf doce дванадцять",
        14: "fourteen vierzehn", 15: "fifteen quince", 20: "twenty zwanzig veinte", 24: "vierundzwanzig", 30: "thirty dreißig treinta", 60: "sixty sechzig sesenta", 90: "ninety neunzig noventa",
    }.items()
    for word in words.split()
}  # fmt: skip
# The first place that matches is the longest ending. One list for English, German and Spanish: a question does not say its language, and both sides are cut alike.
_LATIN_ENDING = re.compile(
    r"(?<=\w{4})(?:ungen|ement|ingly|ment|ing|ung|ies|ied|ern|ie|ed|en|er|es|em|os|as|ly|al|n|y|o|a)$|(?<=\w{3})e$"
)
_CYRILLIC_ENDING = re.compile(
    r"(?<=\w{4})(?:ування|ювання|ення|ання|ами|ями|ові|еві|ого|ому|ої|ою|ею|єю|ий|ій|их|им|ів|їв|ах|ях|ам|ям|ом|ем|ти|[аяуюіїиеоьй])$"
)


def lexemes(text: str) -> list[str]:
    """The search words of a text, in order, repeats included.

    NFKC and casefold; words cut to a light stem, Latin accents folded; CJK runs as overlapping bigrams; numbers as plain
    digits ("20,000", "$20K" and "2万" are all ``20000``; number words up to twelve and the common tens likewise); units
    people abbreviate ("hrs") by their name; compounds ("on-call", "18-02") both in parts and joined.
    """
    text = unicodedata.normalize("NFKC", text).casefold()
    found: list[str] = []
    number = ""
    for run, digits, scale, word in _TOKEN.findall(text):
        if word:
            found.append(_word(_UNITS_AFTER_NUMBER.get(word, word) if number else word))
        elif run:
            found.extend(run[i : i + 2] for i in range(max(1, len(run) - 1)))
        else:
            found.append(_number(digits, scale))
        number = digits
    found.extend(_word(re.sub(r"[^\w]|_", "", joined)) for joined in _COMPOUND.findall(text) if len(joined) <= 30)
    return found


def _number(digits: str, scale: str) -> str:
    plain = re.sub(r"\D", "", digits)
    return plain + "0" * _SCALES[scale] if scale else plain


@lru_cache(maxsize=65536)
def _word(word: str) -> str:
    word = re.sub(r"['\u2019\u02bc](s$)?", "", word)
    word = _UNITS.get(word, word)
    if word in _NUMBER_WORDS:
        return _NUMBER_WORDS[word]
    if "\u0400" <= word[0] <= "\u04ff":
        return _cut(word, _CYRILLIC_ENDING)
    folded = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    return _cut(folded, _LATIN_ENDING)


def _cut(word: str, ending: re.Pattern[str]) -> str:
    """Takes off a plural's s, then the longest ending that leaves four letters, then a doubled consonant."""
    if len(word) > 3 and word[-1] == "s" and word[-2] not in "su":
        word = word[:-1]
    word = ending.sub("", word)
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "lsz" else word
