"""Where commands write: results to standard output, everything else to standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from adapters.terminal.text import one_line
from core.errors import ConfigurationError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_PIPE_WIDTH = 10_000
"""Columns of a table that goes into a pipe: a row stays a line, so that it can be searched."""


def emit(line: str) -> None:
    """Writes a line of data to standard output, at once and as it is."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def readable(text: str) -> str:
    """What was typed, if it can be stored. Raises ConfigurationError for bytes that are no UTF-8."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ConfigurationError("What was typed is not valid UTF-8.", "Check the terminal's encoding.")
    return text


def announce(words: str) -> None:
    """Says something on one line of standard error."""
    sys.stderr.write(f"{one_line(words)}\n")
    sys.stderr.flush()


def out() -> Console:
    """Standard output. Nothing printed is read as markup; no colour where nobody watches."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else _PIPE_WIDTH, markup=False, emoji=False, highlight=False)


def print_card(content: RenderableType) -> None:
    """Prints running text to standard output, in lines of a readable length."""
    from adapters.terminal.cards import MEASURE

    console = out()
    console.print(content, width=min(console.width, MEASURE))


def err() -> Console:
    """Standard error, for progress and its kin."""
    from rich.console import Console

    return Console(stderr=True, markup=False, emoji=False, highlight=False)
