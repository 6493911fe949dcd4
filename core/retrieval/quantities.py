"""Numbers with their units, and the ranges a policy states ("$50,000 to $250,000", "at least 4 nights", "3年以上")."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import inf

CELL = " | "
"""What stands between the cells of a table's row."""


class Unit(StrEnum):
    """What a number counts."""

    DURATION = "duration"  # in days
    MONEY = "money"  # in whatever currency the text means
    PERCENT = "percent"
    COUNT = "count"  # anything else


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, or a range of numbers; both ends are equal for a plain one, infinite where the text sets no limit."""

    unit: Unit
    low: float
    high: float

    def holds(self, other: Quantity) -> bool:
        """Whether the other quantity lies in this range: over $100,000 is in "$50,000 to $250,000". Counts match any unit."""
        if self.unit != other.unit and Unit.COUNT not in {self.unit, other.unit}:
            return False
        value = other.low if other.low != -inf else other.high
        return self.low <= value <= self.high

    def excludes(self, other: Quantity) -> bool:
        """Whether no value lies in both ranges; two that meet at an end exclude each other."""
        return self.unit is other.unit and (self.high <= other.low or other.high <= self.low)

    @property
    def is_range(self) -> bool:
        """Whether it spans more than one value."""
        return self.low != self.high


_WORDS = {
    word: value
    for value, words in {
        1: "one eine ein einem einen uno una один одна одного", 2: "two zwei dos два дві двох", 3: "three drei tres три трьох", 4: "four vier cuatro чотири", 5: "five fünf cinco п'ять",
        6: "six sechs seis шість", 7: "seven sieben siete сім", 8: "eight acht ocho вісім", 9: "nine neun nueve дев'ять", 10: "ten zehn diez десять", 11: "eleven elf",
        12: "twelve zwölf doce дванадцять", 14: "fourteen vierzehn catorce чотирнадцять", 15: "fifteen fünfzehn quince", 20: "twenty zwanzig veinte двадцять", 30: "thirty dreißig treinta тридцять",
        45: "forty-five", 60: "sixty sechzig sesenta", 90: "ninety neunzig noventa",
    }.items()
    for word in words.split()
}  # fmt: skip
_ORDINALS = {
    word: value
    for value, words in {
        1: "first erste ersten erster primer primera перший першого", 2: "second zweite zweiten segundo другого", 3: "third dritte dritten tercer третього", 4: "fourth vierte vierten cuarto четвертого",
        5: "fifth fünfte fünften quinto пятого", 6: "sixth sechste sechsten", 7: "seventh siebte siebten", 8: "eighth achte achten", 9: "ninth neunte neunten", 10: "tenth zehnte zehnten",
    }.items()
    for word in words.split()
}  # fmt: skip
"""Numbers only where a length of time follows: "from the fourth day"."""
_IDEOGRAPHS = {character: value for value, character in enumerate("一二三四五六七八九十", 1)} | {"两": 2, "兩": 2}
_SCALES = {
    "k": 1e3,
    "m": 1e6,
    "mio": 1e6,
    "mn": 1e6,
    "million": 1e6,
    "bn": 1e9,
    "billion": 1e9,
    "千": 1e3,
    "万": 1e4,
    "億": 1e8,
    "亿": 1e8,
}
_DAYS = {
    r"min(?:ute|uto|uten)?s?\b|хвилин\w*|分(?:钟|間)?": 1 / 1440,
    r"h\b|hrs?\b|hours?\b|hourly|stunden?\b|stündig\w*|horas?\b|годин\w*|時間|小时|時": 1 / 24,
    r"(?:business |working |calendar |consecutive |work)*(?:days?\b|nights?\b)|d\b|(?:werk|arbeits|kalender|urlaubs)?tag(?:en?|e)?\b|tägig\w*|días?\b|дн(?:і|ів|я|ями)\b|день\b|доб\w*|営業日|工作日|日間?|天|泊": 1.0,
    r"weeks?\b|wks?\b|weekly|wochen?\b|wöchig\w*|semanas?\b|тиж\w+|週間?|周|星期": 7.0,
    r"months?\b|mos?\b|mths?\b|monat(?:en?|e|s)?\b|monatig\w*|mes(?:es)?\b|місяц\w*|(?:か|ヶ|カ|ヵ|ケ|箇|个)月": 30.0,
    r"years?\b|yrs?\b|y\b|jahr(?:en?|e|s)?\b|jährig\w*|años?\b|р(?:ік|оки|оків|оку)\b|年間?": 365.0,
}  # fmt: skip
_DURATION_UNITS = tuple((re.compile(pattern), days) for pattern, days in _DAYS.items())
_MONEY_BEHIND = r"usd\b|eur\b|gbp\b|dollars?\b|euros?\b|cents?\b|円|元|грн|гривень|pesos?\b|[€£¥₴$]"
_PERCENT = r"%|percent\b|per cent\b|prozent\b|por ciento|відсот\w*|パーセント"

_DIGITS = r"(?:\d{1,3}(?:[,.\u00a0']\d{3})+(?!\d)|\d+)(?:[.,]\d{1,2}(?!\d))?"
_NUMBER = rf"(?P<money_>[$€£¥₴]\s?)?(?:(?P<digits_>{_DIGITS})(?:(?:st|nd|rd|th)\b)?\s?(?P<scale_>(?:k|m|mio|mn|bn|million|billion)\b|[千万億亿])?|\b(?P<word_>{'|'.join(_WORDS | _ORDINALS)})\b|(?P<ideograph_>[一二三四五六七八九十两兩])(?=[か个カヶヵ箇日天年週周星小時分]))"
# "five unused days", "ten paid working days": words that say of what kind may stand between, words that begin anew may not.
_KIND = rf"(?:(?!(?:{'|'.join(_WORDS)}|per|an?|the|in|of|for|each|every|within|to|and|or|by|times|pro|je|der|die|por|al|на|за)\b)[^\W\d_]+\s){{0,2}}"
_UNIT = rf"{_KIND}(?P<duration>{'|'.join(_DAYS)})|(?P<percent>{_PERCENT})|(?P<currency>{_MONEY_BEHIND})"
_QUANTITY = re.compile(
    r"(?P<between>\b(?:between|zwischen|entre|між)\s+)?"
    + _NUMBER.replace("_>", "1>")
    + r"(?:\s?\(\d+\))?(?:\s?(?:%|[$€£¥₴円元]|[^\W\d_]{1,12})?[\s-]{0,2}(?(between)(?:and|und|y|і|та)\b|(?:[-–—~〜]|から|至|(?:to|bis zu|bis|a|до)\b))\s?"
    + _NUMBER.replace("_>", "2>")
    + r"(?:\s?\(\d+\))?)?[\s-]?(?:"
    + _UNIT
    + ")?"
)
_COMPOUND_NUMBER = re.compile(
    rf"\b({'|'.join(word for word in _WORDS if len(word) > 2)})(?=(?:tägig|wöchig|monatig|jährig|stündig|minütig))"
)
_HALF = re.compile(r"\b(?:half an?|eine?[mnrs]? halbe[mnrs]?|medi[ao]|пів) (?=\w)")
_ANY = re.compile(rf"[\d一二三四五六七八九十两兩]|\b(?:{'|'.join(_WORDS | _ORDINALS)})\b")
_OVER = re.compile(
    r"(?:over|more than|(?<!not )(?<!not to )exceed\w*|above|(?:long|old|great)er than|beyond|>|mehr als|über|más de|superior(?:es)? a|понад|більше|超过|大于)\W*$"
)
_AT_LEAST = re.compile(r"(?:at least|minimum(?: of)?|[>≥]=?|mindestens|al menos|щонайменше|не менше|至少)\W*$")
_AT_MOST = re.compile(
    r"(?:up to|under|less than|fewer than|at most|maximum(?: of)?|not (?:to )?exceed\w*|no more than|below|within|[<≤]=?|weniger als|bis zu|höchstens|unter|innerhalb|hasta|menos de|como máximo|до|менше|не більше|最多|不超过|少于)\W*$"
)
_OVER_BEHIND = re.compile(r"^\s?(?:超|を超え|以上超)")
_AT_LEAST_BEHIND = re.compile(
    r"^\s?(?:\(\d+\)\s?)?(?:or (?:more|longer|above|over|older)|and (?:above|over|older)|\+|oder mehr|o más|або більше|以上|及以上)"
)
_AT_MOST_BEHIND = re.compile(
    r"^\s?(?:or (?:less|fewer|under|below)|oder weniger|o menos|або менше|以下|以内|未満|之内|及以下)"
)


@lru_cache(maxsize=8192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of a text, in order, with its unit and the range that the words around it make of it."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    text = _HALF.sub("0.5 ", _COMPOUND_NUMBER.sub(r"\1 ", text))
    if not _ANY.search(text):  # most sentences: five times as fast
        return ()
    return tuple(
        _quantity(match, text[max(0, match.start() - 24) : match.start()], text[match.end() : match.end() + 12])
        for match in _QUANTITY.finditer(text)
        if match["word1"] not in _ORDINALS or match["duration"]
    )


def row_quantities(row: str, header: str) -> tuple[Quantity, ...]:
    """The numbers of a table's row; one without a unit has that of its column's heading, if this names one."""
    found: list[Quantity] = []
    headings = header.split(CELL)
    for column, cell in enumerate(row.split(CELL)):
        unit, size = _unit_named(headings[column] if column < len(headings) else "")
        for number in quantities(cell):
            bare = number.unit is Unit.COUNT
            found.append(Quantity(unit, number.low * size, number.high * size) if bare else number)
    return tuple(found)


@lru_cache(maxsize=1024)
def _unit_named(heading: str) -> tuple[Unit, float]:
    """The unit a heading names, and how many of our own it is."""
    heading = unicodedata.normalize("NFKC", heading).casefold()
    for unit, size in _DURATION_UNITS:
        if re.search(rf"(?<!\w)(?:{unit.pattern})", heading):
            return Unit.DURATION, size
    if re.search(_PERCENT, heading):
        return Unit.PERCENT, 1.0
    return (Unit.MONEY if re.search(rf"(?<!\w)(?:{_MONEY_BEHIND})", heading) else Unit.COUNT), 1.0


def _quantity(match: re.Match[str], before: str, behind: str) -> Quantity:
    low = high = _value(match, "1")
    if any(match[name + "2"] for name in ("digits", "word", "ideograph")):
        second = _value(match, "2")
        low, high = min(low, second), max(low, second)
        if match["scale2"] and not match["scale1"] and low * _SCALES[match["scale2"]] <= high:  # "$50-250k"
            low *= _SCALES[match["scale2"]]
    elif _AT_MOST.search(before) or _AT_MOST_BEHIND.search(behind):
        low = -inf
    elif _OVER.search(before) or _OVER_BEHIND.search(behind):
        low, high = low * 1.000001, inf
    elif _AT_LEAST.search(before) or _AT_LEAST_BEHIND.search(behind):
        high = inf
    if match["duration"]:
        days = next(days for unit, days in _DURATION_UNITS if unit.fullmatch(match["duration"]))
        return Quantity(Unit.DURATION, low * days, high * days)
    if match["money1"] or match["money2"] or match["currency"]:
        return Quantity(Unit.MONEY, low, high)
    return Quantity(Unit.PERCENT if match["percent"] else Unit.COUNT, low, high)


def _value(match: re.Match[str], which: str) -> float:
    if digits := match["digits" + which]:
        whole, _, fraction = digits, "", ""
        if tail := re.search(r"[.,](\d{1,2})$", digits):
            whole, fraction = digits[: tail.start()], tail[1]
        number = float(re.sub(r"\D", "", whole) + "." + (fraction or "0"))
        return number * _SCALES.get(match["scale" + which] or "", 1)
    if word := match["word" + which]:
        return float(_WORDS[word] if word in _WORDS else _ORDINALS[word])
    return float(_IDEOGRAPHS[match["ideograph" + which]])
