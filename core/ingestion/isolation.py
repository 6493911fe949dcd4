"""Text that gives orders to the machine is kept out of the passages around it: the rule beside it stays evidence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from core.domain.document import Version
from core.ingestion.pieces import Piece
from core.retrieval.instructions import order_to_machine

_SHOWN = 80
"""Characters of an order that a warning shows."""


def apart(text: str, pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces of a section in runs, so that orders stand in runs of their own; nearly always one run.

    An order takes with it the rest of its paragraph, the list or paragraph that it leads to, and nothing before it.
    """
    if not pieces or order_to_machine(text[pieces[0].begins : pieces[-1].end]) is None:
        return [list(pieces)]
    units = [list(held) for _, held in groupby(pieces, key=lambda piece: piece.unit)]
    ordering: set[Piece] = set()
    announced = False
    for unit in units:
        first = 0 if announced else _first_order(text, unit)
        hostile = unit if first == 0 else [] if first is None else unit[first:]
        led = {(piece.start, piece.end) for piece in ordering}
        ordering.update(hostile, (piece for piece in unit if piece.lead in led))
        announced = not announced and bool(hostile) and text[: hostile[-1].end].endswith((":", "："))
    return [list(run) for _, run in groupby(pieces, key=lambda piece: piece in ordering)]


def orders_in(version: Version) -> tuple[str, ...]:
    """A warning for the operator for each passage that gives orders to the machine: it never becomes evidence."""
    found = (order_to_machine(chunk.text) for chunk in version.chunks)
    return tuple(
        dict.fromkeys(
            f"Text that gives orders to the assistant is not used: “{words[:_SHOWN]}”" for words in found if words
        )
    )


def _first_order(text: str, unit: Sequence[Piece]) -> int | None:
    """The piece of a unit in which its first order begins; None if it has none."""
    for last in range(len(unit)):
        if order_to_machine(text[unit[0].begins : unit[last].end]):
            begins = [i for i in range(last + 1) if order_to_machine(text[unit[i].start : unit[last].end])]
            return begins[-1] if begins else 0
    return None
