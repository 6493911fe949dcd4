"""Characters that look like letters, and those that cannot be seen at all."""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = "аеорсухіїјѕһԁԛԝёвмнткАЕОРСУХІЇЈЅВМНТКЗԌ"
_ITS_LATIN = "aeopcyxiijshdqwebmhtkAEOPCYXIIJSBMHTK3G"
_GREEK, _GREEKS_LATIN = "αβγεηικνορτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abyenikvoptuxwABEZHIKMNOPTYX"
_SMALL_CAPITALS, _THEIR_LATIN = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıɩ", "abcdefghijklmnoprstuvwyzagii"
_TO_LATIN = str.maketrans(_CYRILLIC + _GREEK + _SMALL_CAPITALS, _ITS_LATIN + _GREEKS_LATIN + _THEIR_LATIN)
_TO_CYRILLIC = str.maketrans("aeopcyxiAEOPCYXIBMHTK", "аеорсухіАЕОРСУХІВМНТК")
_BOXED = ((0x1F130, 26), (0x1F150, 26), (0x1F170, 26), (0x1F1E6, 26))
"""Letters in squares and circles, and those of flags, which have no compatibility form."""
_MARKS = str.maketrans("‘’‚‛ʼ“”„‟«»‐‑‒–—―−", "'''''\"\"\"\"\"\"-------")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")
_WORD = re.compile(r"[^\W\d_]+")
_OTHER = re.compile(rf"[\u0370-\u052f{_SMALL_CAPITALS}]")


def plain_letter(character: str) -> tuple[str, bool]:
    """A character's compatibility form, "" for one that cannot be seen, and whether it disguises a letter."""
    code = ord(character)
    if code < 0x80:
        return character, False
    if unicodedata.category(character) == "Cf" or 0xFE00 <= code <= 0xFE0F or character in _FILLERS:
        return "", False
    for first, count in _BOXED:
        if first <= code < first + count:
            return chr(ord("a") + code - first), True
    plain = unicodedata.normalize("NFKC", character).translate(_MARKS)
    usual = character.isspace() or not plain.isalnum() or 0xFF00 <= code <= 0xFFEF or code < 0x2000
    return plain, plain != character and not usual


def folded_words(text: str) -> tuple[str, frozenset[int]]:
    """The text with every word in one script, and the places that changed.

    A word of two scripts is in the one whose look-alikes explain the other; one of look-alikes alone is Latin where the rest is.
    """
    others = len(_OTHER.findall(text))
    if not others:
        return text, frozenset()
    mostly_latin = sum("a" <= c <= "z" for c in text.lower()) > 2 * others
    folded = _WORD.sub(lambda match: _one_script(match[0], mostly_latin), text)
    return folded, frozenset(i for i, (new, old) in enumerate(zip(folded, text, strict=True)) if new != old)


def _one_script(word: str, mostly_latin: bool) -> str:
    other = len(_OTHER.findall(word))
    if other == 0 or (other == len(word) and not mostly_latin):
        return word
    latin = word.translate(_TO_LATIN)
    if not _OTHER.search(latin):
        return latin
    cyrillic = word.translate(_TO_CYRILLIC)
    return word if re.search("[a-z]", cyrillic, re.IGNORECASE) else cyrillic
