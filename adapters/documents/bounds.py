"""How deep and how wide a web page is, before a tree is made of it."""

from __future__ import annotations

from lxml import etree

from adapters.documents import problems
from adapters.documents.limits import Limits

WITHOUT_STYLES = "Save the page without its style sheets, or as plain text."
SIMPLER = "Save the page's text as Markdown or plain text."


def count_elements(source: str, limits: Limits) -> int:
    """The number of elements. Raises DocumentError if they are too many, or nested too deeply.

    The parser that will make the tree only calls here, so it costs little and ends at the first excess.
    """
    meter = _Meter(limits)
    parser = etree.HTMLParser(target=meter, huge_tree=True)
    for start in range(0, len(source), _STEP):
        parser.feed(source[start : start + _STEP])
        if meter.excess:
            raise problems.too_large(meter.excess, SIMPLER)
    return meter.count


_STEP = 4096


class _Meter:
    """What the parser tells of: it notes an excess and lets the next step raise, as no error may cross the parser."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._depth = 0
        self.count = 0
        self.excess = ""

    def start(self, tag: str, attributes: object) -> None:
        self.count += 1
        self._depth += 1
        if self._depth > self._limits.nesting:
            self.excess = f"elements nested more than {self._limits.nesting} deep"
        elif self.count > self._limits.elements:
            self.excess = f"more than {self._limits.elements:,} elements"

    def end(self, tag: str) -> None:
        self._depth -= 1

    def comment(self, text: str) -> None:
        self.count += 1

    def close(self) -> None:
        """Nothing was built."""
