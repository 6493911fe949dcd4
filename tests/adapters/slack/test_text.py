from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack.blocks import context, section
from adapters.slack.text import escape, pieces, plain, shorten, when
from tests.adapters.slack.specimens import NASTY, NOW
from tests.doubles.slack.words import unescaped

JOINER = "\u2060"


def shown(text: str) -> str:
    return html.unescape(text).replace(JOINER, "")


def test_what_people_wrote_pings_nobody_and_is_shown_word_for_word() -> None:
    assert unescaped(escape(NASTY)) == []
    assert shown(escape(NASTY)) == NASTY.replace("\u2028", "\n")
    assert "<!channel>" not in html.unescape(escape(NASTY))


def test_control_characters_are_left_out() -> None:
    assert escape("a\x00b\x1bc\nd\te") == "abc\nd\te"


def test_nothing_reorders_what_somebody_signs() -> None:
    assert escape("pay \u202e001$\u202c \u2066now\u2069\ufeff \U000e0041\ud800.") == "pay 001$ now ."


def test_every_kind_of_line_break_is_a_line_break() -> None:
    assert escape("a\r\nb\rc\x85d\u2028e") == "a\nb\nc\nd\ne"


def test_a_moment_is_shown_in_the_readers_time_with_a_fallback() -> None:
    assert when(NOW) == "<!date^1767603600^{date_short_pretty} at {time}|2026-01-05 09:00 UTC>"


def test_pieces_end_where_a_reader_pauses() -> None:
    text = "First paragraph.\n\nSecond one. It has two sentences.\n\nThird."

    assert pieces(text, 40) == ["First paragraph.", "Second one. It has two sentences.", "Third."]


@settings(deadline=None)
@given(st.text(), st.integers(min_value=20, max_value=200))
def test_pieces_fit_and_lose_no_word(text: str, limit: int) -> None:
    found = pieces(text, limit)

    assert all(len(escape(piece)) <= limit for piece in found)
    assert "".join("".join(found).split()) == "".join(text.split())


@settings(deadline=None)
@given(st.lists(st.sampled_from(["word", "[1]", "[23]", "longer-word", "&", "。"]), min_size=1, max_size=60))
def test_pieces_never_cut_a_citation_mark(words: list[str]) -> None:
    text = "".join(words)

    for piece in pieces(text, 30):
        assert re.sub(r"\[\d+\]", "", piece).count("[") == 0
        assert re.sub(r"\[\d+\]", "", piece).count("]") == 0


def test_shortening_says_so() -> None:
    assert shorten("short  enough", 20) == "short enough"
    assert shorten("a sentence that is too long", 15) == "a sentence …"
    assert len(escape(shorten("&" * 50, 30))) <= 30


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("<@U01BOT> who approves?", "who approves?"),
        ("hey <@U01BOT|countersign>, R&amp;D &lt; 5", "hey , R&D < 5"),
        ("ask <@U01SAM> in <#C01GENERAL|general>", "ask @U01SAM in #general"),
        ("see <https://a.test/x|the page> or <https://b.test>", "see the page or https://b.test"),
        (
            "<mailto:a@b.test|a@b.test> <!here> <!subteam^S1|@finance> <!date^1^{date}|today>",
            "a@b.test @here @finance today",
        ),
        ("&amp;lt;", "&lt;"),
        ("", ""),
    ],
)
def test_what_was_typed_reads_as_it_looked(typed: str, read: str) -> None:
    assert plain(typed, "U01BOT") == read


def test_what_somebody_merely_wrote_becomes_no_link_and_no_ping() -> None:
    assert section("see evil.test, @here")["text"]["verbatim"] is True
    assert context("#general")["elements"][0]["verbatim"] is True
