"""Where sentences end, in English, German, Spanish, Ukrainian, Chinese and Japanese."""

from __future__ import annotations

import re

Span = tuple[int, int]
"""Start and end, in characters."""

_SHORT = """
English: mr mrs ms dr prof sr jr st vs etc e.g i.e eg ie cf al approx dept est fig figs inc ltd co corp no nos para paras pp p
    sec sect art ch vol ed eds rev gen gov u.s u.s.c u.k u.n a.m p.m ph.d pub pub.l ref attn tel ext max min misc cir app apps
    jan feb mar apr jun jul aug sep sept oct nov dec stat c.f.r
German: z.b d.h u.a o.ä u.ä bzw ggf abs nr bgbl usw vgl ca evtl inkl exkl gem lit s.o s.u i.d.r i.s.d i.v.m z.t m.w.v mio mrd
    str verb geänd idf idr sog ff buchst ziff
Spanish: sra srta dra ud uds pág págs núm ej p.ej aprox avda admón dto arts
Ukrainian: ст п пп ч абз р рр м вул ім тис млн млрд грн див напр т.д т.п т.зв тощо
Roman: ii iii iv vi vii viii ix
"""
_ABBREVIATIONS = frozenset(word for word in _SHORT.split() if not word.endswith(":"))
_END = re.compile(
    r"(?P<cjk>[。！？]+[」』）】”’]*)"
    r"|(?P<stop>[.!?…]+)(?P<close>[\"'”’»)\]]*(?:\[\d+\]|[¹²³])?)(?=\s)"
    r"|(?P<line>\n)"
)
_WORD = re.compile(r"[^\s(\[„“\"'«]+$")
_GERMAN_ORDINAL = re.compile(r"\b(?:am|ab|bis|zum|vom|im|der|die|das|des|dem|den|seit|und) \d{1,2}$", re.IGNORECASE)
_GERMAN_MONTH = re.compile(r"(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)")
_OPENERS = "\"'“”„«‘(["


def split(text: str) -> list[Span]:
    """Sentences as spans without surrounding white space, in order; together they hold every other character.

    A line feed ends a sentence: extraction leaves one only where the line break means something.
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if match["stop"] and not _ends(text, match, start):
            continue
        if match["cjk"] and not _ends_cjk(text, match, start):
            continue
        _add(spans, text, start, match.end())
        start = match.end()
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    if piece.strip():
        spans.append((start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))


def _ends_cjk(text: str, match: re.Match[str], start: int) -> bool:
    """Not within brackets, and not where a particle goes on behind them: 「……。」は is no end."""
    if match["cjk"][-1] in "」』）】" and text[match.end() : match.end() + 1] in set("はがをにとのもでへやな"):
        return False
    piece = text[start : match.end()]
    return all(piece.count(opening) <= piece.count(closing) for opening, closing in ("「」", "『』", "（）"))


def _ends(text: str, match: re.Match[str], start: int) -> bool:
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
    if word.isdigit() and len(word) <= 2:
        leading = not text[start : match.start() - len(word)].strip()  # "1. The": a list's number
        ordinal = _GERMAN_ORDINAL.search(text, start, match.start()) or _GERMAN_MONTH.match(following)
        return not leading and not ordinal and not first.islower()
    return not first.islower()
