"""Rows of cells to blocks."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.document import Block, BlockKind

CELL = " | "
"""What stands between the cells of a row."""


def table_blocks(rows: Sequence[Sequence[str]], *, header: bool, page: int | None = None) -> list[Block]:
    """One block a row that has text; the first is the header's if the table has one."""
    blocks: list[Block] = []
    for number, row in enumerate(rows):
        text = CELL.join(cell for cell in row if cell)
        kind = BlockKind.TABLE_HEADER if header and number == 0 else BlockKind.TABLE_ROW
        if text:
            blocks.append(Block(kind=kind, text=text, page=page))
    return blocks


def names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: short texts without figures, one for each column."""
    if len(rows) < 2 or len(rows[0]) < max(map(len, rows)):
        return False
    return all(0 < len(cell) <= 60 and cell[-1] != ":" and not any(c.isdigit() for c in cell) for cell in rows[0])
