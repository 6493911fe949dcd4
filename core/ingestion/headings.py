"""What the words and numbers of a heading say about its place: numbering, legal divisions, contents, captions."""

from __future__ import annotations

import re

from core.ingestion.mending import Unit

Number = tuple[str, ...]
"""A heading's number by components: ("3", "2", "1")."""

_DECIMAL = re.compile(
    r"(?:(?:section|sec\.|abschnitt|ziffer|sección|розділ|пункт)\s+)?(\d{1,3}(?:\.\d{1,3})*)\.?(?=[\s:.)–-]|\D)",
    re.IGNORECASE,
)
_DIVISIONS = (
    # rank, as a reader nests them: a part holds chapters, a chapter sections, a section articles
    (1, re.compile(r"(?:part|title|book|teil|buch|parte|título|libro|частина|книга)\s+(?:[\divxlc]+|[a-z])\b|第[\d０-９一-十百]+[編编]", re.IGNORECASE)),
    (2, re.compile(r"(?:chapter|kapitel|capítulo|глава|розділ|appendix|annex|anlage|anhang|anexo|додаток|schedule)\s+(?:[\divxlc]+|[a-z])\b|第[\d０-９一-十百]+章", re.IGNORECASE)),
    (3, re.compile(r"(?:section|abschnitt|sección)\s+(?:\d+|[ivxlc]+)\b|第[\d０-９一-十百]+[節节]", re.IGNORECASE)),
    (4, re.compile(r"(?:article|art\.|artikel|artículo|стаття|ст\.)\s*\d+[a-z]?\b|§+\s*\d+[a-z]?\b|第[\d０-９一-十百]+[条條](?:の[\d０-９一-十]+)?", re.IGNORECASE)),
)  # fmt: skip
_CLAUSE = re.compile(r"(\d{1,3}(?:\.\d{1,3}){1,5})\.?\s+(?=\S)")
_PARAGRAPH_OF_LAW = re.compile(r"\((\d{1,2}[a-z]?)\)\s+(?=\S)")
_TYPED_ITEM = re.compile(r"\(?[a-zа-яіїє]\)\s+\S|\((?:[ivx]{1,5})\)\s+\S")
_SECTION_SIGN = re.compile(r"§\s*(\d+[a-z]?)")
_NOT_EVIDENCE = re.compile(
    r"(?:table of )?contents|(?:(?:document|revision|version|change) )+(?:history|log|record)|(?:history|record) of (?:changes|revisions)"
    r"|list of (?:tables|figures)|inhalt(?:sverzeichnis|sübersicht)?|änderungs(?:historie|verzeichnis|nachweis)|índice(?: general)?"
    r"|(?:historial|control) de (?:cambios|versiones|revisiones)|зміст|історія (?:змін|версій|редакцій)|目次|目录|改[訂定]履歴|修[订訂][历歷]史|版本历史",
    re.IGNORECASE,
)
_CONTENTS_LINE = re.compile(r"\S.{1,150}?(?:\s*…\s*|\s+)(\d{1,4}|[ivxl]{1,6})")
_CAPTION = re.compile(
    r"(?:table|figure|fig\.|exhibit|tabelle|abbildung|abb\.|tabla|figura|таблиця|рисунок|рис\.|表|図|图)\s*[\dA-Z]{1,3}(?:\.\d+)?\b",
    re.IGNORECASE,
)
_MONTHS = """january february march april may june july august september october november december spring summer autumn fall winter
    januar februar märz mai juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"""
_MONTH = f"(?:{'|'.join(_MONTHS.split())})"
_YEAR = r"(?:19|20)\d\d"
_DATE = re.compile(
    rf"(?:(?:version|revision|rev|v)\.?\s*)?[\d.]+|version\s+\S+"
    rf"|(?:\w+,?\s+)?(?:\d{{1,2}}\.?\s+(?:de\s+)?)?{_MONTH}\s+(?:de\s+)?(?:\d{{1,2}},?\s+)?{_YEAR}(?:\s+р\.)?|{_YEAR}年\d{{1,2}}月(?:\d{{1,2}}日)?",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;,:!。；，：]$")
