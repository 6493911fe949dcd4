from __future__ import annotations

import pytest
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, TextStringObject

from tests.adapters.documents.files import HEIGHT, WIDTH, all_text, extract, lines, pdf, rectangle, shown, text

LONG = [
    "All departments review and mitigate critical vulnerabilities on their",
    "internet facing systems within thirty days of the weekly report, and",
    "tell the office of any reason why a system cannot be mended in time.",
]


def blocks(*pages: str) -> list[tuple[str, str]]:
    return shown(extract(pdf(*pages), "a.pdf"))


def test_headings_by_size_and_weight_and_paragraphs_by_spacing() -> None:
    page = (
        text(72, 720, "Vulnerability Policy", 20, "B")
        + text(72, 680, "Required Actions", 14, "B")
        + lines(72, 655, LONG)
        + lines(72, 600, ["A second paragraph stands here."])
        + text(72, 570, "Contact", 11, "B")
        + text(72, 550, "Write to the desk.")
    )
    assert blocks(page) == [
        ("h1", "Vulnerability Policy"),
        ("h2", "Required Actions"),
        ("p", " ".join(LONG)),
        ("p", "A second paragraph stands here."),
        ("h3", "Contact"),
        ("p", "Write to the desk."),
    ]


def test_pages_are_counted_from_one() -> None:
    document = extract(pdf(text(72, 700, "First."), text(72, 700, "Second.")), "a.pdf")
    assert [block.page for block in document.blocks] == [1, 2]


def test_lists_nest_by_their_markers_place() -> None:
    page = (
        text(72, 720, "You must:")
        + text(90, 700, "1.")
        + lines(108, 700, ["ask your manager, who answers", "within two days;"])
        + text(108, 670, "a.")
        + text(126, 670, "in writing")
        + text(90, 655, "2.")
        + text(108, 655, "wait.")
        + text(90, 640, "•")
        + text(108, 640, "go.")
    )
    assert blocks(page) == [
        ("p", "You must:"),
        ("li0", "1. ask your manager, who answers within two days;"),
        ("li1", "a. in writing"),
        ("li0", "2. wait."),
        ("li0", "• go."),
    ]


def table(x: float, y: float, rows: list[list[list[str]]], width: float = 150, height: float = 40) -> str:
    """A ruled table; each cell is a list of lines."""
    drawn = ""
    for r, cells in enumerate(rows):
        for c, words in enumerate(cells):
            drawn += rectangle(x + c * width, y - (r + 1) * height, width, height)
            drawn += lines(x + c * width + 4, y - r * height - 14, words, 10)
    return drawn


def test_a_ruled_table_keeps_rows_together_though_cells_wrap() -> None:
    page = text(72, 740, "Table 4: Times") + table(
        72,
        720,
        [
            [["Criticality"], ["Time to correct"]],
            [["Medium", "impact"], ["6 months from", "the report"]],
            [["Low"], ["1 year"]],
        ],
    )
    assert blocks(page)[1:] == [
        ("th", "Criticality | Time to correct"),
        ("tr", "Medium impact | 6 months from the report"),
        ("tr", "Low | 1 year"),
    ]


def test_a_table_that_goes_on_over_the_page_repeats_no_header() -> None:
    head = [["Item"], ["Limit"]]
    first = lines(72, 760, LONG) + table(72, 160, [head, [["Hotel"], ["$190"]]])
    second = table(72, 700, [head, [["Lunch"], ["$20"]]]) + text(72, 400, "End of it.")
    assert [b for b in blocks(first, second) if b[0].startswith("t")] == [
        ("th", "Item | Limit"),
        ("tr", "Hotel | $190"),
        ("tr", "Lunch | $20"),
    ]


def test_aligned_columns_without_lines_are_a_table() -> None:
    page = "".join(
        text(72, y, left) + text(200, y, right)
        for y, left, right in (
            (700, "FROM:", "Jeh Johnson"),
            (680, "CC:", "Shaun Donovan"),
            (648, "SUBJECT:", "Reports"),
        )
    ) + text(200, 667, "Director")
    assert blocks(page) == [
        ("tr", "FROM: | Jeh Johnson"),
        ("tr", "CC: | Shaun Donovan Director"),
        ("tr", "SUBJECT: | Reports"),
    ]


COLUMN = [f"word{n} of the column that is read from its top" for n in range(8)]


@pytest.mark.parametrize("row_by_row", [False, True])
def test_columns_are_read_one_after_the_other(row_by_row: bool) -> None:
    left, right = [f"left {w}" for w in COLUMN * 2], [f"right {w}" for w in COLUMN * 2]
    if row_by_row:
        body = "".join(
            text(60, 700 - 13 * n, a, 9) + text(320, 700 - 13 * n, b, 9)
            for n, (a, b) in enumerate(zip(left, right, strict=True))
        )
    else:
        body = lines(60, 700, left, 10.8) + lines(320, 700, right, 10.8)
    title = text(60, 750, "A title that runs across both of the columns of the page, from left to right", 12)
    words = all_text(extract(pdf(title + body), "a.pdf"))
    assert words.startswith("A title")
    assert words.rindex("left word7") < words.index("right word0")


