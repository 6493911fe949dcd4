"""How a citation names the place of its quote."""

from __future__ import annotations

import re

PATH = " > "
_NUMBERED = re.compile(r"(\d+(?:\.\d+)*)\.?(?:\s+(\S.*))?$")


def locator(section: str) -> str:
    """The section path without what a number says anyway: "4. Review > 4.2 Tiers" is "4.2 Tiers".

    A number that stands alone ("3. Licence > 3.2") keeps the headings above it, which say what it is about.
    """
    headings = section.split(PATH)
    below = _NUMBERED.match(headings[-1])
    if below and below[2]:
        headings = [h for h in headings[:-1] if not _implied(h, below[1])] + headings[-1:]
    return PATH.join(headings)


def _implied(heading: str, number: str) -> bool:
    above = _NUMBERED.match(heading)
    return above is not None and number.startswith(f"{above[1]}.")
