"""What a terminal of a given width would show."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType


def console(width: int = 100, *, colour: bool = False) -> Console:
    return Console(
        file=io.StringIO(),
        width=width,
        markup=False,
        emoji=False,
        highlight=False,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        _environ={},
    )


def printed(content: RenderableType, width: int = 100, *, colour: bool = False) -> str:
    screen = console(width, colour=colour)
    screen.print(content)
    return said(screen)


def said(screen: Console) -> str:
    """Everything printed so far, without the spaces that fill up lines."""
    assert isinstance(screen.file, io.StringIO)
    return "\n".join(line.rstrip() for line in screen.file.getvalue().split("\n"))
