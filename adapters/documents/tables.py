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
