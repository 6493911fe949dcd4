"""Which texts leave with personal data in them: to a model, to the log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from core.ports.privacy import PersonalDataFinder

_PLACEHOLDER = re.compile(r"\[(?:e-mail|phone|iban|card|national id) \d+\]")


class PiiMode(StrEnum):
    """The setting ``PII``."""

    OFF = "off"
    LOG = "log"  # masked in the log; a model reads what was typed
    MASK = "mask"  # masked in both


@dataclass(frozen=True)
class Masked:
    """A text whose personal data are placeholders as ``[phone 1]``, the same datum always the same one.

    ``originals`` maps placeholders to what they stand for. It is never written anywhere.
    """

    text: str
    originals: dict[str, str]

    def restore(self, text: str) -> str:
        """A text that speaks of the placeholders, with what they stand for."""
        return _PLACEHOLDER.sub(lambda match: self.originals.get(match[0], match[0]), text)


@dataclass(frozen=True)
class Privacy:
    """What people type, as a model and the log may see it. Passages of policies are public to their readers and stay."""

    mode: PiiMode
    finder: PersonalDataFinder

    def for_model(self, text: str) -> Masked:
        """The text as a model may read it."""
        return mask(text, self.finder) if self.mode is PiiMode.MASK else Masked(text, {})

    def for_log(self, text: str) -> str:
        """The text as the log may hold it."""
        return text if self.mode is PiiMode.OFF else mask(text, self.finder).text


def mask(text: str, finder: PersonalDataFinder) -> Masked:
    """Replaces what the finder finds. Placeholders that the text itself holds are left alone and never given out."""
    parts: list[str] = []
    placeholders: dict[tuple[str, str], str] = {}
    taken = set(_PLACEHOLDER.findall(text))
    at = 0
    for datum in finder.find(text):
        original = text[datum.start : datum.end]
        key = (datum.kind.value, original)
        if key not in placeholders:
            placeholders[key] = _unused(datum.kind.value, taken)
        parts += [text[at : datum.start], placeholders[key]]
        at = datum.end
    originals = {placeholder: original for (_, original), placeholder in placeholders.items()}
    return Masked("".join([*parts, text[at:]]), originals)


def _unused(kind: str, taken: set[str]) -> str:
    number = 1
    while (placeholder := f"[{kind} {number}]") in taken:
        number += 1
    taken.add(placeholder)
    return placeholder
