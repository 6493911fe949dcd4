from __future__ import annotations

import pytest

from core.ingestion import headings
from core.ingestion.mending import mend
from tests.unit.core.ingestion.building import paragraph


@pytest.mark.parametrize(
    "text",
    [
        "3.2.1 Scope",
        "4. Disputes",
        "Article 4 Working time",
        "Section 12",
        "Appendix B: Forms",
        "§ 12 Urlaub",
        "Artikel 5",
        "Artículo 7. Vacaciones",
        "Стаття 9. Відпустка",
        "Розділ 2 Загальні положення",
        "第7条 試用期間",
        "第3章　採用",
        "2.1. Ongoing Compliance Testing.",
    ],
)
def test_headings_by_their_words(text: str) -> None:
    assert headings.is_heading(text)


@pytest.mark.parametrize(
    "text",
    [
        "3 days before the trip the manager agrees.",
        "12 months",
        "Article 4 applies to everybody who works here, whatever their contract says and wherever they are, all year;",
        "The section on leave",
        "5.2 million dollars were paid.",
        "Vacaciones",
    ],
)
def test_texts_that_are_no_headings(text: str) -> None:
    assert not headings.is_heading(text)


@pytest.mark.parametrize(
    "text",
    [
        "Table of Contents",
        "CONTENTS",
        "Revision History",
        "Document Version History",
        "1. Document change history",
        "Inhaltsverzeichnis",
        "Índice",
        "Зміст",
        "目次",
        "改訂履歴",
    ],
)
def test_contents_and_histories_are_no_evidence(text: str) -> None:
    assert headings.is_not_evidence(text)


@pytest.mark.parametrize("text", ["Record of absence", "Contents of the parcel", "History of the company"])
def test_other_headings_are_evidence(text: str) -> None:
    assert not headings.is_not_evidence(text)


@pytest.mark.parametrize("text", ["March 2023", "August 24, 2022", "Version 2.1.0", "v3", "2021", "1. März 2024"])
def test_dates_and_versions(text: str) -> None:
    assert headings.is_date(text)


@pytest.mark.parametrize("text", ["2024 budget", "March", "Version history of the plan"])
def test_not_only_a_date(text: str) -> None:
    assert not headings.is_date(text)


@pytest.mark.parametrize(
    ("text", "heading", "clause"),
    [
        ("6.2. Any controversy is settled in court.", "6. DISPUTES", "6.2"),
        ("(3) Der Urlaub muss genommen werden.", "§ 7 Zeitpunkt", "§ 7 Abs. 3"),
        ("(3) three copies are needed.", "Copies", None),
        ("第7条　社員として新たに採用した者については、試用期間とする。", "", "第7条"),
        ("Article 4. The employer shall keep records.", "", "Article 4"),
        ("2024 was a good year.", "", None),
    ],
)
def test_how_a_numbered_paragraph_is_cited(text: str, heading: str, clause: str | None) -> None:
    assert headings.clause_of(text, heading) == clause


def test_lines_with_leaders_and_rising_numbers_are_contents() -> None:
    units = mend([paragraph(f"{title} ....... {page}") for title, page in (("Scope", 3), ("Terms", 3), ("Fees", 9))])
    assert headings.contents(units) == {0, 1, 2}


def test_a_table_with_rising_figures_is_no_contents() -> None:
    units = mend([paragraph(text) for text in ("Up to 5 years 10", "Up to 10 years 15", "Over 10 years 20")])
    assert headings.contents(units) == set()
    announced = mend([paragraph(text) for text in ("Contents", "Purpose 1", "Terms 2", "Fees 7")])
    assert headings.contents(announced) == {1, 2, 3}
