"""Text that gives orders to the machine is set apart behind its section: the rules around it join up and stay evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.domain.document import BlockKind, Version
from core.ingestion.mending import Unit
from core.ingestion.pieces import ROWS
from core.ingestion.sentences import split
from core.retrieval.instructions import order_to_machine

CELL = " | "
"""What stands between the cells of a row."""
_SHOWN = 80
"""Characters of an order that a warning shows."""
_LEADING_WORDS = 4
_COLON = re.compile(r"[:：]\s+")
_AT_ONCE = 40
"""Units looked at together first: nearly all documents hold no order, and many short texts take longer than one long one."""


def apart(units: Sequence[Unit]) -> Iterator[Unit]:
    """The units, and each order to the machine as a unit of its own, marked.

    An order takes with it the rest of its paragraph, item or cell, the list or paragraph that it leads to, and nothing
    before it. A table or list into which it was written goes on behind it.
    """
    announced = listing = False
    for unit, suspect in _suspected(units):
        listing = listing and unit.kind is BlockKind.LIST_ITEM
        honest, order = (None, unit) if announced or listing else _parted(unit) if suspect else (unit, None)
        if honest:
            yield honest
        if order:
            yield replace(order, kind=BlockKind.PARAGRAPH, level=None, order=True)
        listing = listing or (announced and unit.kind is BlockKind.LIST_ITEM)
        announced = not announced and not listing and order is not None and order.text.endswith((":", "："))


def without_orders(units: Sequence[Unit]) -> tuple[list[Unit], dict[int, list[Unit]]]:
    """The units that are no orders, and the orders by the index of the unit kept before them (-1: none is)."""
    kept: list[Unit] = []
    orders: dict[int, list[Unit]] = {}
    for unit in units:
        if unit.order:
            orders.setdefault(len(kept) - 1, []).append(unit)
        else:
            kept.append(unit)
    return kept, orders


def orders_in(version: Version) -> tuple[str, ...]:
    """A warning for the operator for each passage that gives orders to the machine: it never becomes evidence."""
    found = (order_to_machine(chunk.text) for chunk in version.chunks)
    return tuple(
        dict.fromkeys(
            f"Text that gives orders to the assistant is not used: “{words[:_SHOWN]}”" for words in found if words
        )
    )


def _suspected(units: Sequence[Unit]) -> Iterator[tuple[Unit, bool]]:
    """Every unit, and whether some unit near it holds an order."""
    for first in range(0, len(units), _AT_ONCE):
        near = units[first : first + _AT_ONCE]
        suspect = order_to_machine("\n\n".join(unit.text for unit in near)) is not None
        yield from ((unit, suspect) for unit in near)


def _parted(unit: Unit) -> tuple[Unit | None, Unit | None]:
    """What a unit says before its first order, and the rest; of a row, what its cells say before theirs."""
    if order_to_machine(unit.text) is None:
        return unit, None
    cells = unit.text.split(CELL) if unit.kind in ROWS else [unit.text]
    cuts = [_first_order(cell) for cell in cells]
    if all(cut == len(cell) for cut, cell in zip(cuts, cells, strict=True)):  # it goes over more than one cell
        cells = [unit.text]
        cuts = [_first_order(unit.text)]
    said = CELL.join(cell[:cut].rstrip() for cell, cut in zip(cells, cuts, strict=True))
    ordered = " ".join(cell[cut:] for cell, cut in zip(cells, cuts, strict=True) if cut < len(cell))
    honest = replace(unit, text=said, pages=tuple((at, page) for at, page in unit.pages if at < max(len(said), 1)))
    order = replace(unit, text=ordered, pages=tuple((0, page) for at, page in unit.pages if at <= cuts[0])[-1:])
    return honest if any(map(str.isalpha, said)) else None, order


def _first_order(text: str) -> int:
    """Where the sentence begins in which the first order begins; the text's length if there is none.

    What leads to a list and was gone on with by an order ends at its colon.
    """
    sentences = split(text)
    for last, (_, end) in enumerate(sentences):
        if order_to_machine(text[:end]):
            begins = [start for start, _ in sentences[: last + 1] if order_to_machine(text[start:end])]
            begin = begins[-1] if begins else 0
            leads = (begin + colon.end() for colon in _COLON.finditer(text[begin:end]))
            return max(
                (cut for cut in leads if _leads(text[begin:cut]) and order_to_machine(text[cut:end])), default=begin
            )
    return len(text) if order_to_machine(text) is None else 0


def _leads(words: str) -> bool:
    """Whether words before a colon are honest, and more than a label, as "System:" is one."""
    return len(words.split()) >= _LEADING_WORDS and order_to_machine(words) is None
