"""A question that leans on the one before it, spelt out: "and for contractors?" needs to be asked of something."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain.outcome import Draft
from core.domain.request import Turn
from core.retrieval.lexemes import CJK, lexemes
from core.retrieval.question import Question, understand

_OPENER = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|well|thanks|danke|gracias|дякую|谢谢)\b[\s,.!:-]*)?"
    r"(?:(?:and|but|or)\s+)?(?:(?:what|how)\s+about|what\s+if(?:\s+it(?:'s| is)\s+for)?|and|but|or|also|same\s+for)\b"
    r"|^\W*(?:(?:und|aber)\s+)?(?:was\s+ist\s+mit|wie\s+(?:sieht|ist)\s+es\s+(?:mit|bei)|und|aber|oder|auch)\b"
    r"|^\W*(?:y|pero|o)\s+(?:qué\s+(?:pasa\s+con|hay\s+de)\s+)?|^\W*¿?qué\s+(?:pasa\s+con|hay\s+de)\b"
    r"|^\W*(?:а|але|і|та)\s+(?:як\s+(?:щодо|з)\s+)?|^\W*як\s+щодо\b"
    r"|^\W*(?:那么|那|还有|如果是)",
    re.IGNORECASE,
)
"""How people begin when they go on: it says nothing by itself."""
_REFERS = re.compile(
    r"\b(?:it(?!\s+(?:security|department|support|team|equipment|systems?|polic\w*|staff|help))|that|this|those|these|they|them|(?<!are )(?<!is )there|then|same|one|das|diese|dafür|dort|davon|dazu|eso|esto|esos|allí"
    r"|ello|це|цього|того|там|них)\b|那个|这个|它",
    re.IGNORECASE,
)
"""A word for something said before."""
LONGEST = 400
"""Characters of a question that leans on another, and of one that is leant on: whoever writes more says what they mean."""
_FEW = 2
"""Content words of a question that refers to something said before; one more where it also begins like a follow-up."""
_CHATTER = re.compile(
    r"^\W*(?:(?:thanks?|thank you|thx|ty|great|perfect|nice|cool|ok(?:ay)?|got it|i see|good|awesome|cheers|noted|danke"
    r"|vielen dank|super|alles klar|verstanden|gracias|muchas gracias|vale|perfecto|entendido|дякую|добре|зрозуміло|супер"
    r"|a lot|very much|so much|sehr|schön|велике)\W*)+$|^\W*(?:谢谢|好的|明白了?|收到|多谢)\W*$|^[\W_]*$",
    re.IGNORECASE,
)


def is_chatter(text: str) -> bool:
    """Whether it asks nothing: thanks, an "ok", or signs alone. Nobody wants an answer to that."""
    return bool(_CHATTER.match(text))


def standalone(question: str, turns: Sequence[Turn]) -> str | None:
    """The question with what it takes from the last turn; None for one that can be understood by itself, or without turns.

    An elliptic one ("and for contractors?") repeats the earlier question with its own words added; one that asks something
    of its own ("who approves that?", "why?") names the earlier question's topic words.
    """
    before = turns[-1].question if turns else ""
    if not before or not question.strip() or max(len(question), len(before)) > LONGEST or is_chatter(question):
        return None
    asked = understand(question)
    opener = _OPENER.match(question)
    rest = (question[opener.end() :] if opener else question).strip(" \t\n?？.!,;:")
    if not _leans(asked, question, bool(opener)):
        return None
    if opener and not understand(rest).wants and rest:
        spelt_out = f"{before.rstrip(' ?？.!')}, {rest}?"
    else:
        known = set(understand(question).terms)
        topic = [word for word in _topic(before) if not known.issuperset(lexemes(word))]
        if not topic:
            return None
        spelt_out = f"{question.rstrip(' ?？.!')} ({' '.join(topic)})?"
    return spelt_out


def speaks_of(question: str, draft: Draft) -> bool:
    """Whether what a draft cites holds any of the words that a follow-up adds, in one wording or another."""
    asked = understand(question)
    own = {*asked.terms, *asked.related} if _content(asked) else set()
    cited = {
        lexeme
        for citation in draft.citations
        for lexeme in lexemes(f"{citation.document} {citation.section} {citation.quote}")
    }
    return not own or bool(own & cited)


def _leans(asked: Question, question: str, opens: bool) -> bool:
    size = _size(asked)
    if size == 0:
        return True
    return not asked.quantities and size <= _FEW + opens and (opens or bool(_REFERS.search(question)))


def _size(asked: Question) -> float:
    """How many content words it has; of a script without spaces, three characters make one."""
    content = set(_content(asked))
    words = [word for word in _words(asked.text) if content.intersection(lexemes(word))]
    return sum(max(1.0, sum(map(_has_no_spaces, word)) / 3) for word in words)


def _content(asked: Question) -> list[str]:
    """Its content words; a question of stop words alone has none, though ``terms`` falls back to all of its words."""
    alone = understand(f"{asked.text} qqq")  # with one content word, stop words are never taken for terms
    return [term for term in alone.terms if term != "qqq"]


def _topic(question: str) -> list[str]:
    """The words of a question that carry its content, as they were written."""
    terms = set(understand(question).terms)
    return list(dict.fromkeys(word for word in _words(question) if terms.intersection(lexemes(word))))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s?？,;:!.¿¡()]+", text)


def _has_no_spaces(character: str) -> bool:
    return bool(re.match(f"[{CJK}]", character))
