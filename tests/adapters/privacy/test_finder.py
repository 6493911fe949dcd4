"""Personal data by shape and check digit. All numbers are published examples or made up."""

import pytest

from adapters.privacy.finder import CheckedPersonalData
from core.ports.privacy import PiiKind

FINDER = CheckedPersonalData()


def found(text: str) -> list[tuple[PiiKind, str]]:
    return [(datum.kind, text[datum.start : datum.end]) for datum in FINDER.find(text)]


@pytest.mark.parametrize(
    ("text", "kind", "datum"),
    [
        ("Write to jane.doe+hr@corp.example.co.uk today.", PiiKind.EMAIL, "jane.doe+hr@corp.example.co.uk"),
        ("Пишіть на оля@пошта.укр.", PiiKind.EMAIL, "оля@пошта.укр"),
        ("Call +49 30 901820 please", PiiKind.PHONE, "+49 30 901820"),
        ("Call (415) 555-2671 please", PiiKind.PHONE, "(415) 555-2671"),
        ("тел. 044 234 5678", PiiKind.PHONE, "044 234 5678"),
        ("我的电话是13800138000。", PiiKind.PHONE, "13800138000"),
        ("Pay to DE89 3704 0044 0532 0130 00 today", PiiKind.IBAN, "DE89 3704 0044 0532 0130 00"),
        ("GB82WEST12345698765432", PiiKind.IBAN, "GB82WEST12345698765432"),
        ("my card 4111 1111 1111 1111 was charged", PiiKind.CARD, "4111 1111 1111 1111"),
        ("card 5500-0000-0000-0004", PiiKind.CARD, "5500-0000-0000-0004"),
        ("SSN 536-90-4399", PiiKind.NATIONAL_ID, "536-90-4399"),
        ("DNI 54362315K", PiiKind.NATIONAL_ID, "54362315K"),
        ("Steuer-ID 36 574 261 809", PiiKind.NATIONAL_ID, "36 574 261 809"),
        ("ІПН 1759013776", PiiKind.NATIONAL_ID, "1759013776"),
        ("身份证号11010519491231002X", PiiKind.NATIONAL_ID, "11010519491231002X"),
        ("codice RCCMNL83S18D969H", PiiKind.NATIONAL_ID, "RCCMNL83S18D969H"),
    ],
)
def test_each_kind_is_found_whole(text: str, kind: PiiKind, datum: str) -> None:
    assert found(text) == [(kind, datum)]


def test_several_stand_in_the_order_of_the_text() -> None:
    text = "a@b.example, +49 30 901820, DE89370400440532013000"
    assert [kind for kind, _ in found(text)] == [PiiKind.EMAIL, PiiKind.PHONE, PiiKind.IBAN]


@pytest.mark.parametrize(
    "text",
    [
        "Who approves a journal entry over $100,000?",
        "BOD 18-02 of 2024-05-06, section 3.1.2, form 1040, 20 business days, 1,000,000 USD",
        "my card 4111 1111 1111 1112 was charged",  # the check digit is wrong
        "DE89 3704 0044 0532 0130 01",
        "SSN 000-12-3456",
        "order 4471, ticket 88231, room 2.14, version 10.2.33",
        "@countersign what about user@host",
        "",
    ],
)
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert found(text) == []
