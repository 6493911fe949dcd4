from __future__ import annotations

from core.domain.document import Block
from core.ingestion.mending import mend
from core.ingestion.sections import outline
from tests.unit.core.ingestion.building import header, heading, item, paragraph, row


def paths(*blocks: Block, title: str | None = None) -> dict[str, str]:
    """The section of each piece of evidence, by its text."""
    return {p.unit.text: " > ".join(p.section) for p in outline(mend(blocks), title) if p.evidence}


def test_sections_nest_by_level_and_the_title_is_in_no_path() -> None:
    assert paths(
        heading("Leave", 1),
        paragraph("Intro."),
        heading("Types", 2),
        paragraph("There are two."),
        heading("Annual", 3),
        paragraph("24 days."),
        heading("Requests", 2),
        paragraph("Ask."),
    ) == {"Intro.": "", "There are two.": "Types", "24 days.": "Types > Annual", "Ask.": "Requests"}


def test_a_sole_section_below_the_first_level_is_no_title() -> None:
    assert paths(heading("About PPL", 2), paragraph("12 weeks.")) == {"12 weeks.": "About PPL"}


def test_several_first_level_headings_are_sections() -> None:
    assert paths(heading("A", 1), paragraph("a."), heading("B", 1), paragraph("b.")) == {"a.": "A", "b.": "B"}


def test_the_metadatas_title_is_in_no_path() -> None:
    assert paths(heading("Leave policy", 2), paragraph("x."), title="Leave Policy") == {"x.": ""}


def test_numbers_overrule_levels() -> None:
    assert paths(
        heading("3 Duties", 2, page=1),
        heading("3.1 Lab", 2, page=1),
        paragraph("Tests.", page=1),
        heading("3.1.1 Reports", 2, page=1),
        paragraph("Monthly.", page=1),
        heading("4 Fees", 2, page=1),
        paragraph("None.", page=1),
    ) == {"Tests.": "3 Duties > 3.1 Lab", "Monthly.": "3 Duties > 3.1 Lab > 3.1.1 Reports", "None.": "4 Fees"}


def test_what_a_title_page_prints_large_stands_above_no_numbered_section() -> None:
    assert paths(
        heading("Office of Policy", 1, page=1), heading("1. Scope", 3, page=2), paragraph("All staff.", page=2)
    ) == {"All staff.": "1. Scope"}


def test_paragraphs_that_are_headings_by_their_words_become_sections() -> None:
    assert paths(
        paragraph("Article 4 Leave"), paragraph("It is paid."), paragraph("Article 5 Pay"), paragraph("Monthly.")
    ) == {
        "It is paid.": "Article 4 Leave",
        "Monthly.": "Article 5 Pay",
    }


def test_divisions_of_a_law_nest() -> None:
    assert paths(
        paragraph("Part I General"), paragraph("Chapter 2 Leave"), paragraph("Article 4 Sick leave"), paragraph("Paid.")
    ) == {"Paid.": "Part I General > Chapter 2 Leave > Article 4 Sick leave"}


def test_clauses_are_sections_of_their_own() -> None:
    found = paths(heading("§ 7 Urlaub", 2), paragraph("(1) Er wird gewährt."), paragraph("(2) Er ist zusammenhängend."))
    assert found["(2) Er ist zusammenhängend."] == "§ 7 Urlaub > § 7 Abs. 2"


def test_contents_and_history_are_no_evidence() -> None:
    assert paths(
        heading("Revision history", 2),
        header("Version | Change"),
        row("1.0 | Leave raised to 30 days"),
        heading("Contents", 2),
        paragraph("1 Leave ...... 3"),
        paragraph("2 Pay ...... 4"),
        paragraph("3 Fees ...... 5"),
        heading("1 Leave", 2),
        paragraph("24 days."),
    ) == {"24 days.": "1 Leave"}


def test_a_caption_is_the_section_of_its_table_only() -> None:
    found = paths(
        heading("Fees", 2), paragraph("Table 4: Rates"), header("Card | Fee"), row("A | 5"), paragraph("Fees fall due.")
    )
    assert found["A | 5"] == "Fees > Table 4: Rates"
    assert found["Fees fall due."] == "Fees"


def test_a_date_or_a_sentence_set_like_a_heading_is_none() -> None:
    long = "When you share your address with us, we commit to coordinating with you as openly as we can."
    assert paths(heading("Contact", 2), heading("March 2023", 2), heading(long, 2), item("- By mail.")) == {
        "March 2023": "Contact",
        long: "Contact",
        "- By mail.": "Contact",
    }


def test_labels_lose_their_closing_punctuation() -> None:
    assert paths(heading("Revocation:", 2), paragraph("It ends.")) == {"It ends.": "Revocation"}
    assert paths(heading("1.2. Certification.", 2), paragraph("GSA certifies.")) == {
        "GSA certifies.": "1.2 Certification"
    }
