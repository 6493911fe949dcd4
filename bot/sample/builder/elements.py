"""A policy's source: Markdown with front matter, read to the few elements that a PDF or a Word file is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True)
class Run:
    """Words in one weight."""

    text: str
    bold: bool = False


Runs = tuple[Run, ...]


@dataclass(frozen=True)
class Heading:
    """``level`` 1 is the title."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Plain prose."""

    runs: Runs


@dataclass(frozen=True)
class Item:
    """A point of a bulleted list."""

    runs: Runs


@dataclass(frozen=True)
class Table:
    """Rows of cells; the first row is the header."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Break:
    """A new page with that many columns."""

    columns: int


Element = Heading | Paragraph | Item | Table | Break

_BREAKS = {"<!-- one column -->": 1, "<!-- two columns -->": 2}


def read_source(path: Path) -> tuple[dict[str, Any], list[Element]]:
    """The metadata of a source and its elements in reading order."""
    _, front, body = re.split(r"^---\n", path.read_text(encoding="utf-8"), maxsplit=2, flags=re.MULTILINE)
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    return yaml.safe_load(front), list(_elements(iter(tokens)))


def _elements(tokens: Iterator[Token]) -> Iterator[Element]:
    in_item = False
    for token in tokens:
        match token.type:
            case "heading_open":
                yield Heading(int(token.tag[1]), next(tokens).content)
            case "list_item_open" | "list_item_close":
                in_item = token.type == "list_item_open"
            case "paragraph_open":
                runs = _runs(next(tokens))
                yield Item(runs) if in_item else Paragraph(runs)
            case "table_open":
                yield Table(tuple(_rows(tokens)))
            case "html_block":
                yield Break(_BREAKS[token.content.strip()])


def _rows(tokens: Iterator[Token]) -> Iterator[tuple[str, ...]]:
    row: list[str] = []
    for token in tokens:
        match token.type:
            case "tr_open":
                row = []
            case "inline":
                row.append(token.content)
            case "tr_close":
                yield tuple(row)
            case "table_close":
                return


def _runs(inline: Token) -> Runs:
    runs, bold = [], False
    for child in inline.children or ():
        if child.type in {"strong_open", "strong_close"}:
            bold = child.type == "strong_open"
        elif child.content:
            runs.append(Run(child.content, bold))
    return tuple(runs)
