"""Markdown: rendered to HTML, the way its readers see it, and read from there."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

from adapters.documents.html import read_html
from adapters.documents.markup import render_templates
from core.domain.document import ExtractedDocument

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_ATTRIBUTES = re.compile(r"[ \t]*\{[:#][^{}\n]*\}[ \t]*$", re.MULTILINE)


_REFERENCE = re.compile(r"(?<![\]\\])\[([^\[\]\n]+)\]\[([^\[\]\n]*)\]")
_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]\n]+)\]:", re.MULTILINE)


def read_markdown(source: str) -> ExtractedDocument:
    """The rendered page. Front matter is not part of it."""
    source = _without_unknown_links(source)
    source = _ATTRIBUTES.sub("", _FRONT_MATTER.sub("", source))
    return read_html(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(render_templates(source)))


def _without_unknown_links(source: str) -> str:
    """Links whose address is kept elsewhere (a site's shared list of references) as the words that they show."""
    known = {name.casefold() for name in _DEFINITION.findall(source)}
    return _REFERENCE.sub(lambda link: link[0] if (link[2] or link[1]).casefold() in known else link[1], source)
