from __future__ import annotations

from core.domain.document import Block, BlockKind
from core.ingestion.mending import mend
from tests.unit.core.ingestion.building import heading, item, paragraph


def texts(*blocks: Block) -> list[str]:
    return [unit.text for unit in mend(blocks)]


def test_ligatures_soft_hyphens_and_invisible_characters_are_mended() -> None:
    assert texts(paragraph("Con\ufb02ict of o\ufb03ce inter\u00adest\u200b\u00a0here")) == [
        "Conflict of office interest here"
    ]


def test_private_use_bullets_become_bullets() -> None:
    assert texts(item("\uf0b7 First")) == ["• First"]


def test_a_line_feed_of_wrapping_is_a_space_and_a_meant_break_stays() -> None:
    assert texts(paragraph("Ask your\nmanager first.\u2028Then book.")) == ["Ask your manager first.\nThen book."]


def test_wrapped_japanese_joins_without_a_space() -> None:
    assert texts(paragraph("会社は、社員を\n採用する。")) == ["会社は、社員を採用する。"]


def test_a_word_broken_at_a_lines_end_is_whole_again() -> None:
    assert texts(paragraph("the gov-\nernment pays"), paragraph("A government office.")) == [
        "the government pays",
        "A government office.",
    ]


def test_a_compound_keeps_its_hyphen() -> None:
    broken = paragraph("a cross-\ncertificate is issued")
    assert texts(broken, paragraph("The cross and the certificate here."))[0] == "a cross-certificate is issued"
    assert texts(paragraph("the Bonn-\nBerlin act"))[0] == "the Bonn-Berlin act"


def test_dot_leaders_become_an_ellipsis() -> None:
    assert texts(paragraph("1 Purpose ............... 4")) == ["1 Purpose … 4"]


def test_a_missing_space_behind_a_headings_number_is_put_in() -> None:
    assert texts(heading("3.4.3.FPKIPA Responsibilities")) == ["3.4.3. FPKIPA Responsibilities"]


def test_a_sentence_goes_on_over_a_page() -> None:
    first, second = paragraph("Requests are sent to", page=3), paragraph("the Help Desk within two days.", page=4)
    (unit,) = mend([first, second])
    assert unit.text == "Requests are sent to the Help Desk within two days."
    assert unit.pages == ((0, 3), (len("Requests are sent to "), 4))


def test_a_word_broken_at_a_pages_end_is_whole_again() -> None:
    (unit,) = mend([paragraph("All depart-", page=1), paragraph("ments must comply.", page=2)])
    assert unit.text == "All departments must comply."
    assert unit.pages == ((0, 1), (len("All depart"), 2))


def test_a_finished_sentence_does_not_go_on() -> None:
    units = mend([paragraph("It ends here.", page=1), paragraph("and this is another.", page=2)])
    assert len(units) == 2


def test_blocks_of_formats_without_pages_are_never_joined() -> None:
    assert len(mend([paragraph("one"), paragraph("two")])) == 2


def test_a_block_without_text_is_dropped() -> None:
    assert mend([Block(kind=BlockKind.PARAGRAPH, text=" \u200b\n ")]) == []