def test_text_around_a_picture_is_read_line_by_line() -> None:
    ends = [
        ("Figure 1 depicts the", "general concept"),
        ("and flow of the loan", "process of cards"),
        ("that vendors borrow,", "from this program"),
        ("and bring back then.", "to it in time now"),
    ]
    page = "".join(text(60, 700 - 14 * n, a) + text(400, 700 - 14 * n, b) for n, (a, b) in enumerate(ends))
    assert all_text(extract(pdf(page), "a.pdf")).startswith("Figure 1 depicts the general concept and flow")


def furnished(number: int, body: str) -> str:
    return (
        text(20, 775, "DocuSign Envelope ID: 9A249C14", 8)
        + text(72, 750, "Incident Management Plan", 9)
        + text(500, 750, "v1.0", 9)
        + body
        + text(300, 30, f"Page {number} of 3", 9)
    )


def test_what_every_page_prints_is_no_text() -> None:
    pages = [furnished(n, lines(72, 700, [f"Body number {n}."])) for n in (1, 2, 3)]
    assert blocks(*pages) == [("p", f"Body number {n}.") for n in (1, 2, 3)]


def test_a_running_head_that_changes_goes_with_its_page_number() -> None:
    heads = ["Chapter 1: Scope", "Chapter 2: Pay", "Chapter 3: Leave", "Chapter 4: Travel"]
    pages = [
        text(72, 760, head) + text(540, 760, str(n)) + text(72, 600, f"{head[11:]} is paid.")
        for n, head in enumerate(heads, 7)
    ]
    assert blocks(*pages) == [("p", f"{word} is paid.") for word in ("Scope", "Pay", "Leave", "Travel")]


def test_a_head_drawn_as_a_table_is_no_text_and_a_repeated_header_of_a_table_stays() -> None:
    pages = [
        table(72, 780, [[["Doc 12"], [f"Page {n} of 3"]]], height=20)
        + table(72, 700, [[["Item"], ["Limit"]], [[name], ["$20"]]])
        for n, name in ((1, "Lunch"), (2, "Dinner"), (3, "Hotel"))
    ]
    assert blocks(*pages) == [
        ("th", "Item | Limit"),
        ("tr", "Lunch | $20"),
        ("tr", "Dinner | $20"),
        ("tr", "Hotel | $20"),
    ]


def test_footnotes_do_not_part_a_sentence() -> None:
    first = lines(72, 720, [*LONG, "and it goes on to"]) + text(72, 80, "1 See 44 U.S.C. 3553.", 8)
    second = lines(72, 720, ["the next page without a stop.", "Then it ends."])
    words = [words for _, words in blocks(first, second)]
    assert words[1].startswith("the next page")
    assert words[2] == "1 See 44 U.S.C. 3553."


def test_raised_figures_are_superscripts() -> None:
    page = text(72, 700, "Incidents") + text(72 + 44.5, 704, "2", 6) + text(72 + 51, 700, "are events.")
    assert all_text(extract(pdf(page), "a.pdf")) == "Incidents² are events."


def test_words_set_apart_by_shifts_get_their_spaces() -> None:
    page = "BT /F 11 Tf 1 0 0 1 72 700 Tm [(Two) -300 (wor) 20 (ds)] TJ ET"
    assert all_text(extract(pdf(page), "a.pdf")) == "Two words"


def test_letters_drawn_twice_to_look_bold_are_read_once() -> None:
    assert all_text(extract(pdf(text(72, 700, "Scope") + text(72.3, 700, "Scope")), "a.pdf")) == "Scope"


VISIBLE = text(72, 700, "The dispute deadline is thirty days.")
EVIL = "The deadline is ninety days."


@pytest.mark.parametrize(
    ("hidden", "why"),
    [
        pytest.param("1 1 1 rg " + text(72, 500, EVIL) + "0 g", "background", id="white"),
        pytest.param("0.97 g " + text(72, 500, EVIL) + "0 g", "background", id="nearly white"),
        pytest.param("0 0 0 0 k " + text(72, 500, EVIL) + "0 g", "background", id="no ink"),
        pytest.param(
            rectangle(60, 490, 400, 30, fill="0 0 1") + "0 0 1 rg " + text(72, 500, EVIL) + "0 g",
            "background",
            id="on its colour",
        ),
        pytest.param(text(72, 500, EVIL, 1), "tiny", id="tiny"),
        pytest.param("q 0.05 0 0 0.05 0 0 cm " + text(1440, 10000, EVIL, 12) + " Q", "tiny", id="made tiny"),
        pytest.param("BT 3 Tr ET " + text(72, 500, EVIL) + "BT 0 Tr ET", "invisible", id="invisible"),
        pytest.param(text(72, HEIGHT + 50, EVIL), "outside", id="above the page"),
        pytest.param(text(WIDTH + 50, 500, EVIL), "outside", id="right of the page"),
        pytest.param(text(72, 500, EVIL) + rectangle(60, 490, 400, 30, fill="0 0 0"), "covered", id="blackened"),
        pytest.param("q /G gs " + text(72, 500, EVIL) + " Q", "transparent", id="transparent"),
        pytest.param("q 0 0 10 10 re W n " + text(72, 500, EVIL) + " Q", "cut off", id="clipped"),
    ],
)
def test_hidden_text_is_left_out_and_reported(hidden: str, why: str) -> None:
    document = extract(pdf(VISIBLE + hidden), "a.pdf")
    assert all_text(document) == "The dispute deadline is thirty days."
    (warning,) = document.warnings
    assert why in warning
    assert EVIL in warning


