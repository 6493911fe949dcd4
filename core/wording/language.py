"""Which language a question is in: by script, then by words that only one of the languages has."""

from __future__ import annotations

import re

from core.domain.language import Language

_WORDS = {
    Language.ENGLISH: """
        the is are do does can could i you my our we what who when where which how why much many may must should would
        need with from this that there and or of to if about any policy please have has get allowed for on be
    """,
    Language.GERMAN: """
        der das dem den des ein eine einen einem einer ist sind wer wie wo wann welche welcher welches warum wieviel
        viel viele darf dürfen kann können muss müssen ich wir mein meine unsere und oder für mit bei nach von zum zur
        nicht gibt es wenn über auch bitte habe haben lange hoch gilt werden wird auf
    """,
    Language.SPANISH: """
        el la los las un una unos unas es son está qué que quién quien cómo como cuándo cuando cuánto cuanto cuántos
        cuántas dónde donde cuál cual por para con sin del al mi mis nuestra nuestro puedo puede debo hay y si sobre
        tengo tiene días necesito
    """,
}  # fmt: skip
_ONLY = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_SIGNS = {Language.GERMAN: re.compile("[äöüß]"), Language.SPANISH: re.compile("[¿¡ñ]")}
_SCRIPTS = (
    (re.compile(r"[\u3040-\u30ff]"), None),  # kana: Japanese, which has no catalogue
    (re.compile(r"[\u4e00-\u9fff]"), Language.CHINESE),
    (re.compile(r"[\u0400-\u04ff]"), Language.UKRAINIAN),
)
_ENOUGH = 0.2
"""Share of the letters that a script must have: one product name in another script decides nothing."""


def detect(text: str) -> Language | None:
    """The language of a question; None where nothing tells it, as in a name or a number alone."""
    text = text.casefold()
    letters = sum(map(str.isalpha, text)) or 1
    for script, language in _SCRIPTS:
        if len(script.findall(text)) >= _ENOUGH * letters:
            return language
    words = re.findall(r"[^\W\d_]+", text)
    counts = {
        language: sum(word in only for word in words)
        + (2 if (sign := _SIGNS.get(language)) and sign.search(text) else 0)
        for language, only in _ONLY.items()
    }
    best, second = sorted(counts, key=counts.__getitem__, reverse=True)[:2]
    return best if counts[best] > counts[second] else None
