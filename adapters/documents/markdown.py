"""Markdown: rendered to HTML, the way its readers see it, and read from there."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

from adapters.documents.html import read_html
from adapters.documents.limits import Limits
from adapters.documents.templates import render_templates
from core.domain.document import ExtractedDocument

_ATTRIBUTES = re.compile(r"[ \t]*\{[:#][^{}\n]*\}[ \t]*$", re.MULTILINE)
_REFERENCE = re.compile(r"(?<![\]\\])\[([^\[\]\n]+)\]\[([^\[\]\n]*)\]")
_COMPUTED_ADDRESS = re.compile(r"(\]:\s*|\]\(\s*)\{%[^}]*%\}")
_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]\n]+)\]:", re.MULTILINE)


def read_markdown(source: str, limits: Limits) -> ExtractedDocument:
    """The rendered page."""
    source = _ATTRIBUTES.sub("", render_templates(_COMPUTED_ADDRESS.sub(r"\1address", source), limits))
    rendered = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(_without_unknown_links(source))
    return read_html(rendered, limits)


def _without_unknown_links(source: str) -> str:
    """Links whose address the file does not hold (a site adds it later) as the words that they show."""
    known = {name.casefold() for name in _DEFINITION.findall(source)}
    return _REFERENCE.sub(lambda link: link[0] if (link[2] or link[1]).casefold() in known else link[1], source)
