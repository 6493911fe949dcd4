"""The outline: the path of headings above every unit, and which units are no evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.domain.document import BlockKind
from core.ingestion.headings import (
    Number,
    clause_of,
    contents,
    division_of,
    is_caption,
    is_date,
    is_heading,
    is_item,
    is_not_evidence,
    is_sentence,
    number_of,
)
from core.ingestion.mending import Unit

JOIN = " > "
"""What stands between the headings of a section's path."""

_UNMARKED = 10
"""The level of a heading that its format does not mark; divisions and numbers order such headings among themselves."""


@dataclass(frozen=True)
class Placed:
    """A unit in the outline. ``evidence`` is false for contents and revision histories, and for headings."""

    unit: Unit
    section: tuple[str, ...]
    evidence: bool


@dataclass(frozen=True)
class _Heading:
    text: str
    level: int
    number: Number | None
    counts: bool  # what stands below it is evidence


def outline(units: Sequence[Unit], title: str | None) -> list[Placed]:
    """Every unit with its section. The document's own title is in no path: it stands beside every citation anyway."""
    listed = contents(list(units))
    marked = [_marked(unit, index in listed, _after(units, index)) for index, unit in enumerate(units)]
    titles = _titles(marked, title)
    tops = [unit for unit in marked if unit.kind is BlockKind.HEADING and number_of(unit.text) == ("1",)]
    through = len(tops) == 1 and bool(tops[0].pages)
    stack: list[_Heading] = []
    clause: str | None = None
    caption: str | None = None
    placed: list[Placed] = []
    for index, unit in enumerate(marked):
        if unit.kind is BlockKind.HEADING:
            clause = caption = None
            if is_caption(unit.text) and number_of(unit.text) is None:
                caption = unit.text
            elif index not in titles:
                _push(stack, _heading(unit), through)
        else:
            row = unit.kind in {BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW}
            caption = caption if row else None
            if not row and index not in listed and (own := clause_of(unit.text, stack[-1].text if stack else "")):
                clause = own
        path = (*(heading.text for heading in stack), *(part for part in (clause, caption) if part))
        evidence = unit.kind is not BlockKind.HEADING and index not in listed and (not stack or stack[-1].counts)
        placed.append(Placed(unit, path, evidence))
    return placed


def _after(units: Sequence[Unit], index: int) -> BlockKind | None:
    return units[index + 1].kind if index + 1 < len(units) else None


def _marked(unit: Unit, listed: bool, after: BlockKind | None) -> Unit:
    """The unit as heading, where its words say so though its format does not; or as paragraph, the other way round."""
    text = unit.text
    if unit.kind is BlockKind.HEADING:
        plain = listed or is_date(text) or is_sentence(text)
        return replace(unit, kind=BlockKind.PARAGRAPH) if plain else unit
    if listed or unit.kind not in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}:
        return unit
    names_table = is_caption(text) and after in {BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW}
    numbered = len(number_of(text) or ()) > 1  # "2. Duties" may be an item of a list, "2.1 Duties" is none
    if names_table or ((unit.kind is BlockKind.PARAGRAPH or numbered) and (is_heading(text) or is_not_evidence(text))):
        return replace(unit, kind=BlockKind.HEADING, level=None)
    if unit.kind is BlockKind.PARAGRAPH and is_item(text):
        return replace(unit, kind=BlockKind.LIST_ITEM, level=0)
    return unit


def _titles(units: Sequence[Unit], title: str | None) -> set[int]:
    """Indexes of the headings that only say what the document is called."""
    headings = [
        (index, unit.level)
        for index, unit in enumerate(units)
        if unit.kind is BlockKind.HEADING and unit.level is not None
    ]
    same = {index for index, _ in headings if title and units[index].text.casefold() == title.casefold()}
    if not headings:
        return same
    top = min(level for _, level in headings if level is not None)
    tops = {index for index, level in headings if level == top}
    first_body = next((i for i, unit in enumerate(units) if unit.kind is not BlockKind.HEADING), len(units))
    opening = all(index < first_body for index in tops)
    return same | tops if top == 1 and (opening or len(tops) == 1) else same


def _heading(unit: Unit) -> _Heading:
    text = _label(" ".join(unit.text.split()))
    number = number_of(text)
    level = unit.level
    if level is None:
        rank = division_of(text)
        level = _UNMARKED + (rank if rank is not None else 4 + len(number or ()))
    return _Heading(text, level, number, not is_not_evidence(text))


def _label(text: str) -> str:
    """A heading as it is cited: "Revocation:" as "Revocation", "1.2. Certification." as "1.2 Certification"."""
    if text.endswith(".") and (number := re.match(r"(\d+(?:\.\d+)+)\.\s+", text)):
        return f"{number[1]} {text[number.end() :]}".rstrip(".")
    return text.rstrip(":") or text


def _push(stack: list[_Heading], heading: _Heading, through: bool) -> None:
    """Puts a heading below the one it belongs to: by its number where the numbers tell, else by its level.

    ``through``: numbering runs through the whole of a printed document, so that nothing stands above its first numbers,
    however large the type of what is printed on the title page.
    """
    while stack and not stack[-1].counts:
        stack.pop()
    if heading.number:
        depth = len(heading.number)
        if depth == 1 and through:
            stack.clear()
        for index in range(len(stack) - 1, -1, -1):
            above = stack[index].number
            if above is not None and len(above) < depth and heading.number[: len(above)] == above:
                del stack[index + 1 :]
                stack.append(heading)
                return
        numbered = next((i for i, above in enumerate(stack) if above.number and len(above.number) >= depth), None)
        if numbered is not None:
            del stack[numbered:]
    while stack and stack[-1].level >= heading.level:
        stack.pop()
    stack.append(heading)
