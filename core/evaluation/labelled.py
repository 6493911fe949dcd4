"""A question whose answer is known, and whether a draft holds it. The same rules as the development set's own scorer."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from core.domain.outcome import MAX_QUOTE, MAX_QUOTES, Citation, Draft
from core.errors import ConfigurationError

_SAME = {
    "\u00ad": "",
    "\u200b": "",
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("“”„″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
_TABLE = str.maketrans(_SAME)
SUPPORTS = 0.5
"""The share of a gold quote's words in a quote, or the other way round, from which it supports the answer."""


class LabelledQuestion(BaseModel):
    """A line of a labelled set (``questions.jsonl``); fields that are not needed here are left alone.

    ``answer_keys`` are groups: a right answer contains at least one string of every group. ``also_ok`` are other documents
    that give the same answer.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    question: str
    kind: Literal["answerable", "unanswerable", "near_miss", "ambiguous", "injection", "action"]
    doc: str | None = None
    also_ok: tuple[str, ...] = ()
    gold_quotes: tuple[str, ...] = ()
    answer_keys: tuple[tuple[str, ...], ...] = ()

    @property
    def group(self) -> str:
        """What must not be split between fitting and testing: the document, or the question itself where there is none."""
        return self.doc or self.id

    def is_from_gold(self, path: str) -> bool:
        """Whether a path is that of a document with the answer."""
        return any(path.endswith(wanted) for wanted in (self.doc, *self.also_ok) if wanted)

    def is_supported_by(self, text: str) -> bool:
        """Whether a text shares half its words with a gold quote, or a gold quote half of its with the text."""
        return any(max(overlap(text, gold), overlap(gold, text)) >= SUPPORTS for gold in self.gold_quotes)

    def is_answered_by(self, draft: Draft) -> bool:
        """Whether the draft holds every answer key, cites a document with the answer, and keeps the limits of a quote."""
        sizes = [len(citation.quote) for citation in draft.citations]
        said = " ".join([draft.text, *(citation.quote for citation in draft.citations)])
        return (
            self.kind == "answerable"
            and bool(self.answer_keys)
            and all(any(key_in(key, said) for key in group) for group in self.answer_keys)
            and any(self.is_from_gold(citation.path) for citation in draft.citations)
            and max(sizes, default=0) <= MAX_QUOTE
            and sum(sizes) <= MAX_QUOTES
        )

    def supporting(self, draft: Draft) -> tuple[Citation, ...]:
        """The citations of a draft that support the answer."""
        return tuple(citation for citation in draft.citations if self.is_supported_by(citation.quote))


def read_labelled(path: Path) -> list[LabelledQuestion]:
    """The questions of a JSONL file. Raises ConfigurationError, which names the line."""
    questions = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}.", "Name a JSONL file of questions.") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                questions.append(LabelledQuestion.model_validate_json(line))
            except ValidationError as error:
                first = error.errors()[0]
                field = ".".join(str(part) for part in first["loc"])
                raise ConfigurationError(f"{path}, line {number}: {field}: {first['msg']}.") from error
    return questions


def normal(text: str) -> str:
    """Case, width, quotation marks, dashes, markup and white space made alike."""
    text = unicodedata.normalize("NFKC", text).casefold().translate(_TABLE)
    return re.sub(r"\s+", " ", re.sub(r"[*_`#>|]+", " ", text)).strip()


def key_in(key: str, text: str) -> bool:
    """Whether a text holds a key: numbers not inside longer ones, words of up to three Latin letters only as whole words."""
    key, text = normal(key), normal(text)
    if re.match(r"[0-9]", key):
        return re.search(rf"(?<![0-9])(?<![0-9][.,]){re.escape(key)}(?![0-9])(?![.,][0-9])", text) is not None
    if re.fullmatch(r"[a-z]{1,3}", key):
        return re.search(rf"(?<![a-z0-9]){key}(?![a-z0-9])", text) is not None
    return key in text


def overlap(one: str, other: str) -> float:
    """The share of the other's words (characters, where it has no Latin letters) that one has."""
    mine, theirs = _units(one), _units(other)
    return len(mine & theirs) / max(1, len(theirs))


def _units(text: str) -> set[str]:
    text = normal(text)
    return set(re.findall(r"\w+" if re.search(r"[a-z]", text) else r"\w", text))
