"""What a reader of a rendered page does not see: template tags, comments, and text that a style hides."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup
from bs4.element import Comment, Tag

_TRANSLATE = re.compile(
    r"\{%-?\s*(?:blocktranslate|blocktrans|translate|trans)\b[^%\"']*?(?:\"([^\"]*)\"|'([^']*)')[^%]*?-?%\}"
)
_PAGE = re.compile(r"\{%-?\s*(?:page|link|post_url|ref)\s+\"[^\"]*\"\s*,\s*\"([^\"]*)\"[^%]*%\}")
_CHANNEL = re.compile(r"\{%-?\s*slack_channel\s+\"#?([^\"]*)\"[^%]*%\}")
_COMMENT = re.compile(r"\{%-?\s*comment\b[^%]*%\}.*?\{%-?\s*endcomment\s*-?%\}|\{#.*?#\}", re.DOTALL)
_TAG = re.compile(r"\{%.*?%\}", re.DOTALL)
_VARIABLE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_AT_RULE = re.compile(
    r"/\*.*?\*/|@[^{};]+(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})", re.DOTALL
)  # comments; print, small screens
_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;]+)")
_ZERO = re.compile(r"(?:0+(?:\.\d+)?|[12](?:\.\d+)?(?:px|pt))(?:px|pt|em|rem|%)?")
_WHITE = {"white", "#fff", "#ffffff", "rgb(255,255,255)", "#fffffe", "transparent", "rgba(0,0,0,0)"}


def render_templates(source: str) -> str:
    """Django and Jekyll tags as the words they print: a translation's text, a link's title, a channel's name."""
    if "{%" not in source and "{#" not in source and "{{" not in source:
        return source
    source = _COMMENT.sub(" ", source)
    source = _TRANSLATE.sub(lambda m: m[1] or m[2] or "", source)
    source = _PAGE.sub(r"\1", source)
    source = _CHANNEL.sub(r"#\1", source)
    return _VARIABLE.sub("", _TAG.sub("", source))


def declarations(style: str) -> dict[str, str]:
    """The declarations of a style attribute or rule, lower case, without ``!important``."""
    return {
        name.lower(): value.lower().replace("!important", "").replace(" ", "").strip()
        for name, value in _DECLARATION.findall(style)
    }


def hides(style: dict[str, str]) -> str | None:
    """Why a style makes text invisible, or None where it does not."""
    if style.get("display") == "none":
        return "display:none"
    if style.get("visibility") in {"hidden", "collapse"}:
        return "visibility:hidden"
    if _ZERO.fullmatch(style.get("font-size", "x")):
        return "tiny font"
    if re.fullmatch(r"0*(?:\.0\d*)?%?", style.get("opacity", "1")):
        return "opacity:0"
    background = style.get("background-color") or style.get("background") or "white"
    if "color" in style and (style["color"] == background or {style["color"], background} <= _WHITE):
        return "text in the colour of its background"
    moved = [style.get(side, "") for side in ("left", "top", "text-indent", "margin-left")]
    if any(re.match(r"-\d{3,}", offset) for offset in moved):
        return "moved off the page"
    return None


def remove_hidden(soup: BeautifulSoup) -> list[tuple[str, str]]:
    """Takes out of the tree what a reader does not see; what was taken, as (why, text)."""
    hidden: list[tuple[str, str]] = []
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        hidden.append(("HTML comment", str(comment)))
        comment.extract()
    for sheet in soup.find_all("style"):
        for selector, body in _RULE.findall(_AT_RULE.sub("", sheet.get_text())):
            if why := hides(declarations(body)):
                hidden.extend((why, text) for text in _take(_select(soup, selector)))
    for tag in soup.find_all(style=True):
        if not tag.decomposed and (why := hides(declarations(str(tag["style"])))):
            hidden.extend((why, text) for text in _take([tag]))
    for tag in soup.find_all(hidden=True):
        if not tag.decomposed:
            hidden.extend(("hidden attribute", text) for text in _take([tag]))
    for tag in soup(["script", "style", "template", "noscript", "svg", "iframe", "object"]):
        tag.decompose()
    return hidden


def _select(soup: BeautifulSoup, selector: str) -> list[Tag]:
    if "@" in selector or ":" in selector:  # media queries and states: not how the page stands
        return []
    try:
        return list(soup.select(selector.strip()))
    except ValueError:  # soupsieve's SelectorSyntaxError: a selector that no browser would apply either
        return []


def _take(tags: list[Tag]) -> list[str]:
    texts = []
    for tag in tags:
        if not tag.decomposed and tag.name not in {"html", "body"}:
            texts.append(tag.get_text(" "))
            tag.decompose()
    return texts
