"""HTML as a reader of the rendered page sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag

from adapters.documents import problems
from adapters.documents.bounds import WITHOUT_STYLES, count_elements
from adapters.documents.hidden import remove_hidden, rule_count
from adapters.documents.limits import Limits
from adapters.documents.tables import table_blocks
from adapters.documents.templates import render_templates
from adapters.documents.warnings import hidden_text
from core.domain.document import Block, BlockKind, DocumentMeta, ExtractedDocument

_INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label", "mark",
    "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "ruby", "rb", "button",
}  # fmt: skip
_SKIPPED = {"head", "title", "nav", "rt", "rp", "input", "select", "textarea", "img"}
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_RUN_IN_LEVEL = 7
"""Below everything that HTML calls a heading."""
_RUN_IN_LONGEST = 80
_PERMALINK = re.compile(r"[#¶§🔗]?")


def read_html(source: str, limits: Limits) -> ExtractedDocument:
    """The page's blocks in reading order, its title, and warnings about hidden text."""
    source = render_templates(source, limits)
    elements = count_elements(source, limits)
    soup = BeautifulSoup(source, "lxml")
    if (work := elements * rule_count(soup)) > limits.work:
        raise problems.too_large(f"{work:,} comparisons of style rules with elements", WITHOUT_STYLES)
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    hidden = remove_hidden(soup)
    page = _Page()
    page.walk(soup)
    page.flush()
    return ExtractedDocument(
        blocks=tuple(page.blocks), meta=DocumentMeta(title=title or None), warnings=hidden_text(hidden)
    )


def squeeze(text: str) -> str:
    """White space as a browser shows it: runs are one space; a line break that was meant, U+2028, stays."""
    lines = (re.sub(r"[ \t\r\f\v\u00a0]+", " ", line).strip() for line in text.split("\u2028"))
    return "\u2028".join(line for line in lines if line)


@dataclass
class _Page:
    blocks: list[Block] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int | None = None
    marker: str = ""
    depth: int = -1

    def flush(self) -> None:
        """Closes the block being read."""
        text = squeeze("".join(self.words))
        self.words.clear()
        if text:
            self.blocks.append(Block(kind=self.kind, text=self.marker + text, level=self.level))
            self.marker = ""

    def walk(self, node: Tag) -> None:
        for child in list(node.children):
            self.read(child)

    def read(self, node: PageElement) -> None:
        if isinstance(node, NavigableString):
            if type(node) is NavigableString:  # not a comment, doctype or CDATA
                self.words.append(str(node).replace("\n", " "))
            return
        if not isinstance(node, Tag) or node.name in _SKIPPED:
            return
        if node.name in _INLINE:
            self.walk(node)
        elif node.name == "br":
            self.words.append("\u2028")
        elif node.name in _HEADINGS:
            self._heading(node)
        elif node.name == "p" and self.kind is BlockKind.PARAGRAPH and _is_run_in_heading(node):
            self.flush()
            self.blocks.append(Block(kind=BlockKind.HEADING, text=squeeze(node.get_text()), level=_RUN_IN_LEVEL))
        elif node.name in {"ul", "ol", "menu"}:
            self._list(node)
        elif node.name == "table":
            self._table(node)
        elif node.name == "pre":
            self.flush()
            self.words.append(node.get_text().replace("\n", "\u2028"))
            self.flush()
        else:
            self.flush()
            self.walk(node)
            self.flush()

    def _heading(self, node: Tag) -> None:
        self.flush()
        for link in node.find_all("a"):
            if _PERMALINK.fullmatch(link.get_text(strip=True)):
                link.decompose()
        text = squeeze(node.get_text().replace("\n", " "))
        if text:
            self.blocks.append(Block(kind=BlockKind.HEADING, text=text, level=_HEADINGS[node.name]))

    def _list(self, node: Tag) -> None:
        self.flush()
        outer = self.kind, self.level, self.marker
        self.depth += 1
        number = int(start) if (start := str(node.get("start", "1"))).isdigit() else 1
        for child in list(node.children):
            if isinstance(child, Tag) and child.name == "li":
                value = str(child.get("value", ""))
                number = int(value) if value.isdigit() else number
                self.kind, self.level = BlockKind.LIST_ITEM, self.depth
                self.marker = f"{number}. " if node.name == "ol" else "- "
                self.walk(child)
                self.flush()
                number += 1
            else:
                self.read(child)
        self.flush()
        self.depth -= 1
        self.kind, self.level, self.marker = outer

    def _table(self, node: Tag) -> None:
        self.flush()
        rows = [row for row in node.find_all("tr") if row.find_parent("table") is node]
        grid = [row.find_all(["td", "th"], recursive=False) for row in rows]
        if caption := node.find("caption", recursive=False):
            self.read(caption)
        if max((len(row) for row in grid), default=0) <= 1:  # a box drawn with a table
            for row in grid:
                for cell in row:
                    self.flush()
                    self.walk(cell)
            self.flush()
            return
        texts = [[squeeze(cell.get_text(" ").replace("\n", " ")) for cell in row] for row in grid]
        head = bool(grid) and (
            rows[0].find_parent("thead") is not None
            or all(cell.name == "th" or _bold(cell) for cell in grid[0] if cell.get_text(strip=True))
        )
        self.blocks.extend(table_blocks(texts, header=head))


def _is_run_in_heading(node: Tag) -> bool:
    """Whether a paragraph is what a reader takes for a heading: short, all of it bold, and neither sentence nor lead-in."""
    text = squeeze(node.get_text())
    return 3 <= len(text) <= _RUN_IN_LONGEST and text[-1] not in ".:;,!?…。：！？" and node.a is None and _bold(node)


def _bold(cell: Tag) -> bool:
    strong = "".join(tag.get_text() for tag in cell.find_all(["strong", "b"]))
    return bool(strong) and "".join(strong.split()) == "".join(cell.get_text().split())
