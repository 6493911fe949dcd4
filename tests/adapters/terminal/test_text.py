"""A document cannot draw on the terminal."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.text import clean, in_json, in_place, one_line

ESC, CSI, OSC, ST, BEL, RLO, BOM = "\x1b", "\x9b", "\x9d", "\x9c", "\x07", "\u202e", "\ufeff"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (f"a{ESC}[31;1mred{ESC}[0m", "ared"),
        (f"a{CSI}2Jb", "ab"),
        (f"a{ESC}[?1049hb", "ab"),
        (f"a{ESC}]0;title{BEL}b", "a0;titleb"),
        (f"a{ESC}]8;;https://evil.example{ESC}\\link{ESC}]8;;{ESC}\\b", "a8;;https://evil.examplelink8;;b"),
        (f"a{OSC}0;title{ST}b", "a0;titleb"),
        (f"a{ESC}cb", "ab"),
        (f"a{ESC}(Bb", "ab"),
        (f"a{ESC}", "a"),
        (f"a{ESC}[", "a"),
        ("a\bb\x00c\x7f", "abc"),
        (f"pay {RLO}0001{chr(0x202C)} now", "pay 0001 now"),
        ("a\u2066b\u2069\u200e\u200fc\u061c", "abc"),
        (f"{BOM}text\U000e0041", "text"),
        ("half \ud800 a character", "half  a character"),
        ("one\r\ntwo\rthree\u2028four\u2029five\x85six", "one\ntwo\nthree\nfour\nfive\nsix"),
        ("a\tb", "a   b"),
    ],
)
def test_what_could_draw_is_left_out(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@pytest.mark.parametrize(
    "text",
    ["§ 12 Größe", "経費の精算", "Заявка на відпустку", "¿Quién aprueba?", "Conﬂict", "می‌خواهم", "👩‍💻", "[bold]x[/]"],
)
def test_writing_of_every_kind_stays(text: str) -> None:
    assert clean(text) == text


def test_a_line_break_stays_and_one_line_has_none() -> None:
    assert clean("a\nb") == "a\nb"
    assert one_line("  a\n\tb \r\n c ") == "a b c"


def test_in_place_keeps_every_offset() -> None:
    raw = f"ab{ESC}[31mcd{RLO}ef"
    assert in_place(raw) == "ab\ufffd[31mcd\ufffdef"


@given(st.text())
def test_nothing_harmful_is_left(raw: str) -> None:
    for shown in (clean(raw), in_place(raw)):
        assert shown == in_place(shown)
    assert len(in_place(raw)) == len(raw)


@given(st.text().filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text)))
def test_json_is_safe_to_print_and_loses_nothing(raw: str) -> None:
    printed = in_json(json.dumps({"text": raw}, ensure_ascii=False))
    assert json.loads(printed) == {"text": raw}
    assert printed == in_place(printed)
