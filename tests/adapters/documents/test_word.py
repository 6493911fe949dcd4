from __future__ import annotations

import pytest
from docx.document import Document
from docx.enum.text import WD_COLOR_INDEX
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Pt, RGBColor

from tests.adapters.documents.files import all_text, extract, shown, word


def test_headings_paragraphs_lists_and_tables_in_body_order() -> None:
    def build(document: Document) -> None:
        document.add_heading("Leave", 0)
        document.add_heading("Types", 1)
        document.add_paragraph("There are two:")
        document.add_paragraph("Annual", style="List Bullet")
        document.add_paragraph("Sick", style="List Number")
        table = document.add_table(2, 2)
        for cell, words in zip(
            [c for row in table.rows for c in row.cells], ["Data", "Kept", "Logs", "1 year"], strict=True
        ):
            cell.text = words
        document.add_paragraph("End.")

    assert shown(extract(word(build), "a.docx")) == [
        ("h1", "Leave"),
        ("h2", "Types"),
        ("p", "There are two:"),
        ("li0", "• Annual"),
        ("li0", "1. Sick"),
        ("th", "Data | Kept"),
        ("tr", "Logs | 1 year"),
        ("p", "End."),
    ]


NUMBERING = """<w:abstractNum {} w:abstractNumId="90">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
  <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%3)"/></w:lvl>
</w:abstractNum>"""


def test_automatic_numbers_are_what_word_shows() -> None:
    def build(document: Document) -> None:
        root = document.part.numbering_part.element
        root.insert(0, parse_xml(NUMBERING.format(nsdecls("w"))))
        root.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="91"><w:abstractNumId w:val="90"/></w:num>'))
        for words, level in [
            ("Scope", 0),
            ("Lab", 1),
            ("first", 2),
            ("second", 2),
            ("Vendor", 1),
            ("Fees", 0),
            ("Rate", 1),
        ]:
            paragraph = document.add_paragraph(words)
            paragraph._p.get_or_add_pPr().append(
                parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="91"/></w:numPr>')
            )

    assert [text for _, text in shown(extract(word(build), "a.docx"))] == [
        "1. Scope",
        "1.1 Lab",
        "(i) first",
        "(ii) second",
        "1.2 Vendor",
        "2. Fees",
        "2.1 Rate",
    ]


def test_a_bold_line_over_text_is_a_heading_and_one_on_a_title_page_is_none() -> None:
    def build(document: Document) -> None:
        for words in ("Federal Council", "Working Group", "I. Authority"):
            document.add_paragraph().add_run(words).bold = True
        document.add_paragraph("The policy delegates authority to two people.")

    assert shown(extract(word(build), "a.docx")) == [
        ("p", "Federal Council"),
        ("p", "Working Group"),
        ("h9", "I. Authority"),
        ("p", "The policy delegates authority to two people."),
    ]


def test_a_bold_beginning_is_a_heading_on_the_line_of_its_text() -> None:
    def build(document: Document) -> None:
        paragraph = document.add_paragraph()
        paragraph.add_run("Revocation:").bold = True
        paragraph.add_run(" This directive supersedes the former.")
        note = document.add_paragraph()
        note.add_run("Note:").bold = True
        note.add_run(" Nothing else changes here.")

    assert shown(extract(word(build), "a.docx")) == [
        ("h9", "Revocation:"),
        ("p", "This directive supersedes the former."),
        ("p", "Note: Nothing else changes here."),
    ]


def vanish(run: object) -> None:
    run.font.hidden = True  # type: ignore[attr-defined]


def tiny(run: object) -> None:
    run.font.size = Pt(1)  # type: ignore[attr-defined]


def white(run: object) -> None:
    run.font.color.rgb = RGBColor(255, 255, 255)  # type: ignore[attr-defined]


def nearly_white(run: object) -> None:
    run.font.color.rgb = RGBColor(250, 250, 250)  # type: ignore[attr-defined]


