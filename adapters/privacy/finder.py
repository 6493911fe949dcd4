"""Personal data by shape and check digit: phonenumbers for telephone numbers, python-stdnum for the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import phonenumbers
from stdnum import iban, luhn
from stdnum.at import vnr
from stdnum.ch import ssn as ahv
from stdnum.cn import ric
from stdnum.de import idnr
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.it import codicefiscale
from stdnum.jp import in_ as my_number
from stdnum.pl import pesel
from stdnum.ua import rntrc
from stdnum.us import ssn

from core.ports.privacy import PersonalDatum, PiiKind

REGIONS = ("US", "GB", "DE", "ES", "UA", "CN")
"""Whose national way of writing telephone numbers is known; numbers with a country code are found from anywhere."""

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+%-]{1,64}@(?:[\w-]{1,63}\.)+[^\W\d_]{2,24}(?![\w-])")
_IBAN = re.compile(
    r"(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?(?![A-Z0-9])", re.IGNORECASE
)
_CARD = re.compile(r"(?<![\d.-])(?:\d[ -]?){12,18}\d(?![\d-])")
_SHORTEST_CARD, _FIRST_OF_CARD = 13, "23456"

_NATIONAL: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = tuple(
    (re.compile(rf"(?<![A-Z\d-])(?<!\d ){shape}(?![A-Z\d-]| \d)", re.IGNORECASE), is_valid)
    for shape, is_valid in (
        (r"\d{3}-\d{2}-\d{4}", ssn.is_valid),
        (r"\d{2} ?\d{3} ?\d{3} ?\d{3}", idnr.is_valid),
        (r"\d{8}-?[A-Z]", dni.is_valid),
        (r"[XYZ]-?\d{7}-?[A-Z]", nie.is_valid),
        (r"[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}", nir.is_valid),
        (r"[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]", codicefiscale.is_valid),
        (r"\d{11}", pesel.is_valid),
        (r"\d{10}", rntrc.is_valid),
        (r"\d{4} ?\d{6}", vnr.is_valid),
        (r"756\.?\d{4}\.?\d{4}\.?\d{2}", ahv.is_valid),
        (r"\d{17}[\dX]", ric.is_valid),
        (r"\d{4}[ -]?\d{4}[ -]?\d{4}", my_number.is_valid),
    )
)


class CheckedPersonalData:
    """``core.ports.privacy.PersonalDataFinder``: what has a known shape and, where there is one, the right check digit."""

    def find(self, text: str) -> list[PersonalDatum]:
        """E-mail addresses, IBANs, cards, national ids of a dozen countries, telephone numbers; the first of these wins an overlap."""
        found: list[PersonalDatum] = []
        for datum in self._candidates(text):
            if all(datum.end <= other.start or other.end <= datum.start for other in found):
                found.append(datum)
        return sorted(found, key=lambda datum: datum.start)

    def _candidates(self, text: str) -> Iterator[PersonalDatum]:
        for match in _EMAIL.finditer(text):
            yield _datum(PiiKind.EMAIL, match)
        if sum(map(str.isdigit, text)) < len("1234567"):
            return  # no number that is somebody's: most texts
        for match in _IBAN.finditer(text):
            if end := _iban(match[0]):
                yield PersonalDatum(kind=PiiKind.IBAN, start=match.start(), end=match.start() + end)
        for match in _CARD.finditer(text):
            if _is_card(match[0]):
                yield _datum(PiiKind.CARD, match)
        for shape, is_valid in _NATIONAL:
            for match in shape.finditer(text):
                if is_valid(match[0]):
                    yield _datum(PiiKind.NATIONAL_ID, match)
        for region in (None, *REGIONS):
            for number in phonenumbers.PhoneNumberMatcher(text, region, leniency=phonenumbers.Leniency.VALID):
                yield PersonalDatum(kind=PiiKind.PHONE, start=number.start, end=number.end)


def _datum(kind: PiiKind, match: re.Match[str]) -> PersonalDatum:
    return PersonalDatum(kind=kind, start=match.start(), end=match.end())


def _iban(candidate: str) -> int | None:
    """Where an IBAN ends that a candidate begins with: the words behind it look like its groups. None if it is none."""
    ends = [at for at in range(len(candidate), 14, -1) if at == len(candidate) or candidate[at] in " -"]
    return next((at for at in ends if iban.is_valid(candidate[:at])), None)


def _is_card(candidate: str) -> bool:
    digits = re.sub(r"\D", "", candidate)
    return len(digits) >= _SHORTEST_CARD and digits[0] in _FIRST_OF_CARD and luhn.is_valid(digits)
