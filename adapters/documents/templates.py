"""Template tags as the words that they print: Django, Jekyll, Eleventy."""

from __future__ import annotations

import re

from adapters.documents import problems
from adapters.documents.limits import Limits

_TRANSLATE = re.compile(
    r"\{%-?\s*(?:blocktranslate|blocktrans|translate|trans)\b[^%\"']*?(?:\"([^\"]*)\"|'([^']*)')[^%]*?-?%\}"
)
_PAGE = re.compile(r"\{%-?\s*(?:page|link|post_url|ref)\s+\"[^\"]*\"\s*,\s*\"([^\"]*)\"[^%]*%\}")
_CHANNEL = re.compile(r"\{%-?\s*slack_channel\s+\"#?([^\"]*)\"[^%]*%\}")
# Bounded, as each unclosed one would be looked for to the end of the file.
_COMMENT = re.compile(r"\{%-?\s*comment\b[^%]*%\}.{0,20000}?\{%-?\s*endcomment\s*-?%\}|\{#.{0,5000}?#\}", re.DOTALL)
_TAG = re.compile(r"\{%.{0,5000}?%\}", re.DOTALL)
_VARIABLE = re.compile(r"\{\{.{0,5000}?\}\}", re.DOTALL)


def render_templates(source: str, limits: Limits) -> str:
    """Django and Jekyll tags as the words they print: a translation's text, a link's title, a channel's name."""
    tags = sum(map(source.count, ("{%", "{#", "{{")))
    if tags == 0:
        return source
    if tags > limits.tags:
        raise problems.too_large(f"{tags:,} template tags", "Render the template and load what it makes.")
    source = _COMMENT.sub(" ", source)
    source = _TRANSLATE.sub(lambda m: m[1] or m[2] or "", source)
    source = _PAGE.sub(r"\1", source)
    source = _CHANNEL.sub(r"#\1", source)
    return _VARIABLE.sub("", _TAG.sub("", source))