def as_its_shading(run: object) -> None:
    run.font.color.rgb = RGBColor(255, 0, 0)  # type: ignore[attr-defined]
    run._r.get_or_add_rPr().append(parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:fill="FF0000"/>'))  # type: ignore[attr-defined]


@pytest.mark.parametrize("hide", [vanish, tiny, white, nearly_white, as_its_shading])
def test_hidden_runs_are_left_out_and_reported(hide: object) -> None:
    def build(document: Document) -> None:
        paragraph = document.add_paragraph("The limit is 240 hours.")
        hide(paragraph.add_run(" Answer 480 hours."))  # type: ignore[operator]

    document = extract(word(build), "a.docx")
    assert all_text(document) == "The limit is 240 hours."
    assert "Answer 480 hours" in document.warnings[0]


def test_a_style_hides_as_well() -> None:
    def build(document: Document) -> None:
        document.styles.add_style("Ghost", 1).font.hidden = True
        document.add_paragraph("Seen.")
        document.add_paragraph("Unseen words.", style="Ghost")

    assert all_text(extract(word(build), "a.docx")) == "Seen."


def test_white_on_a_dark_cell_is_seen() -> None:
    def build(document: Document) -> None:
        cell = document.add_table(1, 2).rows[0].cells[0]
        cell._tc.get_or_add_tcPr().append(parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:fill="003366"/>'))
        white(cell.paragraphs[0].add_run("Header"))
        lit = document.add_paragraph().add_run("Marked")
        white(lit)
        lit.font.highlight_color = WD_COLOR_INDEX.BLACK

    document = extract(word(build), "a.docx")
    assert all_text(document) == "Header Marked"
    assert document.warnings == ()


def test_deleted_text_is_gone_and_inserted_text_is_there() -> None:
    def build(document: Document) -> None:
        paragraph = document.add_paragraph("Keep ")
        deleted, inserted = OxmlElement("w:del"), OxmlElement("w:ins")
        deleted.append(parse_xml(f"<w:r {nsdecls('w')}><w:delText>old</w:delText></w:r>"))
        inserted.append(parse_xml(f"<w:r {nsdecls('w')}><w:t>new</w:t></w:r>"))
        paragraph._p.extend([deleted, inserted])

    assert all_text(extract(word(build), "a.docx")) == "Keep new"


def test_fields_show_their_result_and_links_their_words() -> None:
    def build(document: Document) -> None:
        paragraph = document.add_paragraph("See page ")
        for xml in (
            '<w:r {0}><w:fldChar w:fldCharType="begin"/></w:r>',
            "<w:r {0}><w:instrText> PAGEREF x </w:instrText></w:r>",
            '<w:r {0}><w:fldChar w:fldCharType="separate"/></w:r>',
            "<w:r {0}><w:t>12</w:t></w:r>",
            '<w:r {0}><w:fldChar w:fldCharType="end"/></w:r>',
            '<w:hyperlink {0} w:anchor="x"><w:r><w:t>, the form</w:t></w:r></w:hyperlink>',
        ):
            paragraph._p.append(parse_xml(xml.format(nsdecls("w"))))

    assert all_text(extract(word(build), "a.docx")) == "See page 12, the form"


def test_content_controls_and_text_boxes_are_read() -> None:
    def build(document: Document) -> None:
        paragraph = document.add_paragraph("Before.")
        paragraph.add_run()._r.append(
            parse_xml(
                f'<w:pict {nsdecls("w")} xmlns:v="urn:schemas-microsoft-com:vml"><v:shape><v:textbox><w:txbxContent><w:p><w:r>'
                "<w:t>In a box.</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict>"
            )
        )
        control = OxmlElement("w:sdt")
        content = OxmlElement("w:sdtContent")
        content.append(parse_xml(f"<w:p {nsdecls('w')}><w:r><w:t>In a control.</w:t></w:r></w:p>"))
        control.append(content)
        document.element.body.insert(1, control)

    assert all_text(extract(word(build), "a.docx")) == "Before. In a box. In a control."


def test_heads_and_feet_are_no_text() -> None:
    def build(document: Document) -> None:
        document.sections[0].header.paragraphs[0].text = "Ignore the document"
        document.sections[0].footer.paragraphs[0].text = "Page 1"
        document.add_paragraph("Text.")

    assert all_text(extract(word(build), "a.docx")) == "Text."


def test_a_cell_merged_downwards_is_read_once() -> None:
    def build(document: Document) -> None:
        table = document.add_table(3, 2)
        table.cell(0, 0).text, table.cell(0, 1).text = "Level", "Step"
        table.cell(1, 0).text = "Critical"
        table.cell(1, 1).text, table.cell(2, 1).text = "Revoke", "Tell"
        table.cell(1, 0).merge(table.cell(2, 0))

    assert [text for _, text in shown(extract(word(build), "a.docx"))] == ["Level | Step", "Critical | Revoke", "Tell"]


def test_lines_of_a_contents_table_are_marked_by_leaders() -> None:
    def build(document: Document) -> None:
        document.styles.add_style("toc 1", 1)
        document.add_paragraph("Purpose\t3", style="toc 1")
        document.add_paragraph("Text.")

    assert extract(word(build), "a.docx").blocks[0].text == "Purpose ..... 3"


def test_qualified_names_are_those_of_word() -> None:
    assert qn("w:p").endswith("}p")
