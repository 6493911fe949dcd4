"""Finding personal data in what people type."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from core.domain.base import Model


class PiiKind(StrEnum):
    """What a piece of personal data is; the value is what stands in its place."""

    EMAIL = "e-mail"
    PHONE = "phone"
    IBAN = "iban"
    CARD = "card"
    NATIONAL_ID = "national id"


class PersonalDatum(Model):
    """Where it stands: start and end, in characters."""

    kind: PiiKind
    start: int
    end: int


class PersonalDataFinder(Protocol):
    """Names and addresses are not among what is found."""

    def find(self, text: str) -> list[PersonalDatum]:
        """What is found, in the order of the text, without overlaps; empty if there is nothing."""
        ...