_LONGEST = 100


def number_of(text: str) -> Number | None:
    """The decimal number that a heading begins with."""
    match = _DECIMAL.match(text)
    return tuple(match[1].split(".")) if match else None


def division_of(text: str) -> int | None:
    """The rank of the legal division that a text begins with (1 part, 2 chapter, 3 section, 4 article); None without one."""
    return next((rank for rank, pattern in _DIVISIONS if pattern.match(text)), None)


def is_heading(text: str) -> bool:
    """Whether a paragraph that its format does not mark is a heading: short, numbered or a division, and no sentence."""
    if len(text) > _LONGEST or "\n" in text or not any(c.isalpha() for c in text):
        return False
    if _SENTENCE_END.search(text):
        return _is_clause_title(text)
    if division_of(text) is not None:
        return True
    match = _DECIMAL.match(text)
    title = text[match.end() :].lstrip(" .:)–-") if match else ""
    return len(title) >= 3 and not title[0].islower() and len(title.split()) <= 12


def _is_clause_title(text: str) -> bool:
    """ "2.1. Ongoing Compliance Testing.": all words that carry meaning are capitals, and the full stop is no sentence's."""
    number = _CLAUSE.match(text)
    words = re.findall(r"[^\W\d_]{4,}", text[number.end() :]) if number and text.endswith(".") else []
    return (
        0 < len(words) <= 10
        and all(word[0].isupper() for word in words)
        and ". " not in text[number.end() if number else 0 :]
    )


def is_sentence(text: str) -> bool:
    """Whether what is set as a heading is in truth a sentence that somebody wanted to stand out."""
    return len(text) > 80 and text.endswith((".", ";", "。"))


def is_item(text: str) -> bool:
    """Whether a paragraph is an item of a list that was typed by hand: "(a) ...", "b) ...", "(iv) ..."."""
    return bool(_TYPED_ITEM.match(text))


def is_date(text: str) -> bool:
    """Whether a text is only a date or a version, as on title pages."""
    return bool(_DATE.fullmatch(text))


def is_caption(text: str) -> bool:
    """Whether a text names a table or figure."""
    return len(text) <= 160 and bool(_CAPTION.match(text))


def is_not_evidence(text: str) -> bool:
    """Whether a heading announces contents, a revision history or a list of tables."""
    return bool(
        _NOT_EVIDENCE.fullmatch(_DECIMAL.sub("", text, count=1).strip(" .:"))
        or _NOT_EVIDENCE.fullmatch(text.strip(" .:"))
    )


def clause_of(text: str, heading: str) -> str | None:
    """How a reader cites the numbered paragraph that begins with a text, under a heading; None where it has no number.

    "6.2" for a clause of an agreement, "§ 3 Abs. 1" for a paragraph of a German law, "Article 4" or "第7条" where the
    number and the words stand on one line.
    """
    if match := _CLAUSE.match(text):
        return match[1]
    sign = _SECTION_SIGN.match(heading)
    if sign and (match := _PARAGRAPH_OF_LAW.match(text)):
        return f"§ {sign[1]} Abs. {match[1]}"
    if division_of(text) == 4:
        match = _DIVISIONS[3][1].match(text)
        return match[0] if match else None
    return None


def contents(units: list[Unit]) -> set[int]:
    """Indexes of the lines of a table of contents: at least three in a row that end in page numbers which never fall.

    Without dot leaders they are one only where a heading says so: the last column of a table may rise as well.
    """
    announced = {i + 1 for i, unit in enumerate(units) if is_not_evidence(unit.text)}
    found: set[int] = set()
    run: list[int] = []
    last = -1
    for index, unit in enumerate([*units, None]):
        match = _CONTENTS_LINE.fullmatch(unit.text) if unit else None
        page = int(match[1]) if match and match[1].isdigit() else 0
        if match and page >= last:
            run.append(index)
            last = page
            continue
        led = sum("…" in units[i].text for i in run)
        if len(run) >= 3 and (led >= len(run) / 2 or not announced.isdisjoint(run)):
            found.update(run)
        run, last = ([index], page) if match else ([], -1)
    return found