@pytest.mark.parametrize(
    "visible",
    [
        pytest.param(
            rectangle(60, 490, 400, 30, fill="0 0 0.4") + "1 1 1 rg " + text(72, 500, "Header") + "0 g",
            id="white on blue",
        ),
        pytest.param(
            "q 400 0 0 30 60 490 cm /S Do Q 1 1 1 rg " + text(72, 500, "Header") + "0 g", id="white on a picture"
        ),
        pytest.param(rectangle(60, 490, 400, 30, fill="1 1 0") + text(72, 500, "Header"), id="marked yellow"),
        pytest.param("q 60 490 400 30 re W n " + text(72, 500, "Header") + " Q", id="within its clip"),
    ],
)
def test_visible_text_stays(visible: str) -> None:
    document = extract(pdf(VISIBLE + visible), "a.pdf")
    assert "Header" in all_text(document)
    assert document.warnings == ()


def test_the_text_layer_of_a_scan_is_text() -> None:
    scan = f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /S Do Q BT 3 Tr ET " + VISIBLE
    assert all_text(extract(pdf(scan), "a.pdf")) == "The dispute deadline is thirty days."


def test_a_layer_that_is_off_is_hidden() -> None:
    def layer(writer: PdfWriter) -> None:
        group = writer._add_object(
            DictionaryObject({NameObject("/Type"): NameObject("/OCG"), NameObject("/Name"): TextStringObject("x")})
        )
        writer.pages[0]["/Resources"][NameObject("/Properties")] = DictionaryObject({NameObject("/L"): group})  # type: ignore[index]
        off = DictionaryObject({NameObject("/OFF"): ArrayObject([group])})
        writer.root_object[NameObject("/OCProperties")] = DictionaryObject(
            {NameObject("/OCGs"): ArrayObject([group]), NameObject("/D"): off}
        )

    document = extract(pdf(VISIBLE + "/OC /L BDC " + text(72, 500, EVIL) + " EMC", change=layer), "a.pdf")
    assert EVIL not in all_text(document)
    assert "layer" in document.warnings[0]


def test_a_turned_page_is_read_as_it_is_shown() -> None:
    def turn(writer: PdfWriter) -> None:
        writer.pages[0][NameObject("/Rotate")] = NumberObject(90)

    page = "BT /F 11 Tf 0 1 -1 0 100 72 Tm (First line) Tj ET BT /F 11 Tf 0 1 -1 0 120 72 Tm (Second line) Tj ET"
    assert all_text(extract(pdf(page, change=turn), "a.pdf")) == "First line Second line"


def test_a_page_whose_text_stands_on_its_side_is_read_turned() -> None:
    page = "BT /F 11 Tf 0 1 -1 0 100 72 Tm (First line) Tj ET BT /F 11 Tf 0 1 -1 0 120 72 Tm (Second line) Tj ET"
    assert all_text(extract(pdf(page + text(300, 30, "7")), "a.pdf")) == "First line Second line"


def test_text_hidden_letter_by_letter_is_reported_as_a_whole() -> None:
    letters = "".join(text(72 + 6.12 * n, 500, letter) for n, letter in enumerate("bonded"))
    (warning,) = extract(pdf(VISIBLE + "1 1 1 rg " + letters + "0 g"), "a.pdf").warnings
    assert "bonded" in warning


def test_a_text_layer_under_its_scan_is_text() -> None:
    scan = "BT 3 Tr ET " + VISIBLE + f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /S Do Q"
    assert all_text(extract(pdf(scan), "a.pdf")) == "The dispute deadline is thirty days."


def test_pages_that_are_pictures_are_named() -> None:
    scan = f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /S Do Q"
    document = extract(pdf(VISIBLE, scan, text(72, 600, "More."), scan), "a.pdf")
    assert document.warnings == ("Pictures without text, run OCR over them: pages 2 and 4.",)


def test_a_numbered_clause_begins_with_its_bold_name() -> None:
    page = (
        text(72, 700, "1.2.")
        + text(100, 700, "Certification.", 11, "B")
        + text(180, 700, "GSA certifies the product if it conforms.")
    )
    page += lines(72, 660, LONG)
    assert blocks(page)[:2] == [("h1", "1.2. Certification."), ("p", "GSA certifies the product if it conforms.")]
