"""What Teams shows beside a message's text: citations, the label of generated text, and how confidential it is.

The SDK drops entities that are given as dictionaries: it serialises what its classes name, so these name everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from botbuilder.schema import Entity

from core.domain.language import Language
from core.domain.outcome import Citation
from core.wording import say
from core.wording.foreign import address, literal, shorten

SCHEMA = "https://schema.org"
MOST_CITATIONS = 10
"""Of one message."""
NAME, ABSTRACT, KEYWORD = 80, 160, 28
"""Characters that Teams takes of a document's name, of the extract and of a keyword."""

ICONS = {".pdf": "PDF", ".docx": "Microsoft Word", ".txt": "Text", ".md": "Text", ".html": "Text"}
"""Teams' names for pictures of documents, by the end of a document's path."""

CONFIDENTIAL = "countersign-restricted"
"""The id of the label, which a message and its citations must have in common."""


class MessageEntity(Entity):
    """The one entity of a message: schema.org's ``Message``."""

    _attribute_map = {
        "type": {"key": "type", "type": "str"},
        "at_type": {"key": "@type", "type": "str"},
        "at_context": {"key": "@context", "type": "str"},
        "at_id": {"key": "@id", "type": "str"},
        "additional_type": {"key": "additionalType", "type": "[str]"},
        "citation": {"key": "citation", "type": "[object]"},
        "usage_info": {"key": "usageInfo", "type": "object"},
    }

    def __init__(
        self,
        *,
        generated: bool = False,
        citations: Sequence[dict[str, Any]] = (),
        usage: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(type=f"{SCHEMA}/Message")
        self.at_type = "Message"
        self.at_context = SCHEMA
        self.at_id = ""
        self.additional_type = ["AIGeneratedContent"] if generated else None
        self.citation = list(citations) or None
        self.usage_info = usage


def claim(citation: Citation, language: Language | None, usage: dict[str, Any] | None = None) -> dict[str, Any]:
    """What pops up at a mark: the document, the beginning of the quote, where it stands, and a link."""
    url = address(citation.url)
    icon = ICONS.get(PurePosixPath(citation.path).suffix.lower())
    page = "" if citation.page is None else say("page", language, page=citation.page)
    keywords = [_fitting(word, KEYWORD) for word in (citation.section.rpartition(" > ")[2], page) if word.strip()]
    return {
        "@type": "Claim",
        "position": citation.n,
        "appearance": {
            "@type": "DigitalDocument",
            "name": _fitting(citation.document, NAME) or _fitting(citation.path, NAME),
            "abstract": _fitting(citation.quote, ABSTRACT) or "…",
            **({"url": url} if url else {}),
            **({"image": {"@type": "ImageObject", "name": icon}} if icon else {}),
            **({"keywords": keywords} if keywords else {}),
            **({"usageInfo": usage} if usage else {}),
        },
    }


def restricted(language: Language | None) -> dict[str, Any]:
    """The label of an answer that rests on a document which not everybody may read."""
    return {
        "type": f"{SCHEMA}/Message",
        "@type": "CreativeWork",
        "@id": CONFIDENTIAL,
        "name": say("restricted.name", language),
        "description": say("restricted.explained", language),
    }


def _fitting(text: str, limit: int) -> str:
    """At most so many characters: Teams refuses the whole message for one more."""
    return shorten(literal(text), limit)[:limit]
