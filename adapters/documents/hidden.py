"""Text in a web page that its reader does not see: comments, and what a style hides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import Comment, Tag
from soupsieve import SelectorSyntaxError

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_AT_RULE = re.compile(
    r"/\*.*?\*/|@[^{};]+(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})", re.DOTALL
)  # comments; print, small screens
_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;]+)")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|pt|em|rem|%)?")
_SMALLEST = {"px": 2.0, "pt": 2.0, "em": 0.15, "rem": 0.15, "%": 15.0, None: 0.0}
_WHITE = frozenset(
    {"white", "#fff", "#ffffff", "rgb(255,255,255)", "#fffffe", "#fefefe", "transparent", "rgba(0,0,0,0)"}
)
_MOST_RULES = 1_000
Style = dict[str, str]


def remove_hidden(soup: BeautifulSoup) -> list[tuple[str, str]]:
    """Takes out of the tree what a reader does not see; what was taken, as (why, text)."""
    hidden: list[tuple[str, str]] = []
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        hidden.append(("HTML comment", str(comment)))
        comment.extract()
    styles = _styles(soup)
    for tag in soup.find_all(True):
        if tag.decomposed or tag.name in {"html", "body", "head"}:
            continue
        why = "hidden attribute" if tag.has_attr("hidden") else _why(tag, styles)
        if why:
            hidden.append((why, tag.get_text(" ")))
            tag.decompose()
    for tag in soup(["script", "style", "template", "noscript", "svg", "iframe", "object"]):
        tag.decompose()
    return hidden


def _styles(soup: BeautifulSoup) -> dict[int, Style]:
    """What the page's own sheets and style attributes say of each tag, by the tag's identity."""
    styles: dict[int, Style] = {}
    for selector, style in _rules(soup):
        try:
            chosen = soup.select(selector)
        except (SelectorSyntaxError, ValueError):  # a selector that no browser would apply either
            continue
        for tag in chosen:
            styles.setdefault(id(tag), {}).update(style)
    for tag in soup.find_all(True):
        own = declarations(str(tag.get("style", "")))
        if tag.get("bgcolor"):
            own.setdefault("background-color", str(tag["bgcolor"]).lower())
        if own:
            styles.setdefault(id(tag), {}).update(own)
    return styles


def _rules(soup: BeautifulSoup) -> Iterator[tuple[str, Style]]:
    sheets = _AT_RULE.sub("", "\n".join(sheet.get_text() for sheet in soup.find_all("style")))
    for selector, body in _RULE.findall(sheets)[:_MOST_RULES]:
        if ":" not in selector:  # a state such as :hover is not how the page stands
            yield selector.strip(), declarations(body)


def rule_count(soup: BeautifulSoup) -> int:
    """How many rules the page's own sheets have."""
    return sum(1 for _ in _rules(soup))


def declarations(style: str) -> Style:
    """The declarations of a style attribute or rule, lower case, without ``!important``."""
    return {
        name.lower(): value.lower().replace("!important", "").replace(" ", "").strip()
        for name, value in _DECLARATION.findall(style)
    }


def _why(tag: Tag, styles: dict[int, Style]) -> str | None:
    """Why a style makes a tag's text invisible, or None where it does not."""
    style = styles.get(id(tag))
    if not style:
        return None
    if style.get("display") == "none":
        return "display:none"
    if style.get("visibility") in {"hidden", "collapse"}:
        return "visibility:hidden"
    if _small(style.get("font-size", "")):
        return "tiny font"
    if re.fullmatch(r"0*(?:\.0\d*)?%?", style.get("opacity", "1")):
        return "opacity:0"
    if "color" in style and _alike(style["color"], _background(tag, styles)):
        return "text in the colour of its background"
    if any(re.match(r"-\d{3,}", style.get(side, "")) for side in ("left", "top", "text-indent", "margin-left")):
        return "moved off the page"
    return None


def _small(size: str) -> bool:
    length = _LENGTH.fullmatch(size)
    return length is not None and float(length[1]) <= _SMALLEST[length[2]]


def _background(tag: Tag, styles: dict[int, Style]) -> str:
    """The colour behind a tag's text: its own or the nearest around it; a page is white."""
    for around in (tag, *tag.parents):
        style = styles.get(id(around), {})
        painted = style.get("background-color") or style.get("background")
        if painted and painted not in {"none", "inherit", "transparent"}:
            return painted
    return "white"


def _alike(colour: str, background: str) -> bool:
    return colour == background or {colour, background} <= _WHITE
