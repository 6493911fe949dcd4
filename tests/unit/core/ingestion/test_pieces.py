from __future__ import annotations

from core.domain.document import Window
from tests.unit.core.ingestion.building import header, heading, item, paragraph, quotes, row, version


def windows(*blocks: object) -> dict[str, str]:
    """Lead-ins by quote."""
    made = version(heading("Rules", 2), *blocks)  # type: ignore[arg-type]
    found: dict[str, str] = {}
    for window in (w for chunk in made.chunks for w in chunk.windows):
        assert _lead(made.text, window) == window.lead_in
        found[made.text[window.start : window.end]] = window.lead_in
    return found


def _lead(text: str, window: Window) -> str:
    start = window.lead_in_start
    return text[start : start + len(window.lead_in)] if start is not None else ""


def test_windows_are_sentences_and_pairs_of_one_paragraph() -> None:
    found = windows(paragraph("One is paid. Two is not. Three is."), paragraph("Four."))
    assert list(found) == [
        "One is paid.",
        "Two is not.",
        "Three is.",
        "Four.",
        "One is paid. Two is not.",
        "Two is not. Three is.",
    ]


def test_items_have_the_sentence_before_the_list_as_lead_in() -> None:
    found = windows(
        paragraph("Some rules. You must not:"), item("1. smoke;"), item("a) indoors", level=1), item("2. drink.")
    )
    assert found["smoke;"] == "You must not:"
    assert found["indoors"] == "smoke;"
    assert found["drink."] == "You must not:"


def test_a_sentence_before_a_list_that_does_not_announce_it_is_no_lead_in() -> None:
    found = windows(paragraph("Both sign. Entries are posted at night."), item("- Up to $10,000: an accountant."))
    assert found["Up to $10,000: an accountant."] == ""


def test_a_paragraph_ends_the_reach_of_a_lead_in() -> None:
    found = windows(paragraph("You must:"), item("- ask."), paragraph("Thanks."), paragraph("Bye."))
    assert found["Bye."] == ""


def test_a_short_bulleted_list_is_one_window_with_its_lead_in() -> None:
    assert "You need:\n\n- a card\n- a pass" in windows(paragraph("You need:"), item("- a card"), item("- a pass"))
    assert not any("\n" in quote for quote in windows(paragraph("You need:"), item("1. a card"), item("2. a pass")))


def test_rows_have_the_header_row_as_lead_in() -> None:
    found = windows(header("Data | Kept"), row("Payment | 7 years"), paragraph("More."))
    assert found == {"Data | Kept": "", "Payment | 7 years": "Data | Kept", "More.": ""}


def test_a_long_sentence_is_parted_behind_clauses() -> None:
    clause = "the vendor shall keep every record of every test that it has run for the agency in that year"
    made = version(paragraph("; ".join([clause] * 6) + "."))
    assert all(quote.endswith((";", "year.")) for quote in quotes(made))
    assert "".join(q.replace(" ", "") for q in quotes(made)[: len(quotes(made))]).count("vendor") >= 6


def test_text_without_any_clause_is_parted_nevertheless() -> None:
    assert max(map(len, quotes(version(paragraph("x" * 1000))))) <= 400


def test_only_a_single_sentence_goes_over_a_page() -> None:
    made = version(paragraph("Ask first. Requests are sent to", page=1), paragraph("the desk. Then wait.", page=2))
    assert "Requests are sent to the desk." in quotes(made)
    assert not any("Ask" in quote and "desk" in quote for quote in quotes(made))
