"""Template tags as the words that they print: Django, Jekyll, Eleventy."""

from __future__ import annotations

import re

_TRANSLATE = re.compile(
    r"\{%-?\s*(?:blocktranslate|blocktrans|translate|trans)\b[^%\"']*?(?:\"([^\"]*)\"|'([^']*)')[^%]*?-?%\}"
)
_PAGE = re.compile(r"\{%-?\s*(?:page|link|post_url|ref)\s+\"[^\"]*\"\s*,\s*\"([^\"]*)\"[^%]*%\}")
_CHANNEL = re.compile(r"\{%-?\s*slack_channel\s+\"#?([^\"]*)\"[^%]*%\}")
_COMMENT = re.compile(r"\{%-?\s*comment\b[^%]*%\}.*?\{%-?\s*endcomment\s*-?%\}|\{#.*?#\}", re.DOTALL)
_TAG = re.compile(r"\{%.*?%\}", re.DOTALL)
_VARIABLE = re.compile(r"\{\{.*?\}\}", re.DOTALL)


def render_templates(source: str) -> str:
    """Django and Jekyll tags as the words they print: a translation's text, a link's title, a channel's name."""
    if "{%" not in source and "{#" not in source and "{{" not in source:
        return source
    source = _COMMENT.sub(" ", source)
    source = _TRANSLATE.sub(lambda m: m[1] or m[2] or "", source)
    source = _PAGE.sub(r"\1", source)
    source = _CHANNEL.sub(r"#\1", source)
    return _VARIABLE.sub("", _TAG.sub("", source))
