from __future__ import annotations

from tests.adapters.documents.files import extract, shown

GIFTS = """GIFTS POLICY

1. PURPOSE

Small courtesies are part of business; influence is not for sale. This policy
says what employees may take.

2.1 Limits
The following rules hold for each giver and each calendar year of the company:
- Gifts worth up to $75 in total
  may be kept.
- Others are declined.
"""


def test_headings_paragraphs_and_lists_by_their_typing() -> None:
    assert shown(extract(GIFTS, "gifts.txt")) == [
        ("h1", "GIFTS POLICY"),
        ("h", "1. PURPOSE"),
        (
            "p",
            "Small courtesies are part of business; influence is not for sale. This policy says what employees may take.",
        ),
        ("h", "2.1 Limits"),
        ("p", "The following rules hold for each giver and each calendar year of the company:"),
        ("li0", "- Gifts worth up to $75 in total may be kept."),
        ("li0", "- Others are declined."),
    ]


def test_underlined_headings() -> None:
    assert shown(extract("Leave\n=====\n\nIntro here.\n\nTypes\n-----\nTwo.\n", "a.txt")) == [
        ("h1", "Leave"),
        ("p", "Intro here."),
        ("h2", "Types"),
        ("p", "Two."),
    ]


def test_a_numbered_list_with_empty_lines_is_no_row_of_headings() -> None:
    kinds = [kind for kind, _ in shown(extract("Steps to take:\n\n1. Ask\n\n2. Wait\n\n3. Go\n", "a.txt"))]
    assert kinds[1] == "li0"


def test_columns_make_a_table() -> None:
    source = "Limits of the year.\n\nItem        Limit\nHotel       $190\nBreakfast   $18\n"
    assert shown(extract(source, "a.txt"))[1:] == [
        ("th", "Item | Limit"),
        ("tr", "Hotel | $190"),
        ("tr", "Breakfast | $18"),
    ]


def test_a_form_feed_begins_a_page() -> None:
    assert [block.page for block in extract("One page.\fAnother page.", "a.txt").blocks] == [1, 2]


def test_encodings() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        assert (
            "für alle Beschäftigten"
            in extract("Urlaub für alle Beschäftigten. Größe: fünf.".encode(encoding), "a.txt").blocks[0].text
        )
