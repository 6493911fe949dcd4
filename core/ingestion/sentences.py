"""Where sentences end, in English, German, Spanish, Ukrainian, Chinese and Japanese."""

from __future__ import annotations

import re

Span = tuple[int, int]
"""Start and end, in characters."""

_ABBREVIATIONS = frozenset(
    # English
    "mr mrs ms dr prof sr jr st vs etc e.g i.e eg ie cf al approx dept est fig figs inc ltd co corp no nos para paras pp p sec "
    "sect art ch vol ed eds rev gen gov u.s u.s.c u.k u.n a.m p.m ph.d pub ref attn tel ext max min misc cir app apps jan feb "
    "mar apr jun jul aug sep sept oct nov dec pub.l stat c.f.r "
    # German
    "z.b d.h u.a o.ä u.ä bzw ggf abs nr art bgbl usw vgl ca evtl inkl exkl gem lit s.o s.u i.d.r i.s.d i.v.m z.t m.w.v mio mrd "
    "str tel verb geänd idf idr sog ff buchst ziff z d h u o i v a b "
    # Spanish
    "sra srta dra ud uds pág págs núm ej p.ej aprox avda admón dto art arts "
    # Ukrainian
    "ст п пп ч абз р рр м вул ім тис млн млрд грн див напр т.д т.п т.зв тощо "
    # Roman and letters of lists
    "ii iii iv vi vii viii ix".split()
)  # fmt: skip
_END = re.compile(
    r"(?P<cjk>[。！？]+[」』）】”’]*)"
    r"|(?P<stop>[.!?…]+)(?P<close>[\"'”’»)\]]*(?:\[\d+\]|[¹²³])?)(?=\s)"
    r"|(?P<line>\n)"
)
_WORD = re.compile(r"[^\s(\[„“\"'«]+$")
_OPENERS = "\"'“”„«‘(["


def split(text: str) -> list[Span]:
    """Sentences as spans without surrounding white space, in order; together they hold every other character.

    A line feed ends a sentence: extraction leaves one only where the line break means something.
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if match["stop"] and not _ends(text, match):
            continue
        if match["cjk"] and not _balanced(text[start : match.end()]):
            continue
        _add(spans, text, start, match.end())
        start = match.end()
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    if piece.strip():
        spans.append((start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))


def _balanced(piece: str) -> bool:
    """Whether every Japanese or Chinese bracket is closed: 「……。」 is one sentence with what surrounds it."""
    return all(piece.count(opening) <= piece.count(closing) for opening, closing in ("「」", "『』", "（）"))


def _ends(text: str, match: re.Match[str]) -> bool:
    following = text[match.end() :].lstrip()
    if not following:
        return True
    first = following[1] if following[0] in _OPENERS and len(following) > 1 else following[0]
    if match["stop"] != ".":
        return not first.islower()
    before = _WORD.search(text, max(0, match.start() - 40), match.start())
    word = before[0].lower() if before else ""
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()):
        return False
    if re.fullmatch(r"(?:\w\.)+\w", word):  # an abbreviation of letters and dots
        return first.isupper() and len(following.split(maxsplit=1)[0]) > 3
    if word.isdigit() and len(word) <= 2:  # "3. Oktober", "1. The": a date's or a list's number
        return False
    return not first.islower()
