"""Text that gives orders to the machine is kept out of the passages around it: the rule beside it stays evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from core.domain.document import Version
from core.ingestion.pieces import Piece
from core.ingestion.sentences import Span
from core.retrieval.instructions import order_to_machine

_SHOWN = 80
"""Characters of an order that a warning shows."""


def apart(text: str, pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces of a section in runs, so that orders stand in runs of their own; nearly always one run.

    An order takes with it the rest of its paragraph, the list or paragraph that it leads to, and nothing before it.
    """
    if not pieces or order_to_machine(text[pieces[0].begins : pieces[-1].end]) is None:
        return [list(pieces)]
    runs: list[tuple[bool, list[Piece]]] = []
    hostile_leads: set[Span] = set()
    announced = False
    for _, held in groupby(pieces, key=lambda piece: piece.unit):
        unit = list(held)
        led = unit[0].lead in hostile_leads
        first = 0 if announced or (led and _announces(text, unit[0].lead)) else _first_order(text, unit)
        cut = len(unit) if first is None else first
        honest = [replace(piece, lead=None) if led else piece for piece in unit[:cut]]
        runs += [(False, honest), (True, unit[cut:])]
        hostile_leads.update((piece.start, piece.end) for piece in unit[cut:])
        announced = not announced and cut < len(unit) and _announces(text, (unit[-1].start, unit[-1].end))
    return [
        [piece for _, held in group for piece in held]
        for _, group in groupby((run for run in runs if run[1]), key=lambda run: run[0])
    ]


def _announces(text: str, span: Span | None) -> bool:
    """Whether what stands there leads to what follows it."""
    return span is not None and text[slice(*span)].endswith((":", "："))


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
