"""The path of headings above each block."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.document import Block, BlockKind

JOIN = " > "


def paths(blocks: Sequence[Block]) -> list[tuple[str, ...]]:
    """For each block the headings above it, outermost first. The document's own title, a sole level-1 heading, is left out."""
    tops = [block for block in blocks if block.kind is BlockKind.HEADING and block.level == 1]
    title = tops[0] if len(tops) == 1 else None
    stack: list[tuple[int, str]] = []
    found: list[tuple[str, ...]] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING and block is not title:
            level = block.level or 2
            while stack and stack[-1][0] >= level:
                stack.pop()
            stack.append((level, " ".join(block.text.split())))
        found.append(tuple(text for _, text in stack))
    return found
