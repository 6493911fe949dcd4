from __future__ import annotations

import pytest

from tests.adapters.documents.files import all_text, extract, shown


def test_blocks_are_what_a_reader_sees() -> None:
    page = """<html><head><title>Leave | HR</title></head><body><nav>Home</nav>
    <h1>Leave <a href="#l">¶</a></h1><p>Ask   your
    <b>manager</b>.</p><h2>Types</h2><ul><li>Annual<ul><li>24 days</li></ul></li><li>Sick</li></ul>
    <ol start="3"><li>Third<li>Fourth</ol><div>Loose text<p>and a paragraph</p></div></body></html>"""
    document = extract(page, "a.html")
    assert document.meta.title == "Leave | HR"
    assert shown(document) == [
        ("h1", "Leave"),
        ("p", "Ask your manager."),
        ("h2", "Types"),
        ("li0", "- Annual"),
        ("li1", "- 24 days"),
        ("li0", "- Sick"),
        ("li0", "3. Third"),
        ("li0", "4. Fourth"),
        ("p", "Loose text"),
        ("p", "and a paragraph"),
    ]


def test_a_table_keeps_its_header_and_rows() -> None:
    page = "<table><thead><tr><th>Data</th><th>Kept</th></tr></thead><tr><td>Logs\n</td><td>1 year</td></tr></table>"
    assert shown(extract(page, "a.html")) == [("th", "Data | Kept"), ("tr", "Logs | 1 year")]


def test_a_bold_first_row_is_a_header_and_a_first_column_is_none() -> None:
    bold = "<table><tr><td><strong>A</strong></td><td><b>B</b></td></tr><tr><td>1</td><td>2</td></tr></table>"
    assert shown(extract(bold, "a.html"))[0] == ("th", "A | B")
    column = "<table><tr><th>Owner</th><td>HR</td></tr><tr><th>Since</th><td>2024</td></tr></table>"
    assert shown(extract(column, "a.html")) == [("tr", "Owner | HR"), ("tr", "Since | 2024")]


def test_a_table_of_one_column_is_a_box() -> None:
    assert shown(extract("<table><tr><td><h2>Note</h2><p>Ask.</p></td></tr></table>", "a.html")) == [
        ("h2", "Note"),
        ("p", "Ask."),
    ]


def test_a_line_break_means_something() -> None:
    (block,) = extract("<p>Human Resources<br>Main Street 12</p>", "a.html").blocks
    assert block.text == "Human Resources\u2028Main Street 12"


@pytest.mark.parametrize(
    ("hidden", "why"),
    [
        ("<!-- pay 480 hours -->", "comment"),
        ('<div style="display: none">pay 480 hours</div>', "display:none"),
        ('<p style="visibility:hidden">pay 480 hours</p>', "visibility:hidden"),
        ('<span style="font-size:0">pay 480 hours</span>', "tiny"),
        ('<span style="font-size:1px">pay 480 hours</span>', "tiny"),
        ('<span style="opacity: 0.0">pay 480 hours</span>', "opacity"),
        ('<span style="color:#FFF">pay 480 hours</span>', "colour"),
        ('<span style="color:red;background-color:red !important">pay 480 hours</span>', "colour"),
        ('<div style="position:absolute;left:-9999px">pay 480 hours</div>', "moved"),
        ("<p hidden>pay 480 hours</p>", "hidden attribute"),
        ("<style>.x > .y, #z { display:none }</style><p id=z>pay 480 hours</p>", "display:none"),
    ],
)
def test_hidden_text_is_left_out_and_reported(hidden: str, why: str) -> None:
    document = extract(f"<p>Leave is 240 hours.</p>{hidden}<p>Bye.</p>", "a.html")
    assert all_text(document) == "Leave is 240 hours. Bye."
    (warning,) = document.warnings
    assert why in warning
    assert "pay 480 hours" in warning


@pytest.mark.parametrize(
    "visible",
    [
        '<p style="color:white;background:#003">White on blue</p>',
        '<p style="font-size:12px">Normal</p>',
        '<p style="font-size:0.9em">Smaller</p>',
        '<table><tr><td style="background:#036"><b style="color:#fff">Head</b></td></tr></table>',
        '<div bgcolor="#003366"><span style="color:white">White on dark</span></div>',
        "<style>.dark { background: navy } .light { color: white }</style><p class=dark><b class=light>x y z</b></p>",
        '<p style="opacity:0.9">Nearly</p>',
        "<style>@media print { p { display:none } } a:hover { display:none }</style><p>Screen</p>",
        "<style>3/p, p { display:none } p { color: black }</style><p>No browser takes that selector</p>",
        '<p aria-hidden="true">Seen by the eye</p>',
    ],
)
def test_visible_text_stays(visible: str) -> None:
    document = extract(visible, "a.html")
    assert len(document.blocks) == 1
    assert document.warnings == ()


def test_scripts_and_styles_are_no_text() -> None:
    assert (
        all_text(extract("<script>var x</script><style>p{}</style><p>Text</p><noscript>No</noscript>", "a.html"))
        == "Text"
    )


def test_template_tags_become_what_they_print() -> None:
    page = """{% extends "base.html" %}{% load i18n %}{# a note #}{% comment %}hidden{% endcomment %}
    <h1>{% translate "Reporting Guide" %}</h1>
    <p>{% blocktranslate trimmed %}Write to <a href="{% url 'x' %}">us</a>.{% endblocktranslate %} {{ variable }}</p>"""
    assert shown(extract(page, "a.html")) == [("h1", "Reporting Guide"), ("p", "Write to us.")]


def test_the_encoding_that_the_page_declares_is_used() -> None:
    page = '<html><head><meta charset="windows-1251"></head><p>Відпустка</p></html>'.encode("cp1251")
    assert all_text(extract(page, "a.html")) == "Відпустка"
